package keyword

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/scilit-lsp/scilit-lsp/paper"
)

// fields lists the valid values of Field.Name. "year" and "intent" are handled separately.
var fields = []string{"author", "title", "venue", "doi", "arxiv", "key"}

// operand parses the text between two separators. span must not be empty.
func (p *parser) operand(span Span) Expr {
	switch p.src[span.Start] {
	case '-':
		return p.not(span)
	case '~':
		return p.loose(span)
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

// not parses an operand that begins with "-". It reports and ignores additional "-" characters.
func (p *parser) not(span Span) Expr {
	rest := trim(p.src, Span{span.Start + 1, span.End})
	for strings.HasPrefix(p.text(rest), "-") {
		p.mistake(Span{rest.Start, rest.Start + 1}, "one `-` is enough: put words that begin with `-` in quotes")
		rest = trim(p.src, Span{rest.Start + 1, rest.End})
	}
	if rest.Start == rest.End {
		p.mistake(span, "nothing follows `-`: add the words that papers must not contain")
		return nil
	}
	operand := p.operand(rest)
	if operand == nil {
		return nil
	}
	return Not{span, operand}
}

// splitField splits a span that begins with a Latin word and ":" into a field name and a value.
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
		p.mistake(span, fmt.Sprintf("unknown field %q: use author, title, venue, doi, arxiv, key, year or intent, "+
			"or put the words in quotes to search for them", name))
		return nil
	case !sayAnything(words):
		p.mistake(span, fmt.Sprintf("no words follow `%s:`: add the words that this field must contain", name))
		return nil
	}
	words, begins := cutStar(words, p.text(value))
	if name == "doi" {
		words = []string{cmp.Or(paper.DOI(strings.TrimSuffix(p.text(value), "*")), joined(words))}
	}
	return Field{span, name, words, begins}
}

// shortestBeginning is the minimum length of a prefix in bytes. It is 2, since "A*" is the name of
// an algorithm.
const shortestBeginning = 2

// cutStar removes an unquoted "*" after the only word of a field.
func cutStar(words []string, source string) (cut []string, begins bool) {
	if len(words) == 2 && words[1] == "*" && strings.HasSuffix(source, `"*`) {
		words = []string{words[0] + "*"} // the star follows the closing quote
	}
	if len(words) != 1 || strings.HasSuffix(source, `"`) {
		return words, false
	}
	word, starred := strings.CutSuffix(words[0], "*")
	if !starred || strings.HasSuffix(word, "*") || len(word) < shortestBeginning || !sayAnything([]string{word}) {
		return words, false
	}
	return []string{word}, true
}

// Intents lists the valid values of `intent:`.
var Intents = []string{"background", "method", "result", "contrast"}

func (p *parser) setIntent(span Span, intent string) {
	if !slices.Contains(Intents, intent) {
		p.mistake(span, fmt.Sprintf("unknown intent %q: use one of %s", intent, strings.Join(Intents, ", ")))
		return
	}
	p.intent = intent
}

// loose parses the words after "~" or "~~".
func (p *parser) loose(span Span) Expr {
	term := Span{span.Start + 1, span.End}
	sign := "~"
	anywhere := strings.HasPrefix(p.text(term), "~")
	if anywhere {
		sign = "~~"
		term.Start++
	}
	term = trim(p.src, term)
	if term.Start == term.End {
		p.mistake(span, "nothing follows `"+sign+"`: add the words that papers must contain")
		return nil
	}
	phrase, ok := p.phrase(term).(Phrase)
	if !ok {
		return nil
	}
	return Words{span, phrase.Words, anywhere}
}

// hintAtNot adds a hint if a word inside a phrase begins with "-", which does not negate it.
func (p *parser) hintAtNot(span Span) {
	text, quoted := p.text(span), false
	for i := range len(text) - 1 {
		if text[i] == '"' {
			quoted = !quoted
		}
		if quoted || i == 0 || text[i] != '-' || !isSpace(text[i-1]) || !sayAnything([]string{text[i+1 : i+2]}) {
			continue
		}
		word := strings.Fields(text[i:])[0]
		p.hint(Span{span.Start + i, span.Start + i + len(word)}, fmt.Sprintf(
			"`%s` is part of this phrase: write `; %s` to exclude papers with this word, or put the phrase in quotes",
			word, word))
		return
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func (p *parser) phrase(span Span) Expr {
	words := splitWords(p.text(span))
	p.hintAtNot(span)
	if !sayAnything(words) {
		p.mistake(span, "this phrase has no letters or digits: add words, or remove it")
		return nil
	}
	if areFiller(words) {
		p.mistake(span, fmt.Sprintf("%q is in nearly every paper: add a more specific word, or remove it", joined(words)))
		return nil
	}
	return Phrase{span, words}
}

// splitWords splits s into lower-case words at white space and quotes.
func splitWords(s string) []string {
	return strings.Fields(strings.ToLower(strings.ReplaceAll(s, `"`, " ")))
}

func sayAnything(words []string) bool {
	return strings.ContainsFunc(joined(words), func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// areFiller reports whether all words are stop words. Such a phrase matches nearly every paper and
// is expensive to search for.
func areFiller(words []string) bool {
	return !slices.ContainsFunc(words, func(word string) bool { return !slices.Contains(filler, word) })
}

var filler = []string{
	"a", "an", "and", "are", "as", "at", "be", "by", "for", "from", "in", "is", "it", "its",
	"of", "on", "or", "that", "the", "this", "to", "was", "we", "were", "which", "with",
}
