package search_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/search"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// An oldReader is a cross-encoder for which a title that begins late in the
// alphabet is cited here, and which counts what it reads.
type oldReader struct {
	read []string
	fail error
}

func (*oldReader) ID() string { return "old-reader" }

func (r *oldReader) Logits(_ context.Context, _ search.PairQuery, documents []string) ([]float64, error) {
	r.read = append(r.read, documents...)
	logits := make([]float64, len(documents))
	for i, document := range documents {
		logits[i] = 1000 * float64(strings.ToLower(document)[0])
	}
	return logits, r.fail
}

func candidates(titles ...string) (all []search.Candidate) {
	for i, title := range titles {
		all = append(all, search.Candidate{Paper: &paper.Paper{ID: title, Title: title}, BM25: 1 / float64(i+1), Cosine: 1 / float64(i+1)})
	}
	return all
}

func ordered(req search.RerankRequest, scores []float64) (titles []string) {
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		if scores[a] > scores[b] {
			return -1
		}
		return 1
	})
	for _, at := range order {
		titles = append(titles, req.Candidates[at].Paper.Title)
	}
	return titles
}

func TestWhatTheCrossEncoderReadStaysBeforeTheRest(t *testing.T) {
	cross := &oldReader{}
	cascade := &search.CascadeReranker{Cross: cross, Depth: 3}
	req := search.RerankRequest{Query: search.Query{Context: []string{"Here."}}, Candidates: candidates("b", "c", "a", "z", "y")}
	scores, note, err := cascade.Rerank(t.Context(), req)
	if err != nil || note != "" {
		t.Fatal(note, err)
	}
	if got := strings.Join(ordered(req, scores), " "); got != "c b a z y" {
		t.Errorf("ordered %s, want the three that were read by their logits, then the rest as before", got)
	}
	if again, _, _ := cascade.Rerank(t.Context(), req); !slices.Equal(again, scores) {
		t.Errorf("the same request: %v, then %v", scores, again)
	}
	if len(cross.read) != 3 {
		t.Errorf("%d documents were read for two equal requests, want 3", len(cross.read))
	}
}

func TestAQuickQueryIsNotRead(t *testing.T) {
	cross := &oldReader{}
	cascade := &search.CascadeReranker{Cross: cross}
	req := search.RerankRequest{Query: search.Query{Quick: true}, Candidates: candidates("b", "c")}
	if _, _, err := cascade.Rerank(t.Context(), req); err != nil || len(cross.read) > 0 {
		t.Errorf("%d read, %v", len(cross.read), err)
	}
}

func TestACrossEncoderThatFailsLeavesTheLinearOrder(t *testing.T) {
	req := search.RerankRequest{Candidates: candidates("b", "c", "a")}
	cascade := &search.CascadeReranker{Cross: &oldReader{fail: errors.New("out of memory")}}
	scores, note, err := cascade.Rerank(t.Context(), req)
	if err != nil || !strings.Contains(note, "out of memory") {
		t.Errorf("note %q, %v", note, err)
	}
	if got := strings.Join(ordered(req, scores), " "); got != "b c a" {
		t.Errorf("ordered %s", got)
	}
}
