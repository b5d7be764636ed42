package onnx

import (
	"context"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/engine/judge"
)

// A Judge reads pairs of a text and a claim or a question. The network receives both texts
// of a pair at once. It is loaded for the first pair and closed when idle. A Judge is safe for
// concurrent use and runs one pair per core.
type Judge struct{ *resident[*pairReader] }

var _ judge.Network = (*Judge)(nil)

// OpenJudge returns a Judge for the result of Locate. Like Open, it loads nothing.
func OpenJudge(f Location) (*Judge, error) {
	r, err := openResident(f, newPairReader)
	if err != nil {
		return nil, err
	}
	return &Judge{r}, nil
}

// Judge implements judge.Network. It checks ctx between pairs.
func (j *Judge) Judge(ctx context.Context, pairs []judge.Pair) ([]judge.Logits, error) {
	logits := make([]judge.Logits, len(pairs))
	err := j.each(ctx, len(pairs), func(r *pairReader, i int) (err error) {
		logits[i], err = r.read(pairs[i])
		return err
	})
	return logits, err
}

// A pairReader is a loaded network that reads pairs of texts.
type pairReader struct {
	*network
	limit  int // maximum number of tokens in a pair
	tokens *Tokenizer
}

func newPairReader(m *Model, library string) (*pairReader, error) {
	tokens, network, err := m.load(library, "logits")
	if err != nil {
		return nil, fmt.Errorf("model %s: %w", m.Name, err)
	}
	return &pairReader{network, m.MaxTokens, tokens}, nil
}

func (r *pairReader) read(p judge.Pair) (judge.Logits, error) {
	ids, segments := r.tokens.encodeTexts(p.Premise, p.Hypothesis, r.limit)
	var out [8]float32 // outputs 4 to 6 also judge drafts, but only training uses them
	if err := r.run(ids, segments, out[:], int64(len(out))); err != nil {
		return judge.Logits{}, err
	}
	return judge.Logits{
		Support: float64(out[0]), Contradict: float64(out[1]), Neither: float64(out[2]), Answers: float64(out[3]),
		Usable: float64(out[7]),
	}, nil
}

// maxSecond is the maximum number of tokens of the second text of a pair, as in training
// (models/train/judge.py).
const maxSecond = 96

// encodeTexts returns the ids of [CLS] first [SEP] second [SEP] and their segments. It truncates the
// first text so that there are at most limit ids. It treats special tokens in the texts as ordinary
// text, so that a paper cannot mark the end of its own text.
func (t *Tokenizer) encodeTexts(first, second string, limit int) (ids, segments []int64) {
	cut := func(dst []int64, text string, end int) []int64 {
		dst = t.appendPlain(dst, text, end)
		return dst[:min(len(dst), end)]
	}
	after := cut(nil, second, min(maxSecond, limit-3))
	ids = append(cut([]int64{t.first}, first, limit-2-len(after)), t.last)
	length := len(ids)
	ids = append(append(ids, after...), t.last)
	return ids, segmentsOf(ids, length)
}
