package judge

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Reading is the judgement of the closest sentence of a paper on a claim.
type Reading struct {
	Sentence   int     // the closest one, or -1
	Contradict float64 // calibrated probability that it contradicts the claim
}

// A Model is the judge that is built into the binary. It takes some milliseconds per claim.
type Model struct {
	Vectors Vectors // of engine/onnx.Static, with which the network was trained
}

// Limits on the sentences that Read compares.
const (
	closest     = 12      // sentences, by the words that they share with the claim
	maxSentence = 1 << 10 // bytes
)

// Read judges the sentence of a paper that is closest to a claim.
func (m Model) Read(ctx context.Context, claim string, sentences []string) (Reading, error) {
	r := newReader(m.Vectors)
	at, err := r.closest(ctx, claim, sentences)
	if err != nil || at < 0 {
		return Reading{Sentence: -1}, err
	}
	x, err := r.pair(ctx, Pair{text.Cut(sentences[at], maxSentence), claim})
	if err != nil {
		return Reading{}, err
	}
	return Reading{at, trained().contradiction(x)}, nil
}

// Closest returns the index of the sentence that covers most of a claim, or -1 if there is none.
func (m Model) Closest(ctx context.Context, claim string, sentences []string) (int, error) {
	return newReader(m.Vectors).closest(ctx, claim, sentences)
}

func (r *reader) closest(ctx context.Context, claim string, sentences []string) (int, error) {
	best, at := -1.0, -1
	for _, i := range candidates(claim, sentences) {
		h, err := r.read(ctx, claim, maxHypothesis)
		if err != nil || len(h) == 0 {
			return -1, err
		}
		words, err := r.read(ctx, text.Cut(sentences[i], maxSentence), maxPremise)
		if err != nil {
			return -1, err
		}
		if same, near := covered(h, align(h, words)); len(words) > 0 && same+near > best {
			best, at = same+near, i
		}
	}
	return at, ctx.Err()
}

// candidates returns the sentences that share the most words with a claim, in the order of the text.
func candidates(claim string, sentences []string) []int {
	words := text.TermSet(text.Cut(claim, maxBytes))
	shared := make([]float64, len(sentences))
	var order []int
	for i, s := range sentences {
		if strings.TrimSpace(s) != "" {
			order = append(order, i)
			shared[i] = text.Overlap(words, text.TermSet(text.Cut(s, maxSentence)))
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(shared[b], shared[a]) })
	order = order[:min(len(order), closest)]
	slices.Sort(order)
	return order
}

// contradiction returns the calibrated probability that the premise contradicts the hypothesis.
func (n *network) contradiction(x read) float64 {
	p := softmax(n.logits(x))[contradict]
	p = max(leastProbability, min(1-leastProbability, p))
	return 1 / (1 + math.Exp(-n.calibration.Weight*math.Log(p/(1-p))-n.calibration.Bias))
}

// leastProbability bounds the logit of a probability.
const leastProbability = 1e-4

// contradict is the network's output for a contradiction; the others are support and neither.
const contradict = 1

// A calibration turns the logit of the network's probability into that of the calibrated one.
type calibration struct{ Weight, Bias float64 }

// softmax returns the probabilities of logits.
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
