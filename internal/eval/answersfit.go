package eval

import (
	"context"
	"encoding/json"
	"io"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/answer"
)

// An AnswerRow is a training example for scoring passages: the features of the best passages for a
// question, and whether the searched papers answer it.
type AnswerRow struct {
	ID       string      `json:"id"`
	Set      string      `json:"set"`
	Answers  bool        `json:"answers"`
	Sources  []bool      `json:"sources"` // whether each passage answers the question
	Features [][]float64 `json:"features"`
}

// WriteAnswerRows writes one AnswerRow per question.
func WriteAnswerRows(ctx context.Context, w io.Writer, set string, a *answer.Answerer, questions []KnownQuestion,
	papers func(context.Context, []string) ([]*engine.Paper, error), progress func()) error {
	out := json.NewEncoder(w)
	for _, q := range questions {
		named, err := papers(ctx, q.Papers)
		if err != nil {
			return err
		}
		compared, err := a.Compare(ctx, answer.Question{Text: q.Question, Papers: named})
		if err != nil {
			return err
		}
		row := AnswerRow{ID: q.ID, Set: set, Answers: len(q.Sources) > 0, Sources: []bool{}, Features: [][]float64{}}
		for _, c := range compared {
			row.Features = append(row.Features, c.Features)
			row.Sources = append(row.Sources, answersIt(c.Passage, q))
		}
		if err := out.Encode(row); err != nil {
			return err
		}
		progress()
	}
	return nil
}

// answersIt reports whether a passage is from one of the question's sources. For AnySource, it
// reports whether the passage contains a known phrase.
func answersIt(p answer.Passage, q KnownQuestion) bool {
	for _, source := range q.Sources {
		if source == AnySource && holdsOne(p.Text, q.Answers) || source == p.Paper.ID {
			return true
		}
	}
	return false
}

// AnySource stands for any paper whose passage contains a known phrase.
const AnySource = "*"
