package route

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// An Example is a text labelled with its discipline.
type Example struct {
	Discipline Discipline `json:"discipline"`
	Source     string     `json:"source"`
	Title      string     `json:"title"`
	Text       string     `json:"text"`
}

// FitOptions configure training.
type FitOptions struct {
	Seed        uint64
	Rounds      int     // number of epochs
	Decay       float64 // strength of the L2 regularization
	MinTexts    int     // minimum number of records that contain a term
	MaxTerms    int     // maximum number of terms
	SourcePower float64 // exponent of a source's size in its weight
	Claims      float64 // factor by which claims written for training outweigh other records
}

// DefaultFit holds the options used to train weights.bin.
var DefaultFit = FitOptions{
	Seed: 1, Rounds: 2, Decay: 0.01, MinTexts: 6, MaxTerms: 60_000, SourcePower: 0.5, Claims: 4,
}

// Fit trains a model on titles, sentences and whole texts, so that it can classify claims of any
// length. All disciplines have equal weight. The confidence and the repositories' priors are fitted on
// the claims written for training, using a model not trained on them.
func Fit(examples []Example, o FitOptions) *Model {
	m := fitWeights(examples, o)
	if truths, others := writtenClaims(examples); len(truths) > 0 && len(others) > 0 {
		calibrated := fitWeights(others, o).Calibrated(truths)
		m.temperature, m.advantage = calibrated.temperature, calibrated.advantage
	}
	return m
}

// writtenClaims returns the claims written for training in three forms: without context, with context,
// and with context and title. others are the remaining examples.
func writtenClaims(examples []Example) (truths []Truth, others []Example) {
	for _, e := range examples {
		sentences := text.Sentences(e.Text)
		if e.Source != written || len(sentences) == 0 {
			others = append(others, e)
			continue
		}
		start := sentences[len(sentences)-1].Start
		alone := Claim{Text: e.Text[start:]}
		inContext := Claim{Text: alone.Text, Context: []string{e.Text[:start]}}
		whole := Claim{Text: alone.Text, Context: inContext.Context, Title: e.Title}
		for _, c := range []Claim{alone, inContext, whole} {
			truths = append(truths, Truth{c, e.Discipline})
		}
	}
	return truths, others
}

func fitWeights(examples []Example, o FitOptions) *Model {
	t := newTrainer(examples, o)
	t.learn(o)
	t.model.semantic = semanticTable(examples, o)
	if len(t.model.terms) > o.MaxTerms {
		t.prune(o.MaxTerms)
	}
	return t.model
}

// A sample is one training text.
type sample struct {
	features   []feature
	discipline int
	weight     float64
}

type trainer struct {
	model    *Model
	examples []Example
	samples  []sample
	terms    learner // fits model.rows
}

// A learner fits a table by stochastic gradient descent (Adagrad).
type learner struct {
	table
	squares table // sums of squared gradients
}

func newTrainer(examples []Example, o FitOptions) *trainer {
	t := &trainer{examples: examples, model: &Model{advantage: make([]float64, len(disciplines)), temperature: 1}}
	t.vocabulary(commonTerms(examples, o.MinTexts))
	t.sample(o)
	return t
}

// vocabulary initializes the model with the given terms.
func (t *trainer) vocabulary(terms []string) {
	t.model.terms = terms
	t.model.ids = make(map[string]int32, len(terms))
	for i, term := range terms {
		t.model.ids[term] = int32(i)
	}
	t.model.rows = newTable(len(terms))
	t.terms = learner{t.model.rows, newTable(len(terms))}
}

// commonTerms returns the terms that occur in at least minTexts records, sorted. A term from a single
// source must occur in at least minOfOne.
func commonTerms(examples []Example, minTexts int) (terms []string) {
	counts, origins := make(map[string]int), make(map[string]string)
	for _, e := range examples {
		seen := make(map[string]bool)
		text.EachTerm(prose(e.Title+". "+e.Text), func(term string, _ bool) {
			if !seen[term] && !strings.ContainsAny(term, "0123456789\n") {
				seen[term] = true
				counts[term]++
				origins[term] = oneOrigin(origins[term], e.Source)
			}
		})
	}
	for term, n := range counts {
		if n >= minTexts && (n >= minOfOne || origins[term] == several) {
			terms = append(terms, term)
		}
	}
	slices.Sort(terms)
	return terms
}

// minOfOne is the minimum number of records for a term from a single source. Such a term is often a
// name or boilerplate.
const minOfOne = 25

// several is the value for a term that occurs in more than one source.
const several = "\n"

func oneOrigin(before, source string) string {
	if before == "" || before == source {
		return source
	}
	return several
}

func (t *trainer) sample(o FitOptions) {
	t.samples = t.samples[:0]
	weights := sourceWeights(t.examples, o)
	for _, e := range t.examples {
		d := slices.Index(disciplines, e.Discipline)
		if d < 0 {
			continue
		}
		texts := textsOf(e)
		for _, s := range texts {
			if found := features(s, t.model.id); len(found) > 0 {
				t.samples = append(t.samples, sample{found, d, weights[sourceOf(e)] / float64(len(texts))})
			}
		}
	}
}

// textsOf returns the title, some sentences and the whole text of an example.
func textsOf(e Example) (texts []string) {
	if e.Title != "" {
		texts = append(texts, e.Title)
	}
	if e.Text == "" {
		return texts
	}
	spans := text.Sentences(e.Text)
	step := max(1, len(spans)/4)
	for i := 0; i < len(spans); i += step {
		texts = append(texts, e.Text[spans[i].Start:spans[i].End])
	}
	return append(texts, e.Title+". "+e.Text)
}

type source struct {
	discipline Discipline
	name       string
}

func sourceOf(e Example) source { return source{e.Discipline, e.Source} }

// written is the source of the claims written for training.
const written = "written"

// sourceWeights returns the weight of one record from each source. All disciplines have the same total
// weight. Within a discipline, the weight of a source grows more slowly than its size.
func sourceWeights(examples []Example, o FitOptions) map[source]float64 {
	counts := make(map[source]float64)
	for _, e := range examples {
		counts[sourceOf(e)]++
	}
	weights, sums := make(map[source]float64), make(map[Discipline]float64)
	for s, n := range counts {
		weights[s] = math.Pow(n, o.SourcePower)
		if s.name == written {
			weights[s] *= o.Claims
		}
		sums[s.discipline] += weights[s]
	}
	mean := float64(len(examples)) / float64(max(1, len(sums)))
	for s, n := range counts {
		weights[s] *= mean / sums[s.discipline] / n
	}
	return weights
}

// learn fits the weights of the terms.
func (t *trainer) learn(o FitOptions) {
	random := rand.New(rand.NewPCG(o.Seed, 0))
	for range o.Rounds {
		random.Shuffle(len(t.samples), func(i, j int) { t.samples[i], t.samples[j] = t.samples[j], t.samples[i] })
		for _, s := range t.samples {
			t.terms.step(s, o.Decay)
		}
	}
}

const rate = 0.3

func (l learner) step(s sample, decay float64) {
	gradients := make([]float64, len(disciplines))
	l.add(gradients, s.features)
	softmax(gradients)
	gradients[s.discipline]--
	for _, f := range s.features {
		row, squares := l.row(f.id), l.squares.row(f.id)
		for j, gradient := range gradients {
			g := s.weight*gradient*f.value + decay*row[j]
			squares[j] += g * g
			row[j] -= rate * g / (1e-4 + math.Sqrt(squares[j]))
		}
	}
}

// prune removes all terms except those whose weights differ most between disciplines.
func (t *trainer) prune(most int) {
	m := t.model
	uses := make([]float64, len(m.terms))
	for _, s := range t.samples {
		for _, f := range s.features {
			uses[f.id]++
		}
	}
	worth := func(id int32) float64 {
		row := m.rows.row(id)
		return (slices.Max(row) - slices.Min(row)) * math.Log1p(uses[id])
	}
	order := slices.SortedFunc(seq(len(m.terms)), func(a, b int32) int {
		return cmp.Or(cmp.Compare(worth(b), worth(a)), cmp.Compare(a, b))
	})
	kept := order[:most]
	slices.Sort(kept)
	t.keep(kept)
}

// keep removes all terms except those with the given ids, which must be sorted.
func (t *trainer) keep(ids []int32) {
	before := *t.model
	terms := make([]string, len(ids))
	for i, id := range ids {
		terms[i] = before.terms[id]
	}
	t.vocabulary(terms)
	for i, id := range ids {
		copy(t.model.rows.row(int32(i)), before.rows.row(id))
	}
}

func seq(n int) func(yield func(int32) bool) {
	return func(yield func(int32) bool) {
		for i := range int32(n) {
			if !yield(i) {
				return
			}
		}
	}
}
