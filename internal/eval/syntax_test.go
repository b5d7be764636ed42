package eval

import (
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
	"github.com/scilit-lsp/scilit-lsp/internal/treebank"
)

func TestMeasureSyntax(t *testing.T) {
	tree := syntax.Parse("The authors propose a method.")
	s := treebank.Sentence{Text: tree.Text}
	for _, token := range tree.Tokens {
		head := int32(token.Head)
		if token.Head == syntax.None {
			head = int32(len(tree.Tokens))
		}
		s.Forms, s.Lemmas = append(s.Forms, token.Form), append(s.Lemmas, token.Lemma)
		s.Tags, s.Heads = append(s.Tags, string(token.Tag)), append(s.Heads, head)
		s.Relations = append(s.Relations, string(token.Relation))
	}
	n := len(s.Forms)
	if r := MeasureSyntax([]treebank.Sentence{s}); r.Tags != n || r.Lemmas != n || r.Labelled != n || r.Roots != 1 ||
		r.Boundaries.F1() != 1 || r.Words != n-1 {
		t.Errorf("a parser compared with itself: %+v", r)
	}
	s.Relations[0], s.Tags[1], s.Heads[4] = "amod", "XX", 0
	r := MeasureSyntax([]treebank.Sentence{s})
	if r.Tags != n-1 || r.Heads != n-1 || r.Labelled != n-2 || r.Relations["amod"] != (Overlap{Gold: 1}) {
		t.Errorf("two errors and a tag: %+v", r)
	}
}
