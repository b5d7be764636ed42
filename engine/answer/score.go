package answer

import (
	"cmp"
	"context"
	_ "embed" // for the weights
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// Features are the names of a passage's features. For the features "... paper", the passage is
// combined with the paper's title and abstract:
//   - "words paper" is the share of the question's words in them,
//   - "like paper" is the same share including similar words,
//   - "missing in paper" is the rarity of the rarest question word not in them.
//
// "counts" is 1 if the passage contains the number that the question asks for.
var Features = []string{
	"cosine", "words", "words sentence", "words paper", "pairs", "missing in paper", "searched", "words asked",
	"like paper", "counts",
}

// Limits on the pool of passages.
const (
	maxCompared = 64 // fully scored, chosen by BM25
	perPaper    = 3  // returned per paper, if there are several papers
)

// duplicateFrom is the minimum overlap in stems of duplicates, relative to the shorter text.
const duplicateFrom = 0.8

// weightsData is the output of models/train/answers.py.
//
//go:embed weights.json
var weightsData []byte

type weights struct {
	evidence.Logistic
	Format   int     `json:"format"`
	MinScore float64 `json:"min_score"`
}

const weightsFormat = 1

func readWeights(data []byte) (w weights, err error) {
	if err := json.Unmarshal(data, &w); err != nil {
		return w, err
	}
	if w.Format != weightsFormat {
		return w, fmt.Errorf("format %d, this program reads format %d", w.Format, weightsFormat)
	}
	return w, w.Fits(Features)
}

var fitted = sync.OnceValue(func() weights {
	w, err := readWeights(weightsData)
	if err != nil {
		panic("engine/answer: weights.json: " + err.Error()) // unreachable unless the binary is broken
	}
	return w
})

// DefaultMinScore returns the minimum score fitted together with the weights.
func DefaultMinScore() float64 { return fitted().MinScore }

// pool returns the passages in papers with their BM25 scores. Document frequencies are computed
// over the pool.
func (in *inquiry) pool(papers []*engine.Paper) (all []candidate) {
	for _, p := range papers {
		short := in.shortsOf(p)
		for _, passage := range evidence.PassagesOf(p) {
			all = append(all, candidate{
				Passage: Passage{Passage: passage, Paper: p},
				counted: in.count(passage.Text, short),
				short:   short,
				order:   len(all),
			})
		}
	}
	in.scoreBM25(all)
	return all
}

func (in *inquiry) scoreBM25(all []candidate) {
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

// score returns the passages with the best BM25 scores, ordered by probability.
func (a *Answerer) score(ctx context.Context, in *inquiry, papers []*engine.Paper, searched bool) ([]candidate, error) {
	all := in.pool(papers)
	slices.SortFunc(all, func(x, y candidate) int {
		return cmp.Or(cmp.Compare(y.bm25, x.bm25), cmp.Compare(x.order, y.order))
	})
	all = all[:min(len(all), maxCompared)]
	if err := a.features(ctx, in, all, searched); err != nil {
		return nil, err
	}
	for i := range all {
		all[i].Score = fitted().Probability(all[i].features)
	}
	slices.SortFunc(all, func(x, y candidate) int {
		return cmp.Or(cmp.Compare(y.Score, x.Score), cmp.Compare(x.order, y.order))
	})
	return all, nil
}

func (a *Answerer) features(ctx context.Context, in *inquiry, all []candidate, searched bool) error {
	texts, heads := []string{in.text}, make(map[*engine.Paper]counted)
	for _, f := range all {
		texts = append(texts, f.Text)
	}
	vectors, err := a.embed(ctx, texts)
	if err != nil {
		return err
	}
	for _, f := range all {
		if _, known := heads[f.Paper]; !known {
			head := f.Paper.Title + ". " + text.Cut(f.Paper.Abstract, maxAbout)
			texts, heads[f.Paper] = append(texts, head), in.count(head, f.short)
		}
	}
	like, err := a.liken(ctx, in, texts[1:])
	if err != nil {
		return err
	}
	for i := range all {
		cosine := rank.Inner(vectors[0], vectors[1+i])
		all[i].features = in.featuresOf(&all[i], heads[all[i].Paper], like, cosine, searched)
	}
	return ctx.Err()
}

// featuresOf returns the features of a passage. head holds the counts for the paper's title and
// abstract.
func (in *inquiry) featuresOf(f *candidate, head counted, like *likeness, cosine float64, searched bool) []float64 {
	best := 0.0
	for _, s := range sentencesOf(f.Text) {
		best = max(best, in.words.share(in.count(s, f.short).words))
	}
	both := counted{words: maps.Clone(f.words), stems: maps.Clone(f.stems)}
	maps.Copy(both.words, head.words)
	maps.Copy(both.stems, head.stems)
	return []float64{
		cosine, in.words.share(f.words), best, in.words.share(both.words), in.pairs.share(f.pairs),
		in.words.rarestMissing(both.words), truth(searched), math.Log1p(float64(len(in.words))),
		like.share(in.words, both), in.focus.counts(f.Text),
	}
}

// embed returns one vector per text. Without an embedder, the vectors are nil.
func (a *Answerer) embed(ctx context.Context, texts []string) ([][]float32, error) {
	if a.Embedder == nil {
		return make([][]float32, len(texts)), nil
	}
	return a.Embedder.Embed(ctx, texts)
}

// distinct removes duplicates of better passages, and any passages beyond perPaper for each paper.
func distinct(all []candidate, several bool) (kept []candidate) {
	of := make(map[*engine.Paper]int)
	for _, f := range all {
		if several && of[f.Paper] == perPaper {
			continue
		}
		if slices.ContainsFunc(kept, func(k candidate) bool { return isDuplicate(k.stems, f.stems) }) {
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
