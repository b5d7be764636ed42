package search

import (
	"math"

	"github.com/scilit-lsp/scilit-lsp/internal/parallel"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// Features are the inputs from which rerankers score a candidate for a site. The training code and
// ranking.json use the same JSON names. A missing score is estimated from the other scores of the
// record, so that it does not count as the lowest.
type Features struct {
	BM25            float64 `json:"bm25"`             // BM25 score, standardised over the candidates
	BM25Alike       float64 `json:"bm25_alike"`       // BM25 score, standardised separately over records with and without an abstract
	BM25Place       float64 `json:"bm25_place"`       // 1 for the best BM25 score, and less for lower ranks
	Cosine          float64 `json:"cosine"`           // cosine to the query, standardised like the cosines below
	CosinePlace     float64 `json:"cosine_place"`     // like BM25Place, but by cosine
	ToTitle         float64 `json:"to_title"`         // cosine to the manuscript's title; 0 if it has no title
	ToLast          float64 `json:"to_last"`          // cosine to the last sentence
	ToKeywords      float64 `json:"to_keywords"`      // cosine to the keywords
	KeywordPlaces   float64 `json:"keyword_places"`   // mean over the keywords; see keywordPlaces
	TitleInContext  float64 `json:"title_in_context"` // share of the title's terms in the context, weighted by rarity
	LastInTitle     float64 `json:"last_in_title"`    // share of the last sentence's terms in the title, weighted by rarity
	ManuscriptTitle float64 `json:"manuscript_title"` // share of the manuscript title's terms in the title, weighted by rarity
	Named           float64 `json:"named"`            // how well authors and year match a mention in the last sentence
	TitleLength     float64 `json:"title_length"`     // log(1 + number of terms in the title)
	Abstract        float64 `json:"abstract"`         // 1 if the record has an abstract
	Known           float64 `json:"known"`            // 1 if the paper is in the citation graph
	Cited           float64 `json:"cited"`            // log(1 + number of papers that cite it)
	Nearest         float64 `json:"nearest"`          // cosine of the closest context that cites it, above nearestFloor
	Together        float64 `json:"together"`         // log(1 + Reputation.Together)
	Profile         float64 `json:"profile"`          // score of the work's profile; 0 if it has none; see setProfiles
	Companion       float64 `json:"companion"`        // how often it is cited together with works of the manuscript; see setCompanions
	Age             float64 `json:"age"`              // log(1 + age in years); 0 if the query has no year
	AgeSquared      float64 `json:"age_squared"`
	Cross           float64 `json:"cross"` // logit of the cross-encoder; 0 if it did not score the paper
}

func (f Features) numbers() [24]float64 {
	return [...]float64{
		f.BM25, f.BM25Alike, f.BM25Place, f.Cosine, f.CosinePlace, f.ToTitle, f.ToLast, f.ToKeywords, f.KeywordPlaces,
		f.TitleInContext, f.LastInTitle, f.ManuscriptTitle, f.Named, f.TitleLength, f.Abstract,
		f.Known, f.Cited, f.Nearest, f.Together, f.Profile, f.Companion, f.Age, f.AgeSquared, f.Cross,
	}
}

func (f Features) dot(w Features) (sum float64) {
	weights := w.numbers()
	for i, x := range f.numbers() {
		sum += x * weights[i]
	}
	return sum
}

const (
	nearestFloor = 0.45 // typical cosine between contexts of the same field
	oldest       = 60   // maximum age in years; older papers count as this old
)

// Features returns the features of each candidate.
func (r LinearReranker) Features(req RerankRequest) []Features {
	features := make([]Features, len(req.Candidates))
	setScores(features, req.Candidates)
	setProfiles(features, req.Candidates)
	setCompanions(features, req.Candidates, req.Companions)
	setWords(features, req)
	var here place
	if r.Citations != nil {
		here = r.Citations.place(req.Vector, req.Embedder, req.Query.Manuscript)
	}
	mentions := req.Query.Mentions()
	parallel.Each(len(req.Candidates), batch, func(i int) {
		c := req.Candidates[i]
		features[i].Named = namedBy(mentions, c.Paper)
		if r.Citations != nil {
			features[i].setReputation(r.Citations.reputation(here, c.Paper))
		}
		features[i].setAge(req.Query.YearTo, c.Paper.Year)
		if isOwnTitle(c.Paper) {
			features[i].temper()
		}
	})
	trust := r.Citations.trust(req.Candidates)
	for i := range features {
		f := &features[i]
		f.Known, f.Cited, f.Nearest, f.Together = trust*f.Known, trust*f.Cited, trust*f.Nearest, trust*f.Together
	}
	return features
}

// isOwnTitle reports whether a record is from the user's library and has no abstract.
func isOwnTitle(p *paper.Paper) bool { return p.Own && p.Abstract == "" }

// Parameters of temper.
const (
	ownTitle  = 0.3 // factor for a title that does not fit the site at all
	fittingIn = 0.3 // minimum LastInTitle of a title that fits the site fully
)

// temper reduces the features of library records without abstracts. They all resemble the manuscript's
// title, so they would otherwise rank above papers with abstracts. A record keeps its features if it
// shares words with the last sentence or the keywords, or if the sentence mentions it.
func (f *Features) temper() {
	fit := min(1, f.LastInTitle/fittingIn+f.KeywordPlaces+f.Named)
	keep := ownTitle + (1-ownTitle)*fit
	f.BM25Alike = min(f.BM25Alike, f.BM25)
	for _, x := range []*float64{
		&f.BM25, &f.BM25Alike, &f.BM25Place, &f.Cosine, &f.CosinePlace, &f.ToTitle, &f.ManuscriptTitle,
	} {
		*x = min(*x, keep**x)
	}
}

// Trust in the citation graph depends on the share of the best candidates that it contains. If the
// share is low, the query is probably from a field that the graph does not cover.
const (
	trustDepth = 50   // number of candidates examined
	untrusted  = 0.04 // share at or below which the graph is ignored
	trusted    = 0.12 // share at or above which the graph is fully trusted
)

// trust returns the weight of the citation graph, from 0 to 1. It is 0 for a nil graph. The candidates
// must be in the order of the first stage.
func (c *CitationGraph) trust(candidates []Candidate) float64 {
	if c == nil {
		return 0
	}
	best := candidates[:min(trustDepth, len(candidates))]
	known := 0.0
	for _, candidate := range best {
		if _, ok := c.workNumber(candidate.Paper.Title); ok {
			known++
		}
	}
	return min(max((share(known, float64(len(best)))-untrusted)/(trusted-untrusted), 0), 1)
}

// setReputation sets the features from the citation graph. It does nothing for an unknown paper, since
// the graph covers few fields and no recent papers.
func (f *Features) setReputation(known Reputation) {
	if !known.Known {
		return
	}
	f.Known, f.Cited, f.Together = 1, math.Log1p(float64(known.Papers)), math.Log1p(float64(known.Together))
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
