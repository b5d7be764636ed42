package app

import (
	"fmt"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app/display"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// NewRanking converts a search result to a ranking.
func NewRanking(found engine.Discovery, took time.Duration) wire.Ranking {
	answer := wire.Ranking{
		TookMS:     float64(took.Microseconds()) / 1000,
		Total:      found.Matching,
		Relaxed:    found.Relaxed,
		Relaxation: RelaxationOf(found),
		Papers:     []wire.RankedPaper{},
		Notices:    found.Notices,
		Coverage:   found.Coverage,
	}
	for i, f := range found.Papers {
		answer.Papers = append(answer.Papers, wire.RankedPaper{
			Rank:      i + 1,
			ID:        f.Paper.ID,
			Corpus:    f.Paper.Corpus,
			Score:     f.Score,
			Relevance: f.Relevance,
			Title:     f.Paper.Title,
			Authors:   display.FullNames(f.Paper.Authors),
			Year:      f.Paper.Year,
			DOI:       f.Paper.DOI,
		})
	}
	for _, m := range found.Mistakes {
		answer.Mistakes = append(answer.Mistakes, fmt.Sprintf("column %d: %s", m.Start+1, m.Message))
	}
	return answer
}

// NewHighlights returns the highlights of a paper.
func NewHighlights(p *engine.Paper, picked []engine.Highlight) wire.Highlights {
	all := wire.Highlights{ID: p.ID, Title: p.Title, Highlights: []wire.ScoredSentence{}}
	for _, h := range picked {
		all.Highlights = append(all.Highlights, wire.ScoredSentence(h))
	}
	return all
}
