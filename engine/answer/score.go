package answer

import (
	"cmp"
	"context"
	_ "embed" // for the weights
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// Features name what a passage is scored by.
var Features = []string{"cosine", "cosine title", "words", "words sentence", "words paper", "pairs", "rarest missing", "missing in paper", "bm25", "kind", "length", "searched", "words asked"}

// Bounds of the pool. Unit: passages.
const (
	maxCompared = 64 // by their vectors: those with the best BM25
	perPaper    = 3  // of each paper, where several are asked
)

// duplicateFrom is the share of the stems of the shorter of two passages from which on
// they say the same.
const duplicateFrom = 0.8

// weightsData is what models/train/answers.py made.
//
//go:embed weights.json
var weightsData []byte

type weights struct {
	Format   int       `json:"format"`
	Features []string  `json:"features"`
	Weights  []float64 `json:"weights"`
	Bias     float64   `json:"bias"`
	MinScore float64   `json:"min_score"`
}

const weightsFormat = 1

func readWeights(data []byte) (w weights, err error) {
	if err := json.Unmarshal(data, &w); err != nil {
		return w, err
	}
	if w.Format != weightsFormat || !slices.Equal(w.Features, Features) || len(w.Weights) != len(Features) {
		return w, fmt.Errorf("format %d with the features %q, this program has format %d and others", w.Format, w.Features, weightsFormat)
	}
	return w, nil
}

var fitted = sync.OnceValue(func() weights {
	w, err := readWeights(weightsData)
	if err != nil {
		panic("engine/answer: weights.json: " + err.Error()) // the binary itself is broken
	}
	return w
})

func (w weights) probability(features []float64) float64 {
	sum := w.Bias
	for i, weight := range w.Weights {
		sum += weight * features[i]
	}
	return 1 / (1 + math.Exp(-sum))
}

// DefaultMinScore is the least score that was fitted.
func DefaultMinScore() float64 { return fitted().MinScore }

// pool are the passages of papers with the BM25 of each, by the statistics of all of them.
func (in *inquiry) pool(papers []*engine.Paper) (all []found) {
	for _, p := range papers {
		for _, passage := range evidence.PassagesOf(p) {
			all = append(all, found{Passage: Passage{Passage: passage, Paper: p}, counted: in.count(passage.Text), order: len(all)})
		}
	}
	in.scoreBM25(all)
	return all
}

func (in *inquiry) scoreBM25(all []found) {
	with, length := make(map[string]int), 0
	for _, f := range all {
		length += f.length
		for term := range f.words {
			with[term]++
		}
	}
	model := rank.BM25{Texts: len(all), AverageLength: max(1, float64(length)/float64(max(1, len(all))))}
	words := sortedKeys(in.words)
	best := 0.0
	for i := range all {
		for _, term := range words {
			if n := all[i].words[term]; n > 0 {
				all[i].bm25 += model.IDF(with[term]) * model.Frequency(float64(n), float64(all[i].length))
			}
		}
		best = max(best, all[i].bm25)
	}
	for i := range all {
		all[i].bm25 /= cmp.Or(best, 1)
	}
}

// score gives the best passages their probabilities, best first.
func (a *Answerer) score(ctx context.Context, in *inquiry, papers []*engine.Paper, searched bool) ([]found, error) {
	all := in.pool(papers)
	slices.SortFunc(all, func(x, y found) int {
		return cmp.Or(cmp.Compare(y.bm25, x.bm25), cmp.Compare(x.order, y.order))
	})
	all = all[:min(len(all), maxCompared)]
	if err := a.features(ctx, in, all, searched); err != nil {
		return nil, err
	}
	for i := range all {
		all[i].Score = fitted().probability(all[i].features)
	}
	slices.SortFunc(all, func(x, y found) int {
		return cmp.Or(cmp.Compare(y.Score, x.Score), cmp.Compare(x.order, y.order))
	})
	return all, nil
}

// heads are the counts and vectors of the titles and abstracts of papers.
type head struct {
	words  map[string]int // of title and abstract
	vector []float32      // of the title
}

func (a *Answerer) features(ctx context.Context, in *inquiry, all []found, searched bool) error {
	texts, places := []string{in.text}, make(map[*engine.Paper]int)
	for _, f := range all {
		if _, known := places[f.Paper]; !known {
			places[f.Paper] = len(texts)
			texts = append(texts, text.Cut(f.Paper.Title, maxQuestion))
		}
	}
	first := len(texts)
	for _, f := range all {
		texts = append(texts, f.Text)
	}
	vectors, err := a.embed(ctx, texts)
	if err != nil {
		return err
	}
	heads := make(map[*engine.Paper]head)
	for p, place := range places {
		heads[p] = head{in.count(p.Title + ". " + text.Cut(p.Abstract, maxAbout)).words, vectors[place]}
	}
	for i := range all {
		all[i].vector = vectors[first+i]
		all[i].features = in.featuresOf(&all[i], heads[all[i].Paper], vectors[0], searched)
	}
	return ctx.Err()
}

func (in *inquiry) featuresOf(f *found, h head, question []float32, searched bool) []float64 {
	best, answers := 0.0, false
	for _, s := range sentencesOf(f.Text) {
		best = max(best, in.words.share(in.count(s).words))
		answers = answers || in.kind.answeredBy(s)
	}
	both := make(map[string]int)
	for _, part := range []map[string]int{f.words, h.words} {
		for term, n := range part {
			both[term] += n
		}
	}
	return []float64{
		dot(question, f.vector), dot(question, h.vector), in.words.share(f.words), best, in.words.share(both), in.pairs.share(f.pairs),
		in.words.rarestMissing(f.words), in.words.rarestMissing(both), f.bm25, truth(answers), math.Log1p(float64(len(f.Text))) / 10, truth(searched), math.Log1p(float64(len(in.words))),
	}
}

// embed gives nil vectors where there is no embedder.
func (a *Answerer) embed(ctx context.Context, texts []string) ([][]float32, error) {
	if a.Embedder == nil {
		return make([][]float32, len(texts)), nil
	}
	return a.Embedder.Embed(ctx, texts)
}

// distinct drops passages that say what a better one says, and too many of one paper.
func distinct(all []found, several bool) (kept []found) {
	of := make(map[*engine.Paper]int)
	for _, f := range all {
		if several && of[f.Paper] == perPaper || slices.ContainsFunc(kept, func(k found) bool { return isDuplicate(k.stems, f.stems) }) {
			continue
		}
		of[f.Paper]++
		kept = append(kept, f)
	}
	return kept
}

func isDuplicate(a, b map[string]bool) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return len(a) > 0 && text.Overlap(a, b) >= duplicateFrom && len(a)*2 > len(b)
}

// dot is the cosine of two unit vectors, 0 where one is nil.
func dot(a, b []float32) (sum float64) {
	if len(a) != len(b) {
		return 0
	}
	for i, x := range a {
		sum += float64(x) * float64(b[i])
	}
	return sum
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func sortedKeys[T any](m map[string]T) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, strings.Compare)
	return keys
}
