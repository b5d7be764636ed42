package eval

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/highlight"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// ExampleKinds lists the kinds of training data that WriteExamples writes.
var ExampleKinds = []string{"terms", "pairs", "gains"}

// WriteExamples writes the training data of an extractor's networks as rows of little-endian
// float32. Each row starts with the number of the paper and a 1 if the paper is in Dev. The
// remaining columns depend on the kind:
//
//	terms: bucket of the prior, count in the abstract, features
//	pairs: count in the abstract, features
//	gains: step, gain in percentage points, features of the passage by itself and given the others
//
// The gain is that in ROUGE-1 plus ROUGE-2. x computes the features and guides the selection of
// passages for gains. Test papers are skipped.
func WriteExamples(kind string, x highlight.Extractor, papers iter.Seq2[*engine.Paper, error], w io.Writer) error {
	out := bufio.NewWriterSize(w, 1<<20)
	number := 0
	for p, err := range papers {
		if err != nil {
			return err
		}
		split := SplitOf(p.ID)
		if split == Test || !Usable(p) {
			continue
		}
		l := example{x: x, p: p, head: []float32{float32(number), 0}, out: out}
		if split == Dev {
			l.head[1] = 1
		}
		if err := l.write(kind); err != nil {
			return err
		}
		number++
	}
	return out.Flush()
}

// An example writes the rows of training data for one paper.
type example struct {
	x    highlight.Extractor
	p    *engine.Paper
	head []float32
	out  io.Writer
}

func (l example) write(kind string) error {
	switch kind {
	case "terms":
		return l.writeTerms()
	case "pairs":
		return l.writePairs()
	case "gains":
		return l.writeGains()
	}
	return fmt.Errorf("no examples %q: use one of %v", kind, ExampleKinds)
}

func (l example) row(parts ...[]float32) error {
	return binary.Write(l.out, binary.LittleEndian, slices.Concat(append([][]float32{l.head}, parts...)...))
}

func (l example) writeTerms() error {
	counts := make(map[string]float32)
	for _, stem := range text.Stems(l.p.Abstract) {
		counts[stem]++
	}
	terms, _ := l.x.TrainingExamples(l.p)
	for _, t := range terms {
		if err := l.row([]float32{float32(t.Bucket), counts[t.Stem]}, t.Features); err != nil {
			return err
		}
	}
	return nil
}

// pairsOfOne is the sampling interval of papers for pairs: only every eighth paper is used, because
// one paper yields thousands of pairs.
const pairsOfOne = 8

func (l example) writePairs() error {
	if int(l.head[0])%pairsOfOne != 0 {
		return nil
	}
	counts := make(map[[2]string]float32)
	stems := text.Stems(l.p.Abstract)
	for i := 1; i < len(stems); i++ {
		counts[[2]string{stems[i-1], stems[i]}]++
	}
	_, pairs := l.x.TrainingExamples(l.p)
	for _, p := range pairs {
		if err := l.row([]float32{counts[p.Stems]}, p.Features); err != nil {
			return err
		}
	}
	return nil
}

// Parameters of an episode. An episode simulates the selection of passages for an extract, one
// passage per step.
const (
	maxSteps  = 16
	stepsOver = 2   // number of steps after the best extract, as examples of when to stop
	kept      = 10  // number of best passages written per step, and of random passages
	byPolicy  = 0.5 // probability of selecting the passage with the highest score
	// byPolicy plus the probability of selecting one of the five best by score; the other steps
	// select by true gain
	nearIt = 0.75
)

// writeGains simulates one episode. For each step, it writes the passages with the highest scores
// and some random ones. It does not choose rows by their true gain, which would bias the network.
func (l example) writeGains() error {
	s := l.x.Select(l.p)
	t := truthOf(abstractSentences(l.p), s.Passages())
	random := rand.New(rand.NewPCG(uint64(l.head[0]), 1))
	left := lead(s.Passages())
	for step, over := 0, 0; step < maxSteps && over < stepsOver && len(left) > kept; step++ {
		best := sorted(left, t.gain)
		liked := sorted(left, func(i int) float64 { return float64(s.Gain(i)) })
		rows := slices.Clone(liked[:kept])
		for range kept {
			rows = append(rows, left[random.IntN(len(left))])
		}
		slices.Sort(rows)
		for _, i := range slices.Compact(rows) {
			if err := l.row([]float32{float32(step), float32(100 * t.gain(i))}, s.Features(i), s.Given(i)); err != nil {
				return err
			}
		}
		if t.gain(best[0]) < 0 {
			over++
		}
		take := choose(random, best, liked)
		s.Take(take)
		t.take(take)
		left = slices.DeleteFunc(left, func(i int) bool { return i == take })
	}
	return nil
}

func choose(random *rand.Rand, best, liked []int) int {
	switch u := random.Float64(); {
	case u < byPolicy:
		return liked[0]
	case u < nearIt:
		return liked[random.IntN(5)]
	}
	return best[random.IntN(5)]
}

// sorted returns the passages in descending order of score.
func sorted(passages []int, score func(int) float64) (order []int) {
	scores := make([]float64, len(passages))
	for place, i := range passages {
		scores[place] = score(i)
	}
	for _, place := range descending(scores) {
		order = append(order, passages[place])
	}
	return order
}
