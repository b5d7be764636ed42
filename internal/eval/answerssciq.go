package eval

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A SciQQuestion is a multiple-choice question of the data set SciQ.
type SciQQuestion struct {
	Question    string `json:"question"`
	Answer      string `json:"correct_answer"`
	Distractor1 string `json:"distractor1"`
	Distractor2 string `json:"distractor2"`
	Distractor3 string `json:"distractor3"`
	Support     string `json:"support"` // supporting text, which may be empty
}

// ReadSciQ reads the questions of SciQ from a JSON array.
func ReadSciQ(r io.Reader) (all []SciQQuestion, err error) {
	if err := json.NewDecoder(r).Decode(&all); err != nil {
		return nil, fmt.Errorf("SciQ: %w", err)
	}
	return all, nil
}

// A SciQScore compares answers with the correct answers of SciQ. Its measures are those of a
// published report on retrieval-augmented generation (RAG). Questions without an answer score 0.
type SciQScore struct {
	N       int     `json:"n"`
	Said    float64 `json:"said"`    // share of questions that were answered
	Exact   float64 `json:"exact"`   // share of questions whose answer contains the correct one
	Fuzzy   float64 `json:"fuzzy"`   // mean PartialRatio to the correct answer, 0 to 100
	Correct float64 `json:"correct"` // mean cosine similarity to the correct answer
	// Support is the mean cosine similarity of the answer to the supporting text, over the
	// questions that have such a text.
	Support float64 `json:"support"`
	Better  float64 `json:"better"` // share of answers that are closer to the correct answer than to any distractor

	supported int
}

// Add adds the answer to one question. An empty answer means that the question was not answered.
func (s *SciQScore) Add(ctx context.Context, e evidence.Embedder, q SciQQuestion, said string) error {
	s.N++
	if q.Support != "" {
		s.supported++
	}
	if said == "" {
		return nil
	}
	vectors, err := e.Embed(ctx, []string{said, q.Answer, q.Distractor1, q.Distractor2, q.Distractor3,
		cmp.Or(q.Support, " ")})
	if err != nil {
		return err
	}
	cosine := func(i int) float64 { return cosineOf(vectors[0], vectors[i]) }
	s.Said++
	s.Exact += float64(oneIf(holdsOne(said, []string{q.Answer})))
	s.Fuzzy += PartialRatio(strings.ToLower(q.Answer), strings.ToLower(said))
	s.Correct += cosine(1)
	s.Better += float64(oneIf(cosine(1) > max(cosine(2), cosine(3), cosine(4))))
	if q.Support != "" {
		s.Support += cosine(5)
	}
	return nil
}

// Mean divides the sums by the number of questions. It must be called once, after the last Add.
func (s *SciQScore) Mean() {
	n := float64(max(1, s.N))
	for _, sum := range []*float64{&s.Said, &s.Exact, &s.Fuzzy, &s.Correct, &s.Better} {
		*sum /= n
	}
	s.Support /= float64(max(1, s.supported))
}

func cosineOf(a, b []float32) (sum float64) {
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

// maxRatio is the maximum length of the texts that PartialRatio compares, in bytes.
const maxRatio = 4 << 10

// PartialRatio compares the shorter text with the best matching part of the longer text. The result
// is 100 minus the edit distance, as a percentage of the length of the shorter text.
func PartialRatio(a, b string) float64 {
	short, long := []rune(text.Cut(a, maxRatio)), []rune(text.Cut(b, maxRatio))
	if len(short) > len(long) {
		short, long = long, short
	}
	if len(short) == 0 {
		return 0
	}
	least := len(short)
	// Compute the edit distance to the best matching part of the longer text. Skipping text before
	// and after that part costs nothing.
	row := make([]int, len(long)+1)
	for i, r := range short {
		left := row[0]
		row[0] = i + 1
		for j, c := range long {
			cost := left + oneIf(r != c)
			left = row[j+1]
			row[j+1] = min(cost, left+1, row[j]+1)
		}
	}
	for _, d := range row {
		least = min(least, d)
	}
	return 100 * (1 - float64(least)/float64(len(short)))
}
