package eval

import (
	"context"
	"encoding/json"
	"io"

	"github.com/scilit-lsp/scilit-lsp/engine/answer"
)

// An AnswerRow is a training example for ranking sentences by how well they answer a question. It
// contains the features and the labels of all candidate sentences.
type AnswerRow struct {
	ID       string      `json:"id"`
	Kind     string      `json:"kind"`
	Half     int         `json:"half"`
	Answers  bool        `json:"answers"` // whether the searched papers answer the question
	Own      []bool      `json:"own"`     // whether each sentence is from the paper that the question is about
	Gold     []bool      `json:"gold"`    // whether each sentence answers the question
	Features [][]float64 `json:"features"`
	Judged   []*float64  `json:"judged"` // logits of the network; null without one
}

// WriteAnswerRows writes one AnswerRow per question as JSON, one per line.
func WriteAnswerRows(ctx context.Context, w io.Writer, a *answer.Answerer, questions []ReaderQuestion,
	progress Progress) error {
	out, said := json.NewEncoder(w), make(map[string]answer.Exchange)
	for _, q := range questions {
		asked := answer.Question{Text: q.Question}
		if before, ok := said[q.After]; ok {
			asked.History = []answer.Exchange{before}
		}
		compared, err := a.ScoreSentences(ctx, asked)
		if err != nil {
			return err
		}
		found, err := a.Ask(ctx, asked, answer.Steps{})
		if err != nil {
			return err
		}
		said[q.ID] = found.Exchange(q.Question)
		row := AnswerRow{ID: q.ID, Kind: q.Kind, Half: HalfOfPaper(q.Paper), Answers: q.Answerable}
		for _, c := range compared {
			if a.Judge != nil && c.Judged == nil {
				continue
			}
			row.Own = append(row.Own, c.Paper == q.Paper)
			row.Gold = append(row.Gold, AskedAnswer{ReaderQuestion: q}.isGold(c.Text))
			row.Features = append(row.Features, c.Features)
			row.Judged = append(row.Judged, c.Judged)
		}
		if err := out.Encode(row); err != nil {
			return err
		}
		progress.step()
	}
	return nil
}
