package keyword

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// fields are the names before ":", "year" apart, which makes a Years.
var fields = []string{"author", "title", "venue", "doi"}

// operand reads what stands between two separators; span is not empty.
func (p *parser) operand(span Span) Expr {
	if p.src[span.Start] == '-' {
		return p.not(span)
	}
	if name, value, ok := p.splitField(span); ok {
		return p.field(span, name, value)
	}
	if looksLikeYears(p.text(span)) {
		return p.years(span, p.text(span))
	}
	return p.phrase(span)
}

func (p *parser) text(span Span) string { return p.src[span.Start:span.End] }

// not reads an operand that begins with "-". More of them say no more than one.
func (p *parser) not(span Span) Expr {
	rest := trim(p.src, Span{span.Start + 1, span.End})
	for strings.HasPrefix(p.text(rest), "-") {
		p.mistake(Span{rest.Start, rest.Start + 1}, "one `-` is enough: put words that begin with `-` in quotes")
		rest = trim(p.src, Span{rest.Start + 1, rest.End})
	}
	if rest.Start == rest.End {
		p.mistake(span, "nothing stands after `-`: add the words that papers must not contain")
		return nil
	}
	operand := p.operand(rest)
	if operand == nil {
		return nil
	}
	return Not{span, operand}
}

// splitField finds a word right before a ":" at the beginning of span.
func (p *parser) splitField(span Span) (name string, value Span, ok bool) {
	text := p.text(span)
	colon := strings.IndexFunc(text, func(r rune) bool { return !isLatin(r) })
	if colon <= 0 || text[colon] != ':' {
		return "", Span{}, false
	}
	value = trim(p.src, Span{span.Start + colon + 1, span.End})
	return strings.ToLower(text[:colon]), value, true
}

func isLatin(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' }

func (p *parser) field(span Span, name string, value Span) Expr {
	words := splitWords(p.text(value))
	switch {
	case name == "year":
		return p.years(span, joined(words))
	case name == "intent":
		p.setIntent(span, joined(words))
		return nil
	case !slices.Contains(fields, name):
		p.mistake(span, fmt.Sprintf("there is no field %q: use author, title, venue, doi, year or intent, or put the words in quotes to look for them", name))
		return nil
	case !sayAnything(words):
		p.mistake(span, fmt.Sprintf("nothing to look for stands after `%s:`: add words", name))
		return nil
	case name == "doi":
		words = []string{bareDOI(joined(words))}
	}
	return Field{span, name, words}
}

// Intents are what `intent:` may name.
var Intents = []string{"background", "method", "result", "contrast"}

func (p *parser) setIntent(span Span, intent string) {
	if !slices.Contains(Intents, intent) {
		p.mistake(span, "an intent is one of "+strings.Join(Intents, ", "))
		return
	}
	p.intent = intent
}

// bareDOI takes the resolver's address away.
func bareDOI(s string) string {
	if i := strings.Index(s, "10."); i > 0 && strings.HasPrefix(s, "http") {
		return s[i:]
	}
	return s
}

func (p *parser) phrase(span Span) Expr {
	words := splitWords(p.text(span))
	if !sayAnything(words) {
		p.mistake(span, "no letter or digit is in this phrase: add words or leave it out")
		return nil
	}
	if areFiller(words) {
		p.mistake(span, fmt.Sprintf("%q is in nearly every paper: add a word that says more, or leave it out", joined(words)))
		return nil
	}
	return Phrase{span, words}
}

// splitWords parts words at white space and quotes.
func splitWords(s string) []string {
	return strings.Fields(strings.ToLower(strings.ReplaceAll(s, `"`, " ")))
}

func sayAnything(words []string) bool {
	return strings.ContainsFunc(joined(words), func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// areFiller tells phrases of nothing but the commonest words of English,
// which no index can answer and nobody means.
func areFiller(words []string) bool {
	return !slices.ContainsFunc(words, func(word string) bool { return !slices.Contains(filler, word) })
}

var filler = []string{
	"a", "an", "and", "are", "as", "at", "be", "by", "for", "from", "in", "is", "it", "its",
	"of", "on", "or", "that", "the", "this", "to", "was", "we", "were", "which", "with",
}
