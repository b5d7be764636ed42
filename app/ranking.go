package app

import (
	"fmt"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// A Ranking is a search as the command line prints it.
type Ranking struct {
	TookMS float64       `json:"took_ms"`
	Total  int           `json:"total"`
	Papers []RankedPaper `json:"papers"`
	// Relaxed is set where the keywords match no paper and were ignored.
	Relaxed bool `json:"relaxed,omitempty"`
	// Relaxation says how the keywords were taken where no paper matches them as
	// they are written.
	Relaxation *engine.Relaxation `json:"relaxation,omitempty"`
	Mistakes   []string           `json:"mistakes,omitempty"`
	Notices    []engine.Notice    `json:"notices,omitempty"` // what ran in its simple form, and why
}

// A RankedPaper is a paper of a Ranking.
type RankedPaper struct {
	Rank   int     `json:"rank"`
	ID     string  `json:"id"`
	Corpus string  `json:"corpus"`
	Score  float64 `json:"score"`
	// Relevance is the probability that such a text cites this paper; 0 where it is not known.
	Relevance float64  `json:"relevance"`
	Title     string   `json:"title"`
	Authors   []string `json:"authors"`
	Year      int      `json:"year"`
	DOI       string   `json:"doi"`
}

// RankingOf is that of a discovery.
func RankingOf(found engine.Discovery, took time.Duration) Ranking {
	answer := Ranking{TookMS: float64(took.Microseconds()) / 1000, Total: found.Matching, Relaxed: found.Relaxed, Papers: []RankedPaper{}, Notices: found.Notices}
	for i, f := range found.Papers {
		answer.Papers = append(answer.Papers, RankedPaper{
			Rank: i + 1, ID: f.Paper.ID, Corpus: f.Paper.Corpus, Score: f.Score, Relevance: f.Relevance, Title: f.Paper.Title,
			Authors: FullNames(f.Paper.Authors), Year: f.Paper.Year, DOI: f.Paper.DOI,
		})
	}
	if found.Relaxation.Code != "" {
		answer.Relaxation = &found.Relaxation
	}
	for _, m := range found.Mistakes {
		answer.Mistakes = append(answer.Mistakes, fmt.Sprintf("column %d: %s", m.Start+1, m.Message))
	}
	return answer
}

// Highlights are the sentences of a paper that matter.
type Highlights struct {
	ID         string           `json:"id"`
	Title      string           `json:"title"`
	Highlights []ScoredSentence `json:"highlights"`
}

// A ScoredSentence is a sentence of a paper with its place there.
type ScoredSentence struct {
	Text    string  `json:"text"`
	Section string  `json:"section"`
	Index   int     `json:"index"`
	Score   float64 `json:"score"`
}

// A Sentence is a citing sentence for no markup in particular.
type Sentence struct {
	ID string `json:"id"`
	// Sentence is plain text with #CIT where the citation goes; with Textual it
	// represents the authors' names too.
	Sentence string         `json:"sentence"`
	Textual  bool           `json:"textual"`
	Evidence ScoredSentence `json:"evidence"`
}

// HighlightsOf are those of a paper.
func HighlightsOf(p *engine.Paper, picked []engine.Highlight) Highlights {
	all := Highlights{ID: p.ID, Title: p.Title, Highlights: []ScoredSentence{}}
	for _, h := range picked {
		all.Highlights = append(all.Highlights, ScoredSentence(h))
	}
	return all
}

// SentenceOf is a draft about a paper.
func SentenceOf(p *engine.Paper, d engine.Draft) Sentence {
	return Sentence{p.ID, strings.Replace(d.Text, engine.Mark, "#CIT", 1), d.Textual, ScoredSentence(d.Evidence)}
}
