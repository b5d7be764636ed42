package doc

import (
	"strings"
)

// Quotes are quotation marks in a document's markup.
type Quotes struct{ Open, Close string }

// English holds the English quotation marks, which some other languages share.
var English = Quotes{"“", "”"}

var quotesIn = map[string]Quotes{
	"de": {"„", "“"}, "cs": {"„", "“"}, "pl": {"„", "”"}, "fr": {"«\u00a0", "\u00a0»"}, "es": {"«", "»"}, "it": {"«", "»"},
	"pt": {"«", "»"}, "no": {"«", "»"}, "nb": {"«", "»"}, "nn": {"«", "»"}, "ca": {"«", "»"}, "sv": {"”", "”"},
	"fi": {"”", "”"},
}

// QuotesOf returns the typographic quotation marks of a language.
func QuotesOf(language string) Quotes {
	if q, ok := quotesIn[language]; ok {
		return q
	}
	return English
}

// Around returns a passage, already in the document's markup, enclosed in quotation marks.
func (q Quotes) Around(passage string) string { return q.Open + passage + q.Close }

// Write converts plain text to the document's markup and replaces English quotation marks with the
// document's. It converts the text between quotation marks with escape.
func (q Quotes) Write(plain string, escape func(string) string) string {
	if q == (Quotes{}) {
		return escape(plain)
	}
	var b strings.Builder
	for {
		before, rest, opened := strings.Cut(plain, English.Open)
		inside, after, closed := strings.Cut(rest, English.Close)
		if !opened || !closed {
			return b.String() + escape(plain)
		}
		b.WriteString(escape(before))
		b.WriteString(q.Around(escape(inside)))
		plain = after
	}
}
