package compose_test

import (
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/compose"
	"github.com/scilit-lsp/scilit-lsp/engine/copying"
)

// rewriter returns a rewriter for a paper that has a sentence, and a copy of the sentence about it.
func rewriter(sentence string) (*compose.Rewriter, string) {
	paper := strings.NewReplacer("@ ", "We ", " @", "").Replace(sentence)
	return compose.NewRewriter(copying.NewSource(paper, copying.Excused{})), strings.ReplaceAll(sentence, "@", compose.Mark)
}

func TestSentencesAreSaidInOtherWords(t *testing.T) {
	for sentence, want := range map[string]string{
		"@ show that soft constraints improve the accuracy of the parsing of Dutch.":  "@ show that soft constraints enhance the accuracy of the parsing of Dutch.",
		"@ report that rice yield decreased in dry soils of the southern provinces.":  "@ report that rice yield fell in dry soils of the southern provinces.",
		"@ find that the loss is reduced by regularization in small and noisy sets.":  "@ find that in small and noisy sets the loss is reduced by regularization.",
		"@ suggest that daily exercise improves hyperglycemia in adults with asthma.": "", // "enhances" says the contrary
	} {
		r, copied := rewriter(sentence)
		said, ok := r.Rewrite(copied)
		said = strings.ReplaceAll(said, compose.Mark, "@")
		if want != "" && (!ok || said != want) || strings.Contains(said, "enhances") {
			t.Errorf("%q, %v, want %q", said, ok, want)
		}
		if again, _ := r.Rewrite(copied); strings.ReplaceAll(again, compose.Mark, "@") != said {
			t.Errorf("%q, then %q", said, again)
		}
	}
}

func TestAQuotationIsVerbatim(t *testing.T) {
	r, copied := rewriter("@ show that the quick brown fox of the far north jumps over lazy dogs.")
	quoted, ok := r.Quote(copied)
	if want := "that the “quick brown fox of the far north jumps over lazy dogs”."; !ok || !strings.HasSuffix(quoted, want) {
		t.Errorf("%q, %v, want the end %q", quoted, ok, want)
	}
	if r.Copies(quoted) {
		t.Errorf("%q copies", quoted)
	}
}

func FuzzRewrite(f *testing.F) {
	f.Add("@ show that soft constraints improve the accuracy of the parsing of Dutch.")
	f.Add("Using X and Y, @ find both a and b, which are the effects of A on B, to see.")
	f.Add("and and of the @ of the, , that to for detecting errors")
	f.Fuzz(func(t *testing.T, sentence string) {
		if len(sentence) > 600 {
			return
		}
		r, copied := rewriter(sentence)
		if said, ok := r.Rewrite(copied); ok && r.Copies(said) {
			t.Errorf("%q copies", said)
		}
		if said, ok := r.Quote(copied); ok && r.Copies(said) {
			t.Errorf("%q copies", said)
		}
	})
}
