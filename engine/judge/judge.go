package judge

import (
	"context"
	"math"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Pair is text from a paper with a claim or a question about it.
type Pair struct{ Premise, Hypothesis string }

// Logits are a network's outputs for a pair. A softmax converts the first three to probabilities; each of
// the others is the logit of a separate probability.
type Logits struct {
	Support    float64 // the premise entails the hypothesis
	Contradict float64 // the premise contradicts the hypothesis
	Neither    float64
	Answers    float64 // the premise answers the hypothesis, a question
	Usable     float64 // an author would use the hypothesis, a sentence drafted from the premise
}

// A Network reads pairs of texts. It returns one Logits per pair.
type Network interface {
	Judge(ctx context.Context, pairs []Pair) ([]Logits, error)
}

// A Model judges claims and answers with a network.
type Model struct{ Network Network }

// A Paper is the part of a paper's text to compare with a claim.
type Paper struct {
	Title     string
	Sentences []string // in document order
}

// Probabilities are the probabilities that a paper supports and contradicts a claim. The remaining
// probability is that of neither.
type Probabilities struct{ Support, Contradict float64 }

// A Reading is the result of judging a claim by a paper's sentences.
type Reading struct {
	Probabilities               // calibrated
	Raw           Probabilities // from the network, not calibrated
	// Sentence is the index of the sentence that supports or contradicts the claim most, or -1 if there
	// are no sentences.
	Sentence int
}

// Sizes of premises. The network was trained on premises of these sizes.
const (
	few         = 3       // number of the closest sentences that are also read one by one
	maxWhole    = 1200    // maximum bytes of the sentences in one premise
	maxSentence = 1 << 10 // maximum bytes read of a sentence
	maxClaim    = 1 << 10
)

// Read judges a claim by a paper's sentences. The network reads each of the few closest sentences, then
// these together if there are several, and finally as many of the closest as fit into one premise.
func (m Model) Read(ctx context.Context, claim string, p Paper) (Reading, error) {
	claim = text.OneLine(text.Cut(claim, maxClaim))
	order := closest(claim, p.Sentences)
	if len(order) == 0 || claim == "" {
		return Reading{Sentence: -1}, ctx.Err()
	}
	alone := order[:min(few, len(order))]
	var pairs []Pair
	for _, i := range alone {
		pairs = append(pairs, Pair{p.premise([]int{i}), claim})
	}
	if len(alone) > 1 {
		pairs = append(pairs, Pair{p.premise(alone), claim})
	}
	if whole := fitting(order, p.Sentences); len(whole) != len(alone) {
		pairs = append(pairs, Pair{p.premise(whole), claim})
	}
	logits, err := m.Network.Judge(ctx, pairs)
	if err != nil {
		return Reading{Sentence: -1}, err
	}
	// near and whole are equal if their premises are the same.
	near, whole := logits[min(len(alone), len(logits)-1)].relation(), logits[len(logits)-1].relation()
	r := Reading{Sentence: -1}
	r.Raw = Probabilities{(whole[0] + near[0]) / 2, (whole[1] + near[1]) / 2}
	r.Probabilities = Probabilities{calibration.Support.of(r.Raw.Support), calibration.Contradict.of(r.Raw.Contradict)}
	best, label := -1.0, 0
	if r.Contradict > r.Support {
		label = 1
	}
	for k, i := range alone {
		if one := logits[k].relation()[label]; one > best {
			best, r.Sentence = one, i
		}
	}
	return r, nil
}

// relation returns the probabilities of support, contradiction and neither.
func (l Logits) relation() [3]float64 {
	top := max(l.Support, l.Contradict, l.Neither)
	p := [3]float64{math.Exp(l.Support - top), math.Exp(l.Contradict - top), math.Exp(l.Neither - top)}
	sum := p[0] + p[1] + p[2]
	for i := range p {
		p[i] /= sum
	}
	return p
}

// Logistic returns the probability of a logit.
func Logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// calibration maps the network's probabilities to calibrated ones. It is fitted by
// models/train/judge_fit.py.
var calibration = struct{ Support, Contradict line }{line{1.024, -0.115}, line{0.754, 0.006}}

// A line is a linear map from logits to logits.
type line struct{ Weight, Bias float64 }

func (l line) of(p float64) float64 {
	p = max(leastProbability, min(1-leastProbability, p))
	return Logistic(l.Weight*math.Log(p/(1-p)) + l.Bias)
}

// leastProbability bounds the logit of a probability.
const leastProbability = 1e-4
