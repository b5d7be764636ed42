package judge

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// closest returns the indexes of the nonempty sentences, closest to the claim first. Shared terms are
// weighted by their rarity among the sentences, and long sentences score lower.
func closest(claim string, sentences []string) []int {
	asked := slices.Sorted(maps.Keys(text.TermSet(claim)))
	terms := make([]map[string]bool, len(sentences))
	in := make(map[string]int)
	var order []int
	for i, s := range sentences {
		if strings.TrimSpace(s) == "" {
			continue
		}
		order = append(order, i)
		terms[i] = text.TermSet(text.Cut(s, maxSentence))
		for _, term := range asked {
			if terms[i][term] {
				in[term]++
			}
		}
	}
	score := make([]float64, len(sentences))
	for _, i := range order {
		for _, term := range asked {
			if terms[i][term] {
				score[i] += math.Log1p(float64(len(order)) / float64(in[term]))
			}
		}
		score[i] /= math.Sqrt(lengthBias + float64(len(terms[i])))
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(score[b], score[a]) })
	return order
}

// lengthBias is the number of terms added to the length of each sentence, so that short sentences are
// not favoured too much.
const lengthBias = 10

// fitting returns the first sentences of order that fit into maxWhole bytes together, but at least one.
func fitting(order []int, sentences []string) []int {
	size := 0
	for n, i := range order {
		size += len(sentences[i]) + 1
		if n > 0 && size > maxWhole {
			return order[:n]
		}
	}
	return order
}

// premise joins the title and the given sentences, in document order.
func (p Paper) premise(chosen []int) string {
	parts := make([]string, 0, len(chosen)+1)
	if title := strings.TrimRight(text.OneLine(text.Cut(p.Title, maxSentence)), ". "); title != "" {
		parts = append(parts, title+".")
	}
	for _, i := range slices.Sorted(slices.Values(chosen)) {
		parts = append(parts, text.OneLine(text.Cut(p.Sentences[i], maxSentence)))
	}
	return strings.Join(parts, " ")
}
