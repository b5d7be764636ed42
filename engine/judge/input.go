package judge

import (
	"context"
	"iter"
)

// A Pair is a premise, one to three sentences of a paper, and a statement that it may show.
type Pair struct{ Premise, Hypothesis string }

// Vectors returns a unit vector for each word. Similar words have similar vectors.
type Vectors interface {
	Embed(ctx context.Context, words []string) ([][]float32, error)
}

// An Input is a pair as the network reads it.
type Input struct {
	Premise, Hypothesis []InputWord
	Features            []float64
}

// An InputWord is a word with its vector and its flags, see flags.
type InputWord struct {
	Word, Lemma   string
	Vector, Flags []float32
}

// numFlags is the length of InputWord.Flags.
const numFlags = numProperties + numCompared

// A reader parses texts into words with vectors. It caches both.
type reader struct {
	vectors Vectors
	known   map[string][]float32
	texts   map[key][]word
}

type key struct {
	text  string
	limit int
}

func newReader(v Vectors) *reader {
	return &reader{v, make(map[string][]float32), make(map[key][]word)}
}

func (r *reader) read(ctx context.Context, s string, limit int) ([]word, error) {
	if words, ok := r.texts[key{s, limit}]; ok {
		return words, nil
	}
	words := wordsOf(s, limit)
	var unknown []string
	for _, w := range words {
		if _, ok := r.known[w.norm]; !ok {
			r.known[w.norm] = nil
			unknown = append(unknown, w.norm)
		}
	}
	vectors, err := r.vectors.Embed(ctx, unknown)
	if err != nil {
		return nil, err
	}
	for i, s := range unknown {
		r.known[s] = vectors[i]
	}
	for i := range words {
		words[i].vector = r.known[words[i].norm]
	}
	r.texts[key{s, limit}] = words
	return words, nil
}

// A read is a pair with the links between its words and the features of the pair.
type read struct {
	premise, hypothesis []word
	back, there         []link // of the premise in the hypothesis, and of the hypothesis in the premise
	features            []float64
}

func (r *reader) pair(ctx context.Context, p Pair) (out read, err error) {
	if out.premise, err = r.read(ctx, p.Premise, maxPremise); err != nil {
		return out, err
	}
	if out.hypothesis, err = r.read(ctx, p.Hypothesis, maxHypothesis); err != nil {
		return out, err
	}
	out.there = align(out.hypothesis, out.premise)
	out.back = align(out.premise, out.hypothesis)
	out.features = features(p, out.hypothesis, out.premise, out.there, out.back)
	return out, nil
}

// Inputs yields the pairs as the network reads them, for training. It stops at the first error.
func Inputs(ctx context.Context, v Vectors, pairs iter.Seq2[Pair, error]) iter.Seq2[Input, error] {
	return func(yield func(Input, error) bool) {
		for p, err := range pairs {
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				yield(Input{}, err)
				return
			}
			x, err := newReader(v).pair(ctx, p)
			if !yield(x.input(), err) || err != nil {
				return
			}
		}
	}
}

func (x read) input() Input {
	return Input{inputWords(x.premise, x.back, x.hypothesis), inputWords(x.hypothesis, x.there, x.premise), x.features}
}

func inputWords(words []word, links []link, other []word) (out []InputWord) {
	for i, w := range words {
		out = append(out, InputWord{w.norm, w.lemma, w.vector, flags(w, links[i], other)})
	}
	return out
}

// flags returns numFlags values: the properties of a word and the comparison with the other text.
func flags(w word, l link, other []word) []float32 {
	values := compared(w, l, other)
	return append(properties(w), values[:]...)
}

func properties(w word) []float32 {
	v := make([]float32, numProperties, numFlags)
	for i := range v {
		if w.is&(1<<i) != 0 {
			v[i] = 1
		}
	}
	return v
}
