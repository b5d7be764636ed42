package rank

import "math"

// The parameters of BM25, tuned on contexts-dev: saturation of the term
// frequency, and how much a long text is held against it.
const (
	bm25K1 = 0.9
	bm25B  = 0.4
)

// A BM25 scores texts by the terms they share with a query (Robertson and
// Zaragoza 2009).
type BM25 struct {
	Texts         int
	AverageLength float64 // in terms
}

// IDF is the weight of a term that occurs in that many texts.
func (s BM25) IDF(texts int) float64 {
	return math.Log1p((float64(s.Texts-texts) + 0.5) / (float64(texts) + 0.5))
}

// Frequency is how much a term that occurs frequency times in a text of that
// length counts, before its IDF: below MaxFrequency.
func (s BM25) Frequency(frequency, length float64) float64 {
	return frequency * (bm25K1 + 1) / (frequency + bm25K1*(1-bm25B+bm25B*length/s.AverageLength))
}

// MaxFrequency is what Frequency comes close to for a term that a text repeats
// without end.
const MaxFrequency = bm25K1 + 1

// The frequencies and lengths of a table: most terms occur a few times in a text,
// and most texts are abstracts.
const (
	tableFrequencies = 4
	tableLengths     = 512
)

// A Saturation gives what Frequency gives, by a table in place of a division:
// worth its making where thousands of texts are scored.
type Saturation struct {
	model BM25
	table [tableFrequencies * tableLengths]float64
}

// Saturation returns the table of a model.
func (s BM25) Saturation() *Saturation {
	t := &Saturation{model: s}
	for i := range t.table {
		t.table[i] = s.Frequency(float64(1+i/tableLengths), float64(i%tableLengths))
	}
	return t
}

// Of is Frequency(frequency, length); frequency is at least 1.
func (t *Saturation) Of(frequency, length int) float64 {
	if frequency <= tableFrequencies && length < tableLengths {
		return t.table[(frequency-1)*tableLengths+length]
	}
	return t.model.Frequency(float64(frequency), float64(length))
}
