package keyword

import (
	"fmt"
	"strconv"
	"strings"
)

// looksLikeYears recognises digits around "..". Other words with ".." are a phrase.
func looksLikeYears(s string) bool {
	from, to, ok := cutYears(s)
	return ok && isNumber(from) && isNumber(to)
}

// cutYears parts a range at "..".
func cutYears(s string) (from, to string, ok bool) {
	from, to, ok = strings.Cut(s, "..")
	return strings.TrimSpace(from), strings.TrimSpace(to), ok
}

// years reads a range, or one year as "year:" takes it.
func (p *parser) years(span Span, s string) Expr {
	from, to, ok := cutYears(s)
	if !ok {
		to = from
	}
	if !isYear(from) && from != "" || !isYear(to) && to != "" || from+to == "" {
		p.mistake(span, "years have four digits: write 2010..2022, 2015.., ..2008 or year:2015")
		return nil
	}
	years := Years{Span: span, From: yearOf(from), To: yearOf(to)}
	if years.To != 0 && years.From > years.To {
		p.mistake(span, fmt.Sprintf("these years run backwards: write %d..%d", years.To, years.From))
		return nil
	}
	return years
}

func isNumber(s string) bool { return strings.Trim(s, "0123456789") == "" }

func isYear(s string) bool { return len(s) == 4 && isNumber(s) && s[0] != '0' }

// yearOf is 0 for the open end of a range.
func yearOf(digits string) int {
	year, err := strconv.Atoi(digits)
	if err != nil {
		return 0
	}
	return year
}
