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

// A SciQQuestion is a record of SciQ.
type SciQQuestion struct {
	Question    string `json:"question"`
	Answer      string `json:"correct_answer"`
	Distractor1 string `json:"distractor1"`
	Distractor2 string `json:"distractor2"`
	Distractor3 string `json:"distractor3"`
	Support     string `json:"support"` // may be empty
}

// ReadSciQ reads a JSON list of SciQ's records.
func ReadSciQ(r io.Reader) (all []SciQQuestion, err error) {
	if err := json.NewDecoder(r).Decode(&all); err != nil {
		return nil, fmt.Errorf("SciQ: %w", err)
	}
	return all, nil
}

// A SciQScore compares answers with the data of SciQ by the measures of the RAG report.
type SciQScore struct {
	N       int     `json:"n"`
	Said    float64 `json:"said"`    // share of questions with an answer; the others score 0
	Exact   float64 `json:"exact"`   // share of answers that contain the correct one
	Fuzzy   float64 `json:"fuzzy"`   // 0 to 100: similarity of the closest part of the answer, by Levenshtein distance
	Correct float64 `json:"correct"` // cosine of the answer and the correct one
	// Support is the cosine of the answer and the supporting text, if there is one.
	Support float64 `json:"support"`
	Better  float64 `json:"better"` // share of answers closer to the correct one than to any distractor

	supported int
}

// Add counts an answer, "" for none.
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

// Mean turns sums into means.
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

// maxRatio bounds the answers compared letter by letter, in bytes.
const maxRatio = 4 << 10

// PartialRatio returns the similarity of a and the best part of b of the same length, 0 to
// 100: 100 minus the percentage of changed letters.
func PartialRatio(a, b string) float64 {
	short, long := []rune(text.Cut(a, maxRatio)), []rune(text.Cut(b, maxRatio))
	if len(short) > len(long) {
		short, long = long, short
	}
	if len(short) == 0 {
		return 0
	}
	least := len(short)
	// The edit distance to the best part of a text: deletions before and after the part are
	// free.
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
