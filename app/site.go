package app

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// ContextSentences is the number of sentences before the cursor that a query uses, the same number
// as in SciLit.
const ContextSentences = 6

// maxContext is the maximum number of bytes before a citation that are parsed.
const maxContext = 8000

// maxTitle is the maximum length of a manuscript's title, in bytes. A longer text is probably not a
// title.
const maxTitle = 1000

// LastSentences returns the last ContextSentences sentences of a text without markup, oldest first.
func LastSentences(source string) []string {
	source = strings.ToValidUTF8(source[max(0, len(source)-maxContext):], "")
	var sentences []string
	for _, span := range text.Sentences(source) {
		if words := strings.Fields(text.Clean(source[span.Start:span.End])); len(words) > 0 {
			sentences = append(sentences, strings.Join(words, " "))
		}
	}
	return sentences[max(0, len(sentences)-ContextSentences):]
}

// A CiteSite describes a position at which a citation can be inserted.
type CiteSite struct {
	Context  []string // sentences before the position, oldest first, without markup
	Claim    bool     // the user selected the last sentence of Context
	Keywords string   // in the syntax of package keyword
	Textual  bool     // citation commands can print the authors' names as part of the sentence
}

// Query returns a query for papers worth citing at the site.
func (s CiteSite) Query(limit int, m engine.Manuscript) engine.Query {
	m.Title = text.Cut(m.Title, maxTitle)
	return engine.Query{Context: s.Context, Keywords: s.Keywords, Limit: limit, Manuscript: m, Claim: s.Claim}
}

// DraftRequest returns a request for a sentence that cites a paper at the site.
func (s CiteSite) DraftRequest(p *engine.Paper) engine.DraftRequest {
	return engine.DraftRequest{
		Paper:    p,
		Context:  s.Context,
		Keywords: Topics(s.Keywords),
		Intent:   keyword.Intent(s.Keywords),
		Textual:  s.Textual,
	}
}

// Topics returns the phrases in keywords that a sentence should mention.
func Topics(keywords string) []string {
	expr, _ := keyword.Parse(keywords)
	return keyword.Positive(expr)
}

// About returns the topic for choosing highlights: the keywords and the last sentence of the
// context.
func About(found engine.Discovery, q engine.Query) string {
	parts := keyword.Positive(found.Keywords)
	if n := len(q.Context); n > 0 {
		parts = append(parts, q.Context[n-1])
	}
	return strings.Join(parts, " ")
}
