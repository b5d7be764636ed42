package engine_test

import (
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/draft"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// BenchmarkDraft drafts the best sentence about papers that no cache knows, without an embedder. Each
// paper is cited after the first sentences of another abstract.
func BenchmarkDraft(b *testing.B) {
	var papers []*engine.Paper
	for p, err := range corpus.File(b.Context(), "../testdata/papers/acl.jsonl.gz") {
		if err != nil {
			b.Fatal(err)
		}
		if p.Abstract != "" && len(papers) < 2000 {
			papers = append(papers, p)
		}
	}
	next := 0
	for b.Loop() {
		p, other := papers[next%len(papers)], papers[(next+7)%len(papers)]
		context := text.SplitSentences(other.Abstract)
		req := draft.Request{Paper: p, Context: context[:min(3, len(context))], Textual: true}
		if _, err := (draft.Composer{}).Write(b.Context(), req, 1); err != nil {
			b.Fatal(err)
		}
		next++
	}
}
