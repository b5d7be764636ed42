package answer

import (
	"context"
	"maps"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/rank"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A likeness says how close words of passages are to those of a question, since papers
// answer in other words than they are asked in.
type likeness struct {
	asked []string             // stems of the question, in order
	of    map[string][]float64 // cosines by stem of a passage, parallel to asked; nil where it is close to none
}

// likeFrom is the cosine from which on two words have to do with each other.
const likeFrom = 0.35

// liken compares the words of texts with those of the question.
func (a *Answerer) liken(ctx context.Context, in *inquiry, texts []string) (*likeness, error) {
	l := &likeness{asked: sortedKeys(in.words), of: make(map[string][]float64)}
	asked, said := wordsOf(in.text), wordsOf(texts...)
	stems := slices.Sorted(maps.Keys(said))
	var words []string
	for _, stem := range l.asked {
		words = append(words, asked[stem])
	}
	for _, stem := range stems {
		words = append(words, said[stem])
	}
	vectors, err := a.embed(ctx, words)
	if err != nil {
		return nil, err
	}
	for i, stem := range stems {
		if cosines := cosinesOf(vectors[:len(l.asked)], vectors[len(l.asked)+i]); cosines != nil {
			l.of[stem] = cosines
		}
	}
	return l, nil
}

// cosinesOf are nil where a word is close to none.
func cosinesOf(asked [][]float32, word []float32) (cosines []float64) {
	for i, v := range asked {
		if cosine := rank.Inner(v, word); cosine >= likeFrom {
			if cosines == nil {
				cosines = make([]float64, len(asked))
			}
			cosines[i] = cosine
		}
	}
	return cosines
}

// wordsOf has the first word of each stem that is no stop word.
func wordsOf(texts ...string) map[string]string {
	words := make(map[string]string)
	for _, s := range texts {
		text.EachToken(s, func(word string, _, _ int) bool {
			if stem := text.Stem(word); !text.IsStop(word) && words[stem] == "" {
				words[stem] = word
			}
			return true
		})
	}
	return words
}

// closest is how close a text comes to each word of the question.
func (l *likeness) closest(c counted) []float64 {
	closest := make([]float64, len(l.asked))
	for stem := range c.stems {
		for i, cosine := range l.of[stem] {
			closest[i] = max(closest[i], cosine)
		}
	}
	for i, stem := range l.asked {
		if c.words[stem] > 0 { // also by an abbreviation
			closest[i] = 1
		}
	}
	return closest
}

// share is how much of the question's words a text has or comes close to, by their weight.
func (l *likeness) share(words terms, c counted) float64 {
	sum, all := 0.0, 0.0
	for i, closest := range l.closest(c) {
		weight := words[l.asked[i]]
		sum += weight * closest
		all += weight
	}
	if all == 0 {
		return 0
	}
	return sum / all
}
