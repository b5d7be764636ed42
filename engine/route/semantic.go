package route

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// semanticRows returns the number of rows of weights for static vectors: one per dimension, and one for
// a constant. It loads the vectors, so it must not be called at startup.
func semanticRows() int { return onnx.Static().Dim() + 1 }

// semanticFeatures returns the components of a text's static vector and a constant. Through them, words
// absent from the training texts count by their similarity to others. It returns nil if the vector is
// zero.
func semanticFeatures(s string) []feature {
	vectors, err := onnx.Static().Embed(context.Background(), []string{prose(s)})
	if err != nil {
		panic(err) // unreachable: Embed fails only if its context is cancelled
	}
	if !slices.ContainsFunc(vectors[0], func(x float32) bool { return x != 0 }) {
		return nil
	}
	all := make([]feature, 0, semanticRows())
	for i, x := range vectors[0] {
		all = append(all, feature{int32(i), float64(x)})
	}
	return append(all, feature{int32(len(all)), 1})
}

// semanticRounds is the number of training epochs for the weights of static vectors.
const semanticRounds = 2

// semanticTable fits the weights of static vectors.
func semanticTable(examples []Example, o FitOptions) table {
	l := learner{newTable(semanticRows()), newTable(semanticRows())}
	weights := sourceWeights(examples, o)
	random := rand.New(rand.NewPCG(o.Seed, 1))
	for range semanticRounds {
		for _, i := range random.Perm(len(examples)) {
			e := examples[i]
			d := slices.Index(disciplines, e.Discipline)
			if d < 0 {
				continue
			}
			texts := semanticTexts(e)
			for _, s := range texts {
				l.step(sample{semanticFeatures(s), d, weights[sourceOf(e)] / float64(len(texts))}, 0)
			}
		}
	}
	return l.table
}

// semanticTexts returns the title, a sentence, the title followed by the sentence, and the title
// followed by the whole text.
func semanticTexts(e Example) []string {
	spans := text.Sentences(e.Text)
	if len(spans) == 0 {
		return []string{e.Title}
	}
	middle := spans[len(spans)/2]
	sentence := e.Text[middle.Start:middle.End]
	return []string{e.Title, sentence, e.Title + ". " + sentence, e.Title + ". " + e.Text}
}
