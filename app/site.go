package app

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// ContextSentences is the number of sentences before the cursor in a query, as in SciLit.
const ContextSentences = 6

// maxContext bounds the parsed text directly before a citation, in bytes.
const maxContext = 8000

// maxTitle bounds the title of a manuscript, in bytes. A longer one is no title.
const maxTitle = 1000

// LastSentences returns the last ContextSentences of a text without markup, oldest first.
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

// A CiteSite describes a place where a citation can go.
type CiteSite struct {
	Context  []string // sentences before it, oldest first, free of markup
	Claim    bool     // the user selected the last sentence of Context
	Keywords string   // in the language of package keyword
	Textual  bool     // citation commands can print authors' names in the text
}

// Query returns a search for papers worth citing at the site.
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

// Topics returns the phrases of keywords that a sentence should name.
func Topics(keywords string) []string {
	expr, _ := keyword.Parse(keywords)
	return keyword.Positive(expr)
}

// About returns the topic for highlights: the keywords and the sentence before the cursor.
func About(found engine.Discovery, q engine.Query) string {
	parts := keyword.Positive(found.Keywords)
	if n := len(q.Context); n > 0 {
		parts = append(parts, q.Context[n-1])
	}
	return strings.Join(parts, " ")
}
