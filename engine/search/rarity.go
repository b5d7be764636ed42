package search

import (
	"math"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/internal/parallel"
)

// inAbstract is the value of a keyword found in the abstract. A keyword found in the title has the value 1.
const inAbstract = 0.4

// setWords sets the features that compare words.
func setWords(features []Features, req RerankRequest) {
	titles := make([][]string, len(req.Candidates))
	parallel.Each(len(titles), batch, func(i int) { titles[i] = factsOf(req.Candidates[i].Paper.Title).terms })
	rare := rarityOf(titles)
	context, atCursor := contextTerms(req.Query.Context), contextTerms([]string{text.Last(req.Query.Context)})
	last, ofLast := rare.weigh(text.Last(req.Query.Context))
	own, ofOwn := rare.weigh(req.Query.Manuscript.Title)
	keywords := keywordTerms(req.Query.Phrases())
	parallel.Each(len(titles), batch, func(i int) {
		title, f := titles[i], &features[i]
		whole, near := 0.0, context
		if isOwnTitle(req.Candidates[i].Paper) {
			near = atCursor
		}
		for _, term := range title {
			weight := rare.of(term)
			whole += weight
			f.TitleInContext += weight * near[term]
			f.LastInTitle += share(last[term], ofLast)
			f.ManuscriptTitle += share(own[term], ofOwn)
		}
		f.TitleInContext = share(f.TitleInContext, whole)
		f.TitleLength = math.Log1p(float64(len(title)))
		f.KeywordPlaces = keywordPlaces(keywords, title, req.Candidates[i].Paper.Abstract)
	})
}

// A rarity weights terms by their inverse document frequency over the titles of the candidates.
type rarity struct {
	titles float64
	with   map[string]float64
}

func rarityOf(titles [][]string) rarity {
	r := rarity{float64(len(titles)), make(map[string]float64)}
	for _, title := range titles {
		for _, term := range title {
			r.with[term]++
		}
	}
	return r
}

func (r rarity) of(term string) float64 { return math.Log1p(r.titles / (0.5 + r.with[term])) }

// weigh returns the weights of the terms of a text, and their sum.
func (r rarity) weigh(s string) (weights map[string]float64, sum float64) {
	weights = make(map[string]float64)
	for _, term := range uniqueTerms(s) {
		weights[term] = r.of(term)
		sum += weights[term]
	}
	return weights, sum
}

// uniqueTerms returns the distinct terms of a text in order of occurrence. The order makes
// floating-point sums reproducible (invariant 8).
func uniqueTerms(s string) (terms []string) {
	text.EachUnigram(s, func(term string) {
		if !slices.Contains(terms, term) {
			terms = append(terms, term)
		}
	})
	return terms
}

func share(part, whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return part / whole
}

// contextTerms returns the terms of the context with their weights. The weight of a term decreases with
// the number of sentences between its last occurrence and the cursor.
func contextTerms(context []string) map[string]float64 {
	terms := make(map[string]float64)
	weight := 1.0
	for _, sentence := range slices.Backward(context) {
		for _, term := range uniqueTerms(text.WithoutCiteMarks(sentence)) {
			terms[term] = max(terms[term], weight)
		}
		weight *= builtInQueryWeights().Decay
	}
	return terms
}

// keywordTerms returns the terms of each keyword phrase. It omits phrases without terms.
func keywordTerms(phrases []string) (all [][]string) {
	for _, phrase := range phrases {
		if terms := uniqueTerms(phrase); len(terms) > 0 {
			all = append(all, terms)
		}
	}
	return all
}

// keywordPlaces returns the mean value of the keywords, which is 1 in the title and inAbstract in the
// abstract. An occurrence in the full text is ignored, since it indicates little about the topic.
func keywordPlaces(keywords [][]string, title []string, abstract string) (places float64) {
	lower := ""
	for _, terms := range keywords {
		if containsAll(title, terms) {
			places += 1 / float64(len(keywords))
			continue
		}
		if lower == "" {
			lower = text.Lower(abstract)
		}
		if says(lower, terms) {
			places += inAbstract / float64(len(keywords))
		}
	}
	return places
}

func containsAll(terms, wanted []string) bool {
	return !slices.ContainsFunc(wanted, func(term string) bool { return !slices.Contains(terms, term) })
}

// says reports whether a lower-case text contains all the terms.
func says(lower string, terms []string) bool {
	return !slices.ContainsFunc(terms, func(term string) bool { return !hasTerm(lower, term) })
}

// hasTerm reports whether a lower-case text contains a word with that stem. For speed, it stems only
// words that start with the stem without its last letter, which stemming may have changed.
func hasTerm(lower, term string) bool {
	beginning := term[:max(1, len(term)-1)]
	for at := 0; ; {
		next := strings.Index(lower[at:], beginning)
		if next < 0 {
			return false
		}
		at += next
		if word := text.WordAt(lower, at); word != "" && text.Stem(word) == term {
			return true
		}
		at += len(beginning)
	}
}
