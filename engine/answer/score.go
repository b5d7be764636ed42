package answer

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/internal/weights"
)

// Features are the names of a sentence's features. Some combine the sentence with its passage and
// the paper's title and abstract:
//   - "words paper" is the share of the question's words in them,
//   - "like paper" is the same share including similar words,
//   - "missing in paper" is the rarity of the rarest question word not in them,
//   - "names missing" is the share of the question's names and numbers not in them.
//
// "kind" is 1 if the sentence has the form of an answer to this kind of question, and -1 if not.
// "counts" is 1 if the sentence states the number that the question asks for, and -1 if not. "told"
// is 1 if the last answer contained the sentence. "place" is the sentence's relative position in
// the abstract.
var Features = []string{
	"words paper", "like paper", "missing in paper", "names missing", "order", "searched", "words asked",
	"words passage", "cosine", "words", "like", "pairs", "kind", "counts", "finding", "purpose", "cites",
	"own", "place", "told", "length",
}

// Limits on the pool of passages.
const (
	maxCompared = 64 // number of passages scored, chosen by BM25
	perPaper    = 3  // number of passages returned per paper, if there are several papers
)

// duplicateFrom is the minimum share of stems, relative to the shorter text, that duplicates have
// in common.
const duplicateFrom = 0.8

// weightsData is the output of models/train/answers.py.
//
//go:embed weights.json
var weightsData []byte

// models holds the fitted models. Sentence orders the sentences. Answers computes the probability that
// the best sentence answers the question, from its logit and its features. If there is a network, Judged
// computes this probability for the first sentences, from the logits of Sentence and of the network.
type models struct {
	Format   int               `json:"format"`
	Sentence evidence.Logistic `json:"sentence"`
	Answers  evidence.Logistic `json:"answers"`
	Judged   evidence.Logistic `json:"judged"`
	MinScore float64           `json:"min_score"`
}

const weightsFormat = 3

// check returns an error if the weights were fitted on other features.
func (m models) check() error {
	return errors.Join(m.Sentence.Fits(Features), m.Answers.Fits(append([]string{"logit"}, Features...)),
		m.Judged.Fits([]string{"logit", "answers"}))
}

var fitted = weights.Embedded("engine/answer: weights.json", weightsData, weightsFormat, models.check)

// DefaultMinScore returns the minimum score fitted together with the weights.
func DefaultMinScore() float64 { return fitted().MinScore }

// pool returns the passages in papers with their BM25 scores. Document frequencies are computed
// over the pool.
func (in *inquiry) pool(papers []*engine.Paper) (all []*candidate) {
	for order, p := range papers {
		short := in.shortsOf(p)
		for _, passage := range evidence.PassagesOf(p) {
			all = append(all, &candidate{
				Passage:    Passage{Passage: passage, Paper: p},
				termCounts: in.count(passage.Text, short),
				short:      short,
				order:      len(all),
				paper:      order,
			})
		}
	}
	in.scoreBM25(all)
	return all
}

func (in *inquiry) scoreBM25(all []*candidate) {
	with, length := make(map[string]int), 0
	for _, f := range all {
		length += f.length
		for term := range f.words {
			with[term]++
		}
	}
	model := rank.BM25{Texts: len(all), AverageLength: max(1, float64(length)/float64(max(1, len(all))))}
	words := slices.Sorted(maps.Keys(in.words))
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

// score returns the sentences of the passages with the best BM25 scores, best first.
func (a *Answerer) score(
	ctx context.Context, in *inquiry, papers []*engine.Paper, searched bool,
) ([]*sentence, error) {
	pool := in.pool(papers)
	slices.SortFunc(pool, func(x, y *candidate) int {
		return cmp.Or(cmp.Compare(y.bm25, x.bm25), cmp.Compare(x.order, y.order))
	})
	pool = pool[:min(len(pool), maxCompared)]
	all := in.sentences(pool)
	if err := a.features(ctx, in, all, searched); err != nil {
		return nil, err
	}
	for _, s := range all {
		s.logit = fitted().Sentence.Logit(s.features)
		s.score = fitted().Answers.Probability(append([]float64{s.logit}, s.features...))
	}
	sortByLogit(all)
	return all, nil
}

func sortByLogit(all []*sentence) {
	slices.SortStableFunc(all, func(x, y *sentence) int {
		return cmp.Or(cmp.Compare(y.logit, x.logit), cmp.Compare(x.of.order, y.of.order), cmp.Compare(x.place, y.place))
	})
}

// A head holds the counts for a paper's title and abstract.
type head struct {
	termCounts
	text string
}

func (a *Answerer) features(ctx context.Context, in *inquiry, all []*sentence, searched bool) error {
	texts, heads := []string{in.text}, make(map[*engine.Paper]head)
	for _, s := range all {
		texts = append(texts, s.text)
	}
	vectors, err := a.embed(ctx, texts)
	if err != nil {
		return err
	}
	for _, s := range all {
		p := s.of.Paper
		if _, known := heads[p]; !known {
			said := p.Title + ". " + text.Cut(p.Abstract, maxAbout)
			texts, heads[p] = append(texts, said), head{in.count(said, s.of.short), strings.ToLower(said)}
		}
		texts = append(texts, s.of.Text)
	}
	like, err := a.liken(ctx, in, texts[1:])
	if err != nil {
		return err
	}
	for i, s := range all {
		s.features = in.featuresOf(s, heads[s.of.Paper], like, rank.Inner(vectors[0], vectors[1+i]), searched)
	}
	return ctx.Err()
}

func (in *inquiry) featuresOf(s *sentence, h head, like *likeness, cosine float64, searched bool) []float64 {
	both := termCounts{words: maps.Clone(s.of.words), stems: maps.Clone(s.of.stems)}
	maps.Copy(both.words, h.words)
	maps.Copy(both.stems, h.stems)
	order := 1.0
	if searched {
		order = 1 / float64(1+s.of.paper)
	}
	return []float64{
		in.words.share(both.words), like.share(in.words, both), in.own.rarestMissing(both.words),
		in.namesMissing(h.text + " " + strings.ToLower(s.of.Text)), order, rank.Indicator(searched),
		math.Log1p(float64(len(in.own))),
		in.words.share(s.of.words), cosine, in.words.share(s.words), like.share(in.words, s.termCounts),
		in.pairs.share(s.pairs), in.formOf(s.text), in.focus.counts(s.text),
		rank.Indicator(concluding.MatchString(s.text)), rank.Indicator(purpose.MatchString(s.text)),
		rank.Indicator(cites.MatchString(s.text)), rank.Indicator(own.MatchString(s.of.Section)), s.relative,
		rank.Indicator(in.told != "" && strings.Contains(in.told, s.text)), math.Log1p(float64(s.length)),
	}
}

// namesMissing returns the share of the question's names and numbers that do not occur in a
// lower-case text.
func (in *inquiry) namesMissing(said string) float64 {
	missing := 0
	for _, name := range in.names {
		if !hasWord(said, name) {
			missing++
		}
	}
	return float64(missing) / float64(max(1, len(in.names)))
}

// embed returns one vector per text. Without an embedder, the vectors are nil.
func (a *Answerer) embed(ctx context.Context, texts []string) ([][]float32, error) {
	if a.Embedder == nil {
		return make([][]float32, len(texts)), nil
	}
	return a.Embedder.Embed(ctx, texts)
}

// distinct returns the passages of the given sentences. It drops duplicates of better passages, and
// keeps at most perPaper passages of each paper if there are several papers.
func distinct(all []*sentence, several bool) (kept []*candidate) {
	of := make(map[*engine.Paper]int)
	for _, s := range all {
		c := s.of
		if slices.Contains(kept, c) || several && of[c.Paper] == perPaper || len(c.words) == 0 {
			continue
		}
		if slices.ContainsFunc(kept, func(k *candidate) bool { return isDuplicate(k.stems, c.stems) }) {
			continue
		}
		of[c.Paper]++
		kept = append(kept, c)
	}
	return kept
}

func isDuplicate(a, b map[string]bool) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return len(a) > 0 && text.Overlap(a, b) >= duplicateFrom && len(a)*2 > len(b)
}
