package rank

import "math"

// Parameters of BM25, tuned on contexts-dev.
const (
	bm25K1 = 0.9 // saturation of the term frequency
	bm25B  = 0.4 // length normalization
)

// A BM25 scores texts by the terms they share with a query (Robertson and Zaragoza 2009).
type BM25 struct {
	Texts         int     // number of texts in the collection
	AverageLength float64 // in terms
}

// IDF returns the inverse document frequency of a term that occurs in the given number of texts.
func (s BM25) IDF(texts int) float64 {
	return math.Log1p((float64(s.Texts-texts) + 0.5) / (float64(texts) + 0.5))
}

// Frequency returns the saturated term frequency in a text of the given length. The caller must
// multiply it by the IDF. It is less than MaxFrequency.
func (s BM25) Frequency(frequency, length float64) float64 {
	return frequency * (bm25K1 + 1) / (frequency + bm25K1*(1-bm25B+bm25B*length/s.AverageLength))
}

// MaxFrequency is the limit of Frequency as the term frequency grows.
const MaxFrequency = bm25K1 + 1

// Dimensions of a Saturation. Most terms occur only a few times in a text, and most texts are short.
const (
	tableFrequencies = 4   // covers frequencies 1 to 4
	tableLengths     = 512 // covers lengths 0 to 511
)

// A Saturation is a table of precomputed Frequency values, which avoids a division per lookup. It
// is worthwhile for thousands of texts or more.
type Saturation struct {
	model BM25
	table [tableFrequencies * tableLengths]float64
}

// Saturation precomputes the table for s.
func (s BM25) Saturation() *Saturation {
	t := &Saturation{model: s}
	for i := range t.table {
		t.table[i] = s.Frequency(float64(1+i/tableLengths), float64(i%tableLengths))
	}
	return t
}

// Of returns Frequency(frequency, length). frequency must be at least 1.
func (t *Saturation) Of(frequency, length int) float64 {
	if frequency <= tableFrequencies && length < tableLengths {
		return t.table[(frequency-1)*tableLengths+length]
	}
	return t.model.Frequency(float64(frequency), float64(length))
}
