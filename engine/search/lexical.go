package search

import (
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// ScoreLexically sets BM25 for the candidates of lists without lexical scores. It computes the
// statistics from the candidates of all lists.
func ScoreLexically(terms []QueryTerm, lists []List) {
	unscored := 0
	var pool []*paper.Paper
	for _, list := range lists {
		if !list.Lexical {
			unscored += len(list.Candidates)
		}
		for _, c := range list.Candidates {
			pool = append(pool, c.Paper)
		}
	}
	if unscored == 0 {
		return
	}
	scores := LexicalScores(terms, pool)
	for _, list := range lists {
		for i := range list.Candidates {
			if !list.Lexical {
				list.Candidates[i].BM25 = scores[i]
			}
		}
		scores = scores[len(list.Candidates):]
	}
}

// Statistics are the corpus statistics that BM25 needs for the terms of a query.
type Statistics struct {
	Papers        int
	AverageLength float64 // average length of a paper in terms; titles count twice
	With          []int   // number of papers with each term in the title or abstract
}

// LexicalScores returns the BM25 scores of papers by title, which counts twice, and abstract. It computes
// the term statistics from the same papers. Scores are divided by the maximum possible for the terms.
func LexicalScores(terms []QueryTerm, papers []*paper.Paper) []float64 {
	counted := countAll(terms, papers)
	of, lengths := Statistics{Papers: len(papers), With: make([]int, len(terms))}, 0
	for _, c := range counted {
		lengths += c.length
		for term := range c.frequencies {
			of.With[term]++
		}
	}
	of.AverageLength = float64(lengths) / float64(max(1, len(papers)))
	return of.scores(terms, counted)
}

// LexicalScores returns the BM25 scores of papers from the corpus that s describes.
func (s Statistics) LexicalScores(terms []QueryTerm, papers []*paper.Paper) []float64 {
	return s.scores(terms, countAll(terms, papers))
}

func countAll(terms []QueryTerm, papers []*paper.Paper) []countedPaper {
	number := make(map[string]int, len(terms))
	for i, term := range terms {
		number[term.Text] = i
	}
	counted := make([]countedPaper, len(papers))
	for i, p := range papers {
		counted[i] = countTerms(p, number)
	}
	return counted
}

func (s Statistics) scores(terms []QueryTerm, counted []countedPaper) []float64 {
	model := rank.BM25{Texts: s.Papers, AverageLength: max(s.AverageLength, 1)}
	weights, best := make([]float64, len(terms)), 0.0
	for i, term := range terms {
		weights[i] = term.Weight * model.IDF(s.With[i])
		best += weights[i] * rank.MaxFrequency
	}
	scores := make([]float64, len(counted))
	for i, c := range counted {
		scores[i] = share(c.score(model, weights), best)
	}
	return scores
}

// A countedPaper holds the frequencies of the query's terms in one paper.
type countedPaper struct {
	frequencies map[int]int // frequency of each term, by its index in the query
	length      int         // number of terms in the paper
}

func countTerms(p *paper.Paper, number map[string]int) countedPaper {
	c := countedPaper{frequencies: make(map[int]int)}
	for _, part := range []struct {
		text   string
		weight int
	}{{p.Title, 2}, {p.Abstract, 1}} {
		text.EachTerm(part.text, func(term string, bigram bool) {
			if !bigram {
				c.length += part.weight
			}
			if at, ok := number[term]; ok {
				c.frequencies[at] += part.weight
			}
		})
	}
	return c
}

// score returns the BM25 score of the paper. It adds terms in order, so that floating-point results
// are reproducible.
func (c countedPaper) score(model rank.BM25, weights []float64) (sum float64) {
	for term, weight := range weights {
		if n := c.frequencies[term]; n > 0 {
			sum += weight * model.Frequency(float64(n), float64(c.length))
		}
	}
	return sum
}
