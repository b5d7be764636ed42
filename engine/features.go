package engine

import (
	"math"

	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// Features are what tells of a candidate whether it is cited here. Their names
// in JSON are those that the training code knows.
type Features struct {
	BM25          float64 `json:"bm25"`           // in standard deviations from the mean of the candidates
	Cosine        float64 `json:"cosine"`         // likewise
	ToTitle       float64 `json:"to_title"`       // cosine to the manuscript's title alone, likewise
	ToKeywords    float64 `json:"to_keywords"`    // to the keywords alone
	TitleKeywords float64 `json:"title_keywords"` // share of the keywords of which all words stand in the title
	TitleOverlap  float64 `json:"title_overlap"`  // share of the title's terms that stand in the last sentence
	Cited         float64 `json:"cited"`          // logarithm of 1 and the papers known to cite it
	Nearest       float64 `json:"nearest"`        // how close the closest context is that is known to cite it
	Together      float64 `json:"together"`       // logarithm of 1 and the papers known to cite it and a work of the manuscript
	Age           float64 `json:"age"`            // logarithm of 1 and its age in years, where the query has a year
	AgeSquared    float64 `json:"age_squared"`
	Cross         float64 `json:"cross"` // the cross-encoder's logit, where it has read the candidate
}

func (f Features) dot(w Features) float64 {
	return f.BM25*w.BM25 + f.Cosine*w.Cosine + f.ToTitle*w.ToTitle + f.ToKeywords*w.ToKeywords + f.TitleKeywords*w.TitleKeywords + f.TitleOverlap*w.TitleOverlap +
		f.Cited*w.Cited + f.Nearest*w.Nearest + f.Together*w.Together + f.Age*w.Age + f.AgeSquared*w.AgeSquared + f.Cross*w.Cross
}

// The memory of citations ends in 2014 and says nothing of papers after: they
// count as cited as often as a paper that is cited at all. nearestFloor is
// what contexts of one field have in common.
const (
	memoryEnds   = 2014
	neutralCited = 1.5
	nearestFloor = 0.45
	oldest       = 60 // years beyond which age makes no difference
)

// Features are parallel to the candidates.
func (r LinearReranker) Features(req RerankRequest) []Features {
	lexical := standardised(req.Candidates, func(c Candidate) float64 { return c.BM25 })
	semantic := standardised(req.Candidates, func(c Candidate) float64 { return c.Cosine })
	var to [views][]float64
	for view := range to {
		to[view] = standardised(req.Candidates, func(c Candidate) float64 { return c.view(view) })
	}
	if req.Query.Manuscript.Title == "" {
		to[viewTitle] = semantic // the whole stands for the part that is missing
	}
	expr, _ := keyword.Parse(req.Query.Keywords)
	keywords, last := keyword.Positive(expr), termSet(lastOf(req.Query.Context))
	var here place
	if r.Citations != nil {
		here = r.Citations.place(req.Vector, req.Embedder, req.Query.Manuscript)
	}
	features := make([]Features, len(req.Candidates))
	for i, c := range req.Candidates {
		title := termSet(c.Paper.Title)
		f := Features{
			BM25: lexical[i], Cosine: semantic[i], ToTitle: to[viewTitle][i], ToKeywords: to[viewKeywords][i],
			TitleKeywords: shareIn(keywords, title), TitleOverlap: overlap(title, last),
		}
		if r.Citations != nil {
			f.setReputation(r.Citations.reputation(here, c.Paper), c.Paper.Year)
		}
		f.setAge(req.Query.YearTo, c.Paper.Year)
		features[i] = f
	}
	return features
}

func standardised(candidates []Candidate, score func(Candidate) float64) []float64 {
	scores := make([]float64, len(candidates))
	for i, c := range candidates {
		scores[i] = score(c)
	}
	return rank.Standardise(scores)
}

// view is 0 where the candidate's corpus has no vectors.
func (c Candidate) view(number int) float64 {
	if number >= len(c.Views) {
		return 0
	}
	return c.Views[number]
}

func (f *Features) setReputation(known Reputation, year int) {
	if !known.Known {
		if year > memoryEnds {
			f.Cited = neutralCited
		}
		return
	}
	f.Cited, f.Together = math.Log1p(float64(known.Papers)), math.Log1p(float64(known.Together))
	if known.Nearest > -1 {
		f.Nearest = known.Nearest - nearestFloor
	}
}

func (f *Features) setAge(now, year int) {
	if now == 0 || year == 0 {
		return
	}
	f.Age = math.Log1p(float64(min(max(now-year, 0), oldest)))
	f.AgeSquared = f.Age * f.Age
}

func lastOf(context []string) string {
	if len(context) == 0 {
		return ""
	}
	return withoutMarks(context[len(context)-1])
}

func termSet(s string) map[string]bool {
	set := make(map[string]bool)
	text.EachTerm(s, func(term string, bigram bool) {
		if !bigram {
			set[term] = true
		}
	})
	return set
}

// shareIn is the share of phrases of which all terms are in set.
func shareIn(phrases []string, set map[string]bool) float64 {
	if len(phrases) == 0 {
		return 0
	}
	in := 0
	for _, phrase := range phrases {
		if all := termSet(phrase); len(all) > 0 && overlap(all, set) == 1 {
			in++
		}
	}
	return float64(in) / float64(len(phrases))
}

// overlap is the share of a that is in b.
func overlap(a, b map[string]bool) float64 {
	if len(a) == 0 {
		return 0
	}
	common := 0
	for term := range a {
		if b[term] {
			common++
		}
	}
	return float64(common) / float64(len(a))
}
