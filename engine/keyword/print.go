package keyword

import (
	"fmt"
	"slices"
	"strings"
)

// String joins the operands with ";".
func (e And) String() string { return list(e.Operands, "; ") }

// String joins the operands with "|".
func (e Or) String() string { return list(e.Operands, " | ") }

// String prefixes the operand with "-".
func (e Not) String() string { return "-" + e.Operand.String() }

// String returns the words. It quotes them if they would otherwise parse differently.
func (e Phrase) String() string {
	bare := joined(e.Words)
	if again, ok := parseAlone(bare).(Phrase); ok && slices.Equal(again.Words, e.Words) {
		return bare
	}
	return `"` + bare + `"`
}

// String prefixes the words with "~~" if they may be anywhere, else with "~".
func (e Words) String() string {
	if e.Anywhere {
		return "~~" + Phrase{Words: e.Words}.String()
	}
	return "~" + Phrase{Words: e.Words}.String()
}

// String returns a form such as "year:2015", "2010..2022", "2015.." or "..2008".
func (e Years) String() string {
	switch {
	case e.From == e.To:
		return fmt.Sprintf("year:%d", e.From)
	case e.To == 0:
		return fmt.Sprintf("%d..", e.From)
	case e.From == 0:
		return fmt.Sprintf("..%d", e.To)
	}
	return fmt.Sprintf("%d..%d", e.From, e.To)
}

// String returns a form such as "title:words" or "author:conn*", with quotes if the words would
// otherwise parse differently.
func (e Field) String() string {
	value := joined(e.Words)
	_, starred := cutStar(e.Words, "")
	switch {
	case strings.ContainsAny(value, `;|`) && e.Begins:
		return e.Name + `:"` + value + `"*`
	case strings.ContainsAny(value, `;|`) || starred && !e.Begins:
		return e.Name + `:"` + value + `"`
	case e.Begins:
		return e.Name + ":" + value + "*"
	}
	return e.Name + ":" + value
}

// parseAlone returns the tree of src, or nil if src contains a mistake.
func parseAlone(src string) Expr {
	e, mistakes := Parse(src)
	if len(mistakes) > 0 {
		return nil
	}
	return e
}

func list(operands []Expr, separator string) string {
	printed := make([]string, len(operands))
	for i, operand := range operands {
		printed[i] = operand.String()
	}
	return strings.Join(printed, separator)
}

func joined(words []string) string { return strings.Join(words, " ") }
