package wire

import (
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// A Ranking is a search result that the command line prints.
type Ranking struct {
	TookMS float64       `json:"took_ms"`
	Total  int           `json:"total"`
	Papers []RankedPaper `json:"papers"`
	// Relaxed reports whether the keywords matched no paper and were ignored.
	Relaxed bool `json:"relaxed,omitempty"`
	// Relaxation describes how the keywords were relaxed. It is omitted if papers match the
	// keywords as written.
	Relaxation *engine.Relaxation `json:"relaxation,omitempty"`
	Mistakes   []string           `json:"mistakes,omitempty"`
	Coverage   engine.Coverage    `json:"coverage,omitempty"` // all searched corpora with their outcomes
	// parts of the search that failed or were simplified, with the reasons
	Notices []engine.Notice `json:"notices,omitempty"`
}

// A RankedPaper is a paper in a Ranking.
type RankedPaper struct {
	Rank   int     `json:"rank"`
	ID     string  `json:"id"`
	Corpus string  `json:"corpus"`
	Score  float64 `json:"score"`
	// Relevance is the probability that such a text cites this paper, or 0 if unknown.
	Relevance float64  `json:"relevance"`
	Title     string   `json:"title"`
	Authors   []string `json:"authors"`
	Year      int      `json:"year"`
	DOI       string   `json:"doi"`
}

// Highlights contains the important sentences of a paper.
type Highlights struct {
	ID         string           `json:"id"`
	Title      string           `json:"title"`
	Highlights []ScoredSentence `json:"highlights"`
}

// A ScoredSentence is a sentence of a paper, with its position and score.
type ScoredSentence struct {
	Text    string  `json:"text"`
	Section string  `json:"section"`
	Index   int     `json:"index"`
	Score   float64 `json:"score"`
}
