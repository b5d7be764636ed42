package highlight

// A TermExample is the salience model's input for a term.
type TermExample struct {
	Stem     string
	Bucket   uint32 // index of the term's prior probability
	Features []float32
}

// A PairExample is the salience model's input for two adjacent terms.
type PairExample struct {
	Stems    [2]string
	Features []float32
}

// TrainingExamples returns a paper's inputs for training the salience model. The features of a pair
// depend on the predictions for its terms.
func (x Extractor) TrainingExamples(p *Paper) (terms []TermExample, pairs []PairExample) {
	r := x.Select(p).passageTerms
	for i := range r.terms {
		t := &r.terms[i]
		terms = append(terms, TermExample{t.stem, bucketOf(t.stem), r.termFeatures(t, nil)})
	}
	for i := range r.pairs {
		p := &r.pairs[i]
		stems := [2]string{r.terms[p.terms[0]].stem, r.terms[p.terms[1]].stem}
		pairs = append(pairs, PairExample{stems, r.pairFeatures(p, nil)})
	}
	return terms, pairs
}
