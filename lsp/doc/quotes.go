package doc

import (
	"strings"
)

// Quotes are the marks around a quotation, in the markup of a document.
type Quotes struct{ Open, Close string }

// English are the marks of English, which other languages use, too.
var English = Quotes{"“", "”"}

// quotesIn lists the marks of other languages.
var quotesIn = map[string]Quotes{
	"de": {"„", "“"}, "cs": {"„", "“"}, "pl": {"„", "”"}, "fr": {"«\u00a0", "\u00a0»"}, "es": {"«", "»"}, "it": {"«", "»"},
	"pt": {"«", "»"}, "no": {"«", "»"}, "nb": {"«", "»"}, "nn": {"«", "»"}, "ca": {"«", "»"}, "sv": {"”", "”"},
	"fi": {"”", "”"},
}

// QuotesOf returns the typographic marks of a language.
func QuotesOf(language string) Quotes {
	if q, ok := quotesIn[language]; ok {
		return q
	}
	return English
}

// Around returns a passage of the document, in its markup, as a quotation.
func (q Quotes) Around(passage string) string { return q.Open + passage + q.Close }

// Write returns plain text in the markup of a document. English quotation marks in it become those of
// the document. escape writes text without them.
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
