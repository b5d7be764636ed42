package keyword

import (
	"fmt"
	"strconv"
	"strings"
)

// looksLikeYears reports whether s is a range such as "2010..2022". Other texts with ".." are
// phrases.
func looksLikeYears(s string) bool {
	from, to, ok := cutYears(s)
	return ok && isNumber(from) && isNumber(to)
}

// cutYears splits a range at "..".
func cutYears(s string) (from, to string, ok bool) {
	from, to, ok = strings.Cut(s, "..")
	return strings.TrimSpace(from), strings.TrimSpace(to), ok
}

// years parses a range or a single year.
func (p *parser) years(span Span, s string) Expr {
	from, to, ok := cutYears(s)
	if !ok {
		to = from
	}
	if !isYear(from) && from != "" || !isYear(to) && to != "" || from+to == "" {
		p.mistake(span, "years have four digits: use a form such as 2010..2022, 2015.., ..2008 or year:2015")
		return nil
	}
	years := Years{Span: span, From: yearOf(from), To: yearOf(to)}
	if years.To != 0 && years.From > years.To {
		p.mistake(span, fmt.Sprintf("the first year is after the last: write %d..%d", years.To, years.From))
		return nil
	}
	return years
}

func isNumber(s string) bool { return strings.Trim(s, "0123456789") == "" }

func isYear(s string) bool { return len(s) == 4 && isNumber(s) && s[0] != '0' }

// yearOf parses a year, or returns 0 for an open end.
func yearOf(digits string) int {
	year, _ := strconv.Atoi(digits)
	return year
}
