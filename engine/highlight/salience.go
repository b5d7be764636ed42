package highlight

import (
	"hash/fnv"
	"math"
)

// Salience is the probability that a paper's abstract contains a term or pair from its text. It is
// predicted from occurrences in the full text, so the paper needs no abstract.

const (
	termFeatures = 22
	pairFeatures = 11

	// anotherPair is the probability that an abstract containing a pair repeats it.
	anotherPair = 0.2
)

// weigh predicts the probabilities that the abstract contains each term, that it repeats the term,
// and that it contains each pair.
func (m *extractorModel) weigh(r *passageTerms) {
	var b buffer
	f := make([]float32, 0, termFeatures)
	for i := range r.terms {
		t := &r.terms[i]
		f = r.termFeatures(t, f)
		out := m.terms.run(f, &b)
		t.inAbstract = sigmoid(out[0] + m.priors[bucketOf(t.stem)])
		t.another = min(sigmoid(out[1]), maxAnother)
	}
	for i := range r.pairs {
		f = r.pairFeatures(&r.pairs[i], f)
		r.pairs[i].inAbstract = sigmoid(m.pairs.run(f, &b)[0])
	}
}

// maxAnother is the maximum probability of another occurrence. It is less than 1, so that the expected
// number of occurrences of a term is finite.
const maxAnother = 0.97

func (r *passageTerms) termFeatures(t *term, f []float32) []float32 {
	n, sections := float32(len(r.passages)), float32(len(r.sections))
	return append(f[:0],
		log1(t.count), log1(t.passages), t.passages/n*5, t.count/t.passages-1, t.sections/sections, log1(t.sections),
		float32(t.first)/n, float32(t.last)/n, nearness(t.first, 10), nearness(len(r.passages)-1-t.last, 10),
		log1(t.opening), log1(t.closing), log1(t.lead), log1(t.authors), t.authors/t.count,
		number(t.inTitle), number(t.inHeading), number(t.stop), number(t.digit),
		float32(len(t.stem))/10, log1(n)-5, number(t.stop)*log1(t.count))
}

func (r *passageTerms) pairFeatures(p *pair, f []float32) []float32 {
	a, b := &r.terms[p.terms[0]], &r.terms[p.terms[1]]
	first, second := logit(a.inAbstract), logit(b.inAbstract)
	return append(f[:0],
		log1(p.count), log1(p.lead), log1(p.authors), number(p.inTitle), first, second, min(first, second),
		number(a.stop), number(b.stop), number(a.stop && b.stop), p.count/min(a.count, b.count))
}

// buckets is the number of prior probabilities. The hash of a stem selects its prior.
const buckets = 1 << 14

func bucketOf(stem string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(stem))
	return h.Sum32() % buckets
}

func log1(x float32) float32 { return float32(math.Log1p(float64(x))) }

// nearness returns a value that is 1 at distance 0 and decays exponentially with the given scale.
func nearness(distance, scale int) float32 {
	return float32(math.Exp(-float64(distance) / float64(scale)))
}

func sigmoid(x float32) float32 { return float32(1 / (1 + math.Exp(-float64(x)))) }

func logit(p float32) float32 {
	p = min(max(p, 1e-4), 1-1e-4)
	return float32(math.Log(float64(p / (1 - p))))
}
