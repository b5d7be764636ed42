package search_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/search"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// An oldReader is a cross-encoder that scores titles by their position in the alphabet. It counts the
// texts it reads.
type oldReader struct {
	read []string
	fail error
}

func (r *oldReader) Logits(_ context.Context, _ search.PairQuery, documents []string) ([]float64, error) {
	r.read = append(r.read, documents...)
	logits := make([]float64, len(documents))
	for i, document := range documents {
		logits[i] = 1000 * float64(strings.ToLower(document)[0])
	}
	return logits, r.fail
}

// graphOf returns a reranker whose citation graph contains the works with these titles.
func graphOf(t *testing.T, titles ...string) search.LinearReranker {
	t.Helper()
	var b bytes.Buffer
	fmt.Fprintf(&b, `{"format": 1, "embedder": "e", "dim": 2, "works": %d, "contexts": 0}`+"\n", len(titles))
	for _, title := range titles {
		b.Write(binary.LittleEndian.AppendUint64(nil, search.TitleHash(title)))
	}
	graph, err := search.ReadCitationGraph(&b)
	if err != nil {
		t.Fatal(err)
	}
	return search.LinearReranker{Citations: graph}
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
	cascade := &search.CascadeReranker{Linear: graphOf(t, "b", "c", "a", "z", "y"), Cross: cross, Depth: 3}
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
	cascade := &search.CascadeReranker{Linear: graphOf(t, "b", "c"), Cross: cross}
	req := search.RerankRequest{Query: search.Query{Quick: true}, Candidates: candidates("b", "c")}
	if _, _, err := cascade.Rerank(t.Context(), req); err != nil || len(cross.read) > 0 {
		t.Errorf("%d read, %v", len(cross.read), err)
	}
}

// The cross-encoder was trained on one field and ranks others worse. If the graph contains few of the
// candidates, or there is no graph, the linear reranker decides the order.
func TestTheCrossEncoderIsSilentInOtherFields(t *testing.T) {
	titles := make([]string, 50)
	for i := range titles {
		titles[i] = fmt.Sprintf("a%02d", i)
	}
	req := search.RerankRequest{Query: search.Query{Context: []string{"Here."}}, Candidates: candidates(titles...)}
	for known, reads := range map[int]bool{0: false, 5: false, 7: true, 50: true} {
		cross, linear := &oldReader{}, graphOf(t, titles[:known]...)
		scores, note, err := (&search.CascadeReranker{Linear: linear, Cross: cross}).Rerank(t.Context(), req)
		if err != nil || note != "" {
			t.Fatal(note, err)
		}
		want, _, _ := linear.Rerank(t.Context(), req)
		if (len(cross.read) > 0) != reads || !reads && !slices.Equal(scores, want) {
			t.Errorf("%d of 50 known: %d read", known, len(cross.read))
		}
	}
	cross := &oldReader{}
	if _, _, err := (&search.CascadeReranker{Cross: cross}).Rerank(t.Context(), req); err != nil || len(cross.read) > 0 {
		t.Errorf("without a graph: %d read, %v", len(cross.read), err)
	}
}

func TestACrossEncoderThatFailsLeavesTheLinearOrder(t *testing.T) {
	req := search.RerankRequest{Candidates: candidates("b", "c", "a")}
	linear := graphOf(t, "b", "c", "a")
	cascade := &search.CascadeReranker{Linear: linear, Cross: &oldReader{fail: errors.New("out of memory")}}
	scores, note, err := cascade.Rerank(t.Context(), req)
	if err != nil || !strings.Contains(note, "out of memory") {
		t.Errorf("note %q, %v", note, err)
	}
	if got := strings.Join(ordered(req, scores), " "); got != "b c a" {
		t.Errorf("ordered %s", got)
	}
}
