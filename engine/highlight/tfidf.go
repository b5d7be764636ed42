package highlight

import "math"

// A tfidf computes cosines of tf-idf vectors, which ignore stop words. Each passage is a document.
type tfidf struct {
	*passageTerms
	idf     []float32 // inverse document frequency of each term
	lengths []float32 // length of each passage's vector
	sum     []float32 // work vector with a component per term; zero between calls
}

func newWeighting(r *passageTerms) *tfidf {
	w := &tfidf{passageTerms: r, idf: make([]float32, len(r.terms)), sum: make([]float32, len(r.terms))}
	for i, t := range r.terms {
		if !t.stop {
			w.idf[i] = float32(math.Log(1 + float64(len(r.passages))/float64(1+t.passages)))
		}
	}
	for _, words := range r.words {
		w.lengths = append(w.lengths, w.spread(words))
		w.clear(words)
	}
	return w
}

// spread adds the weights of words to sum and returns the length of the resulting vector. clear must be
// called afterwards.
func (w *tfidf) spread(all ...[]int32) float32 {
	squares := 1e-9
	for _, words := range all {
		for _, id := range words {
			before := float64(w.sum[id])
			w.sum[id] += w.idf[id]
			after := float64(w.sum[id])
			squares += after*after - before*before
		}
	}
	return float32(math.Sqrt(squares))
}

func (w *tfidf) clear(all ...[]int32) {
	for _, words := range all {
		for _, id := range words {
			w.sum[id] = 0
		}
	}
}

// cosines returns the cosine of each passage in [first, end) with the vector of all words.
func (w *tfidf) cosines(first, end int, words ...[]int32) []float32 {
	length := w.spread(words...)
	cosines := make([]float32, 0, end-first)
	for i := first; i < end; i++ {
		dot := float32(0)
		for _, id := range w.words[i] {
			dot += w.idf[id] * w.sum[id]
		}
		cosines = append(cosines, dot/(w.lengths[i]*length))
	}
	w.clear(words...)
	return cosines
}
