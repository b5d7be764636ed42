package eval

import (
	"context"
	"encoding/json"
	"io"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/answer"
)

// An AnswerRow is one question as input for fitting the scores of passages: the features of
// the best passages, and whether the searched papers answer it.
type AnswerRow struct {
	ID       string      `json:"id"`
	Set      string      `json:"set"`
	Answers  bool        `json:"answers"`
	Sources  []bool      `json:"sources"` // whether each passage is of a source
	Features [][]float64 `json:"features"`
}

// WriteAnswerRows writes one row per question.
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

// answersIt reports whether a passage is of a source and contains the known words, if there
// are any.
func answersIt(p answer.Passage, q KnownQuestion) bool {
	for _, source := range q.Sources {
		if source == AnySource && holdsOne(p.Text, q.Answers) || source == p.Paper.ID {
			return true
		}
	}
	return false
}

// AnySource is the source of a question whose answer is known only by its words.
const AnySource = "*"
