package search

import "math"

// Features are the evidence that a candidate is cited here. Their names
// in JSON are those that the training code and ranking.json know. A score that a
// record lacks is as its others make it likely, never the lowest.
type Features struct {
	BM25            float64 `json:"bm25"`             // in standard deviations from the mean of the candidates
	BM25Alike       float64 `json:"bm25_alike"`       // the same among records with an abstract, or among those without
	BM25Place       float64 `json:"bm25_place"`       // 1 for the best by BM25, falling with its place
	Cosine          float64 `json:"cosine"`           // in standard deviations, as all cosines below
	CosinePlace     float64 `json:"cosine_place"`     // as BM25Place
	ToTitle         float64 `json:"to_title"`         // to the manuscript's title alone, 0 where it has none
	ToLast          float64 `json:"to_last"`          // to the last sentence alone
	ToKeywords      float64 `json:"to_keywords"`      // to the keywords alone
	KeywordPlaces   float64 `json:"keyword_places"`   // where the keywords are: 1 in the title, less in the abstract, 0 in the full text
	TitleInContext  float64 `json:"title_in_context"` // share of the title that the context has, by rarity
	LastInTitle     float64 `json:"last_in_title"`    // share of the last sentence that the title has, by rarity
	ManuscriptTitle float64 `json:"manuscript_title"` // share of the manuscript's title that the title has, by rarity
	Named           float64 `json:"named"`            // how well it fits the authors and the year that the last sentence names
	TitleLength     float64 `json:"title_length"`     // logarithm of 1 and its terms
	Abstract        float64 `json:"abstract"`         // 1 where the record has one
	Known           float64 `json:"known"`            // 1 where the citation graph knows the paper
	Cited           float64 `json:"cited"`            // logarithm of 1 and the papers known to cite it
	Nearest         float64 `json:"nearest"`          // how close the closest context is that is known to cite it
	Together        float64 `json:"together"`         // logarithm of 1 and the papers known to cite it and a work of the manuscript
	Age             float64 `json:"age"`              // logarithm of 1 and its age in years, where the query has a year
	AgeSquared      float64 `json:"age_squared"`
	Cross           float64 `json:"cross"` // the cross-encoder's logit, where it has read the candidate
}

func (f Features) numbers() [22]float64 {
	return [...]float64{
		f.BM25, f.BM25Alike, f.BM25Place, f.Cosine, f.CosinePlace, f.ToTitle, f.ToLast, f.ToKeywords, f.KeywordPlaces,
		f.TitleInContext, f.LastInTitle, f.ManuscriptTitle, f.Named, f.TitleLength, f.Abstract,
		f.Known, f.Cited, f.Nearest, f.Together, f.Age, f.AgeSquared, f.Cross,
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
	nearestFloor = 0.45 // what contexts of one field have in common
	oldest       = 60   // years beyond which age makes no difference
)

// Features are parallel to the candidates.
func (r LinearReranker) Features(req RerankRequest) []Features {
	features := make([]Features, len(req.Candidates))
	setScores(features, req.Candidates)
	setWords(features, req)
	var here place
	if r.Citations != nil {
		here = r.Citations.place(req.Vector, req.Embedder, req.Query.Manuscript)
	}
	mentions := req.Query.Mentions()
	for i, c := range req.Candidates {
		features[i].Named = namedBy(mentions, c.Paper)
		if r.Citations != nil {
			features[i].setReputation(r.Citations.reputation(here, c.Paper))
		}
		features[i].setAge(req.Query.YearTo, c.Paper.Year)
	}
	trust := memoryTrust(features)
	for i := range features {
		f := &features[i]
		f.Known, f.Cited, f.Nearest, f.Together = trust*f.Known, trust*f.Cited, trust*f.Nearest, trust*f.Together
	}
	return features
}

// Where the graph knows less than the first share of the best candidates, the
// query is of a field that it does not know, and the few it knows are strangers
// there; from the second share on it is taken at its word.
const (
	trustDepth = 50
	strangers  = 0.04
	trusted    = 0.12
)

// memoryTrust is 0 to 1; the features are in the order of the first stage.
func memoryTrust(features []Features) float64 {
	best := features[:min(trustDepth, len(features))]
	known := 0.0
	for _, f := range best {
		known += f.Known
	}
	return min(max((share(known, float64(len(best)))-strangers)/(trusted-strangers), 0), 1)
}

// setReputation leaves at 0 what the graph does not know: it says nothing of
// most fields, nor of what was published after its contexts.
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
