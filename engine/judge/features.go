package judge

import (
	"math"

	"github.com/scilit-lsp/scilit-lsp/engine/check"
)

// FeatureNames lists the features of a pair. The features of check.Examine follow them.
var FeatureNames = []string{
	"words", "premise words", "same", "near", "same nouns", "heaviest missing", "second missing", "missing", "lacking",
	"premise same", "premise near", "texts", "pairs", "numbers", "numbers missing", "numbers there",
	"contrary", "contrary only", "contrary weight", "contrary denied", "contrary not denied",
	"denial differs", "denial differs weight", "predicate denial differs", "denied", "denied there",
	"hedge differs", "hedged", "hedged there", "degrees", "degrees there", "roles exchanged", "sides exchanged",
	"every missing", "every", "some there", "attributed", "contradicted",
}

// features compares the texts of a pair.
func features(p Pair, h, premise []word, there, back []link) []float64 {
	v := coverage(h, premise, there, back)
	v = append(v, numbers(h, premise, there)...)
	v = append(v, senses(h, premise, there)...)
	found := check.Examine(p.Hypothesis, []string{p.Premise})
	v = append(v, truth(Attributed(p.Premise) != ""), truth(found.Contradiction != ""))
	return append(v, found.Features...)
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func coverage(h, premise []word, there, back []link) []float64 {
	names, heaviest, second, missing := 0.0, 0.0, 0.0, 0.0
	for i, w := range h {
		if w.is&content == 0 || there[i].same != nowhere {
			continue
		}
		names += truth(w.is&name != 0)
		if x := float64(w.weight); there[i].cosine < linkedFrom {
			missing++
			heaviest, second = max(heaviest, x), max(second, min(heaviest, x))
		}
	}
	same, near := covered(h, there)
	sameBack, nearBack := covered(premise, back)
	n := count(h, content)
	return []float64{
		n, count(premise, content), same, near, names, heaviest, second, missing, missing / max(1, n),
		sameBack, nearBack, cosine(h, premise), pairs(h, there) / max(1, n),
	}
}

// covered returns the share of a text's words that the other text has, weighted by rarity, and the
// mean of their cosines to the nearest words there.
func covered(words []word, links []link) (same, near float64) {
	weights := 0.0
	for i, w := range words {
		if w.is&content != 0 {
			x := float64(w.weight)
			weights, near = weights+x, near+x*float64(links[i].cosine)
			same += x * truth(links[i].same != nowhere)
		}
	}
	return same / max(1, weights), near / max(1, weights)
}

// pairs returns the number of neighbouring words that are neighbours in the premise too.
func pairs(h []word, there []link) (n float64) {
	for i := 1; i < len(h); i++ {
		a, b := there[i-1].same, there[i].same
		n += truth(a != nowhere && b == a+1)
	}
	return n
}

// cosine compares the mean vectors of two texts, weighted by rarity.
func cosine(a, b []word) float64 {
	x, y := mean(a), mean(b)
	norm := math.Sqrt(float64(inner(x, x)) * float64(inner(y, y)))
	if norm == 0 {
		return 0
	}
	return float64(inner(x, y)) / norm
}

func mean(words []word) (sum []float32) {
	for _, w := range words {
		if w.is&content == 0 {
			continue
		}
		if sum == nil {
			sum = make([]float32, len(w.vector))
		}
		for i, x := range w.vector {
			sum[i] += w.weight * x
		}
	}
	return sum
}

func numbers(h, premise []word, there []link) []float64 {
	all, missing := 0.0, 0.0
	for i, w := range h {
		all += truth(w.is&number != 0)
		missing += truth(w.is&number != 0 && there[i].same == nowhere)
	}
	return []float64{all, missing, count(premise, number)}
}

func count(words []word, p property) (n float64) {
	for _, w := range words {
		n += truth(w.is&p != 0)
	}
	return n
}

// senses compares opposites, negations, hedges, degrees and roles.
func senses(h, premise []word, there []link) []float64 {
	var contrary, only, weight, contraryDenied, contraryPlain float64
	var differ, differWeight, root, hedge, roles, sides, all float64
	for i, w := range h {
		l := there[i]
		if l.contrary != nowhere {
			contrary++
			if l.same == nowhere {
				only, weight = only+1, weight+float64(w.weight)
				turned := (w.is^premise[l.contrary].is)&denied != 0
				contraryDenied, contraryPlain = contraryDenied+truth(turned), contraryPlain+truth(!turned)
			}
		}
		all += truth(w.is&every != 0 && l.same == nowhere)
		if w.is&content == 0 || l.nearest == nowhere || l.cosine < linkedFrom {
			continue
		}
		x := premise[l.nearest]
		if (w.is^x.is)&denied != 0 {
			differ, differWeight = differ+1, differWeight+float64(w.weight)
			root += truth(w.is&predicate != 0)
		}
		hedge += truth((w.is^x.is)&hedged != 0)
		roles += truth(w.is&subject != 0 && x.is&object != 0 || w.is&object != 0 && x.is&subject != 0)
		sides += truth((w.is^x.is)&standard != 0)
	}
	return []float64{
		contrary, only, weight, contraryDenied, contraryPlain,
		differ, differWeight, root, count(h, denied), count(premise, denied),
		hedge, count(h, hedged), count(premise, hedged), count(h, degree), count(premise, degree), roles, sides,
		all, count(h, every), count(premise, some),
	}
}
