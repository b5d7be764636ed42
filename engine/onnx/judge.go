package onnx

import (
	"context"
	"fmt"
	"math"

	"github.com/scilit-lsp/scilit-lsp/engine/judge"
)

// A Judge classifies pairs of a premise and a hypothesis with a network that receives both texts at
// once. The network is loaded for the first pair and closed when idle. A Judge is safe for
// concurrent use and runs one pair per core.
type Judge struct {
	model  *Model
	reader *resident[*judgeNetwork]
	cores  cores
}

var _ judge.Judge = (*Judge)(nil)

// OpenJudge returns a Judge for the result of Locate. Like Open, it loads nothing.
func OpenJudge(f Location) (*Judge, error) {
	if err := f.runnable(); err != nil {
		return nil, err
	}
	return &Judge{f.Model, newResident(f, newJudgeNetwork), newCores()}, nil
}

// ID returns the model's name and the first eight digits of its network's SHA-256.
func (j *Judge) ID() string { return j.model.id() }

// Load loads the library, the network and the vocabulary. If it fails, every later call fails too.
func (j *Judge) Load() error { return j.reader.load() }

// Close frees the network once its last user is done.
func (j *Judge) Close() error { j.reader.retire(); return nil }

// Judge returns one verdict per pair. It checks ctx between pairs.
func (j *Judge) Judge(ctx context.Context, pairs []judge.Pair) ([]judge.Verdict, error) {
	verdicts := make([]judge.Verdict, len(pairs))
	err := j.reader.use(func(n *judgeNetwork) error {
		return j.cores.forEach(ctx, len(pairs), func(i int) (err error) {
			verdicts[i], err = n.judge(pairs[i])
			return err
		})
	})
	return verdicts, err
}

// A judgeNetwork is the loaded network of a Judge.
type judgeNetwork struct {
	model   *Model
	tokens  *Tokenizer
	network *network
}

func newJudgeNetwork(m *Model, library string) (*judgeNetwork, error) {
	tokens, network, err := m.load(library, "logits")
	if err != nil {
		return nil, fmt.Errorf("model %s: %w", m.Name, err)
	}
	return &judgeNetwork{m, tokens, network}, nil
}

func (n *judgeNetwork) close() { n.network.close() }

func (n *judgeNetwork) judge(p judge.Pair) (judge.Verdict, error) {
	ids, segments := n.tokens.encodePremise(p, n.model.Hypothesis, n.model.MaxTokens)
	var logits [3]float32 // order: support, contradict, neither
	if err := n.network.run(ids, segments, logits[:], int64(len(logits))); err != nil {
		return judge.Verdict{}, err
	}
	p3 := softmax(logits)
	return judge.Verdict{Support: p3[0], Contradict: p3[1], Neither: p3[2]}, nil
}

func softmax(logits [3]float32) (p [3]float64) {
	top, sum := max(logits[0], logits[1], logits[2]), 0.0
	for i, x := range logits {
		p[i] = math.Exp(float64(x - top))
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}

// encodePremise returns the ids of [CLS] premise [SEP] hypothesis [SEP] and their segments, as in
// training (models/train/judge.py). It truncates the hypothesis to most pieces and the premise to
// the remaining limit, both at their end.
func (t *Tokenizer) encodePremise(p judge.Pair, most, limit int) (ids, segments []int64) {
	hypothesis := t.appendPieces(nil, p.Hypothesis, most)
	ids = append(make([]int64, 0, limit), t.first)
	ids = t.appendPieces(ids, p.Premise, limit-2-len(hypothesis))
	ids = append(ids, t.last)
	segments = make([]int64, len(ids), limit)
	ids = append(append(ids, hypothesis...), t.last)
	for len(segments) < len(ids) {
		segments = append(segments, 1)
	}
	return ids, segments
}
