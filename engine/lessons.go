package engine

// A TermLesson is a term of a paper as the model of salience sees it.
type TermLesson struct {
	Stem     string
	Bucket   uint32 // of its prior
	Features []float32
}

// A PairLesson is two terms that stand side by side.
type PairLesson struct {
	Stems    [2]string
	Features []float32
}

// Lessons are what the model of salience sees of a paper, for training it. The
// features of pairs are made with the terms' weights.
func (x LearnedExtractor) Lessons(p *Paper) (terms []TermLesson, pairs []PairLesson) {
	r := x.Select(p).reading
	for i := range r.terms {
		t := &r.terms[i]
		terms = append(terms, TermLesson{t.stem, bucketOf(t.stem), r.termFeatures(t, nil)})
	}
	for i := range r.pairs {
		p := &r.pairs[i]
		stems := [2]string{r.terms[p.terms[0]].stem, r.terms[p.terms[1]].stem}
		pairs = append(pairs, PairLesson{stems, r.pairFeatures(p, nil)})
	}
	return terms, pairs
}
