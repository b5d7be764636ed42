package keyword

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Parse parses a query. It returns the tree of the valid parts, or nil if no part is valid, and the
// mistakes in order of position.
func Parse(src string) (Expr, []Mistake) {
	e, p := parse(src)
	return e, p.mistakes
}

// Intent returns the value of the last `intent:` in a query, which is the purpose of the citation,
// or "". It does not affect the search.
func Intent(src string) string {
	_, p := parse(src)
	return p.intent
}

// maxSource is the maximum length of a query in bytes. It limits the number of index lookups.
const maxSource = 2000

func parse(src string) (Expr, *parser) {
	p := &parser{src: src, separator: none}
	if len(src) > maxSource {
		end := maxSource
		for !utf8.RuneStart(src[end]) {
			end--
		}
		p.src = src[:end]
		p.mistake(Span{Start: end, End: len(src)},
			fmt.Sprintf("only the first %d bytes of the keywords are used: shorten them", end))
	}
	clauses := make([]Expr, 0, 4)
	for more := true; more; {
		var clause Expr
		clause, more = p.clause()
		if clause != nil {
			clauses = append(clauses, clause)
		}
	}
	slices.SortStableFunc(p.mistakes, func(a, b Mistake) int { return cmp.Compare(a.Start, b.Start) })
	return all(clauses), p
}

// A parser holds the state of a left-to-right parse.
type parser struct {
	src       string
	pos       int
	separator int // offset of the separator before pos, or the constant none
	mistakes  []Mistake
	intent    string
}

const none = -1

// clause parses up to the next ";" and reports whether it found one.
func (p *parser) clause() (e Expr, more bool) {
	var operands []Expr
	for {
		span := p.operandSpan()
		if operand := p.operandOrMistake(span); operand != nil {
			operands = append(operands, operand)
		}
		if p.pos == len(p.src) {
			return anyOf(operands), false
		}
		p.separator = p.pos
		p.pos++
		if p.src[p.separator] == ';' {
			return anyOf(operands), true
		}
	}
}

// operandSpan advances to the next separator outside quotes and returns the trimmed span before it.
func (p *parser) operandSpan() Span {
	start := p.pos
	for p.pos < len(p.src) && !isSeparator(p.src[p.pos]) {
		if p.src[p.pos] == '"' {
			p.skipQuoted()
		}
		p.pos++
	}
	return trim(p.src, Span{start, p.pos})
}

// skipQuoted advances from an opening quote to the closing one. It reports and ignores an unclosed
// quote.
func (p *parser) skipQuoted() {
	length := strings.IndexByte(p.src[p.pos+1:], '"')
	if length < 0 {
		p.mistake(Span{p.pos, p.pos + 1}, "this quote is not closed: add another \" after the words")
		return
	}
	p.pos += 1 + length
}

// operandOrMistake parses an operand. It reports an empty one, unless the source is blank or ends
// in ";".
func (p *parser) operandOrMistake(span Span) Expr {
	if span.Start < span.End {
		return p.operand(span)
	}
	lonely, atEnd := p.separator, p.pos == len(p.src)
	if lonely == none {
		lonely = p.pos
	}
	if atEnd && (p.separator == none || p.src[p.separator] == ';') {
		return nil
	}
	p.mistake(Span{lonely, lonely + 1}, "this separator has no words on one side: add words, or remove the separator")
	return nil
}

func (p *parser) mistake(span Span, message string) {
	p.mistakes = append(p.mistakes, Mistake{Span: span, Message: message})
}

func (p *parser) hint(span Span, message string) {
	p.mistakes = append(p.mistakes, Mistake{Span: span, Message: message, Hint: true})
}

func isSeparator(c byte) bool { return c == ';' || c == '|' }

// trim removes leading and trailing white space from a span.
func trim(src string, span Span) Span {
	text := src[span.Start:span.End]
	span.Start += len(text) - len(strings.TrimLeftFunc(text, unicode.IsSpace))
	return Span{span.Start, span.Start + len(strings.TrimSpace(text))}
}

func all(operands []Expr) Expr {
	if len(operands) < 2 {
		return only(operands)
	}
	return And{reach(operands), operands}
}

func anyOf(operands []Expr) Expr {
	if len(operands) < 2 {
		return only(operands)
	}
	return Or{reach(operands), operands}
}

func only(operands []Expr) Expr {
	if len(operands) == 0 {
		return nil
	}
	return operands[0]
}

// reach returns the span from the first operand to the last.
func reach(operands []Expr) Span {
	return Span{operands[0].Pos().Start, operands[len(operands)-1].Pos().End}
}
