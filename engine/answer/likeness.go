package answer

import (
	"context"
	"maps"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/rank"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A likeness holds the similarities between words in passages and words in the question, which are
// used to match synonyms and related words.
type likeness struct {
	asked []string             // stems in the question, sorted
	of    map[string][]float64 // cosines for each stem in a passage, parallel to asked; nil if all are below likeFrom
}

// likeFrom is the minimum cosine between related words.
const likeFrom = 0.35

// liken compares the embeddings of the words in texts with those of the question's words.
func (a *Answerer) liken(ctx context.Context, in *inquiry, texts []string) (*likeness, error) {
	l := &likeness{asked: slices.Sorted(maps.Keys(in.words)), of: make(map[string][]float64)}
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

// cosinesOf returns the cosines between word and each vector in asked. Values below likeFrom are
// replaced with 0. It returns nil if all values are below likeFrom.
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

// wordsOf maps each stem in texts to the first word with that stem. It omits stop words.
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

// closest returns, for each question word, the highest cosine with a word in a text.
func (l *likeness) closest(c termCounts) []float64 {
	closest := make([]float64, len(l.asked))
	for stem := range c.stems {
		for i, cosine := range l.of[stem] {
			closest[i] = max(closest[i], cosine)
		}
	}
	for i, stem := range l.asked {
		if c.words[stem] > 0 { // in the text, or in the long form of one of its abbreviations
			closest[i] = 1
		}
	}
	return closest
}

// share returns the weighted share of the question's words in a text. A similar word counts in
// proportion to its cosine.
func (l *likeness) share(words terms, c termCounts) float64 {
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
