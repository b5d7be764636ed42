package eval

import (
	"context"
	"encoding/json"
	"io"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/answer"
)

// An AnswerRow is what a fit of the scores of passages sees of one question: the
// features of the best passages, and whether the papers that were asked answer it.
type AnswerRow struct {
	ID       string      `json:"id"`
	Set      string      `json:"set"`
	Answers  bool        `json:"answers"`
	Sources  []bool      `json:"sources"` // whether each passage is of a paper that answers
	Features [][]float64 `json:"features"`
}

// WriteAnswerRows writes a row for each question.
func WriteAnswerRows(ctx context.Context, w io.Writer, set string, a *answer.Answerer, questions []AskedQuestion, papers func(context.Context, []string) ([]*engine.Paper, error), progress func()) error {
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

// answersIt reports whether a passage is of a paper that answers, and has the words of the
// answer where these are known.
func answersIt(p answer.Passage, q AskedQuestion) bool {
	for _, source := range q.Sources {
		if source == AnySource && holdsOne(p.Text, q.Answers) || source == p.Paper.ID {
			return true
		}
	}
	return false
}

// AnySource stands for the papers of a question that are not known, but for the words of
// its answer.
const AnySource = "*"
