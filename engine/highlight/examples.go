package highlight

// A TermExample is a term of a paper as the model of salience sees it.
type TermExample struct {
	Stem     string
	Bucket   uint32 // of its prior
	Features []float32
}

// A PairExample is two terms next to each other.
type PairExample struct {
	Stems    [2]string
	Features []float32
}

// TrainingExamples are what the model of salience sees of a paper, for training it. The
// features of pairs are made with the terms' weights.
func (x Extractor) TrainingExamples(p *Paper) (terms []TermExample, pairs []PairExample) {
	r := x.Select(p).reading
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
