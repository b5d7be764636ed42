package wire

import (
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// A Ranking is a search result printed by the command line.
type Ranking struct {
	TookMS float64       `json:"took_ms"`
	Total  int           `json:"total"`
	Papers []RankedPaper `json:"papers"`
	// Relaxed reports whether the keywords matched no paper and were ignored.
	Relaxed bool `json:"relaxed,omitempty"`
	// Relaxation is set if no paper matches the keywords as written.
	Relaxation *engine.Relaxation `json:"relaxation,omitempty"`
	Mistakes   []string           `json:"mistakes,omitempty"`
	Coverage   engine.Coverage    `json:"coverage,omitempty"` // all searched corpora with their outcomes
	Notices    []engine.Notice    `json:"notices,omitempty"`  // parts that failed or ran in a simpler form, with the reason
}

// A RankedPaper is a paper in a Ranking.
type RankedPaper struct {
	Rank   int     `json:"rank"`
	ID     string  `json:"id"`
	Corpus string  `json:"corpus"`
	Score  float64 `json:"score"`
	// Relevance is the probability that such a text cites this paper; 0 if unknown.
	Relevance float64  `json:"relevance"`
	Title     string   `json:"title"`
	Authors   []string `json:"authors"`
	Year      int      `json:"year"`
	DOI       string   `json:"doi"`
}

// Highlights are the important sentences in a paper.
type Highlights struct {
	ID         string           `json:"id"`
	Title      string           `json:"title"`
	Highlights []ScoredSentence `json:"highlights"`
}

// A ScoredSentence is a sentence in a paper with its position.
type ScoredSentence struct {
	Text    string  `json:"text"`
	Section string  `json:"section"`
	Index   int     `json:"index"`
	Score   float64 `json:"score"`
}
