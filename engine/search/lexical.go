package search

import (
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// ScoreLexically gives the candidates of lists without scores of their own their
// BM25, by the statistics of all candidates together.
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

// LexicalScores are BM25 of papers by titles, which count twice, and abstracts, with
// the statistics of these papers, divided by the best score that the terms could get.
func LexicalScores(terms []QueryTerm, papers []*paper.Paper) []float64 {
	number := make(map[string]int, len(terms))
	for i, term := range terms {
		number[term.Text] = i
	}
	counted, with, lengths := make([]countedPaper, len(papers)), make([]int, len(terms)), 0
	for i, p := range papers {
		counted[i] = countTerms(p, number)
		lengths += counted[i].length
		for term := range counted[i].frequencies {
			with[term]++
		}
	}
	model := rank.BM25{Texts: len(papers), AverageLength: max(float64(lengths)/float64(max(1, len(papers))), 1)}
	weights, best := make([]float64, len(terms)), 0.0
	for i, term := range terms {
		weights[i] = term.Weight * model.IDF(with[i])
		best += weights[i] * rank.MaxFrequency
	}
	scores := make([]float64, len(papers))
	for i, c := range counted {
		scores[i] = share(c.score(model, weights), best)
	}
	return scores
}

// A countedPaper is how often the terms of a query are in a paper, by their numbers.
type countedPaper struct {
	frequencies map[int]int
	length      int // in terms
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

// score adds up in the order of the terms, so that it is the same each time.
func (c countedPaper) score(model rank.BM25, weights []float64) (sum float64) {
	for term, weight := range weights {
		if n := c.frequencies[term]; n > 0 {
			sum += weight * model.Frequency(float64(n), float64(c.length))
		}
	}
	return sum
}
