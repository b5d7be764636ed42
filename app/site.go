package app

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// ContextSentences is how many sentences before the cursor make a query, as in
// SciLit.
const ContextSentences = 6

// LastSentences are those of a text without markup that make a query, oldest first.
func LastSentences(source string) []string {
	var sentences []string
	for _, span := range text.Sentences(source) {
		if words := strings.Fields(text.Clean(source[span.Start:span.End])); len(words) > 0 {
			sentences = append(sentences, strings.Join(words, " "))
		}
	}
	return sentences[max(0, len(sentences)-ContextSentences):]
}

// A CiteSite is where a paper is to be cited, as far as the engine asks.
type CiteSite struct {
	Context  []string // sentences before it, oldest first, free of markup
	Keywords string   // in the language of package keyword
	Textual  bool     // the text can name authors by a citation command
}

// Query asks for papers worth citing here.
func (s CiteSite) Query(limit int, m engine.Manuscript) engine.Query {
	return engine.Query{Context: s.Context, Keywords: s.Keywords, Limit: limit, Manuscript: m}
}

// DraftRequest asks for the sentence that cites a paper here.
func (s CiteSite) DraftRequest(p *engine.Paper) engine.DraftRequest {
	return engine.DraftRequest{Paper: p, Context: s.Context, Keywords: Topics(s.Keywords), Intent: keyword.Intent(s.Keywords), Textual: s.Textual}
}

// Topics are the phrases of keywords that a sentence should name.
func Topics(keywords string) []string {
	expr, _ := keyword.Parse(keywords)
	return keyword.Positive(expr)
}

// About is what a paper's highlights should be about: the keywords and the
// sentence before the cursor.
func About(found engine.Discovery, q engine.Query) string {
	parts := keyword.Positive(found.Keywords)
	if n := len(q.Context); n > 0 {
		parts = append(parts, q.Context[n-1])
	}
	return strings.Join(parts, " ")
}
