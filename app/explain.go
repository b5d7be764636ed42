package app

import (
	"context"
	"errors"
	"math"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/draft"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// An Explanation says what a paper has for and against a claim.
type Explanation struct {
	ID     string `json:"id"`
	Corpus string `json:"corpus"`
	Title  string `json:"title"`
	Byline string `json:"byline"`
	Claim  string `json:"claim"` // the sentence, free of markup
	// Known is "full text", "abstract" or "title": what is known of the paper's text.
	Known    string   `json:"known"`
	Relation Relation `json:"relation"`
	Reason   string   `json:"reason"` // of the relation
	// Score is the probability, 0 to 1, that a sentence like the claim cites this paper and not another one of its field, where both are as likely at first.
	Score float64 `json:"score"`
	// Support is the probability that the paper shows all that the claim says, calibrated on statements of which half are true.
	Support  float64            `json:"support"`
	Evidence *Quote             `json:"evidence"` // the sentence of the paper that shows most of the claim; null where none does
	Passages []ExplainedPassage `json:"passages"` // closest first, at most three
	Use      Use                `json:"use"`
}

// A Relation says how a paper relates to a claim.
type Relation string

// The relations. A paper on the same topic that shows less than the claim says is related.
const (
	ClaimSupports Relation = "supports"
	ClaimRefutes  Relation = "refutes"
	ClaimRelated  Relation = "related"
	ClaimNotFound Relation = "not_found" // in what is known of the paper
)

// An ExplainedPassage is a part of a paper that is close to a claim.
type ExplainedPassage struct {
	Quote
	Index  int     `json:"index"`  // of the paragraph in the paper, from 1; 0 in the abstract
	Score  float64 `json:"score"`  // 0 to 1, as that of the paper
	Reason string  `json:"reason"` // quotes the passage
	// Sentence is the one of the passage that shares most with the claim.
	Sentence string `json:"sentence"`
}

// Use says how a reference could be integrated.
type Use struct {
	Intent string `json:"intent"` // "background", "method", "result" or "contrast"
	Text   string `json:"text"`   // one line
}

// ErrNoClaim is the error where there is nothing to explain a paper by.
var ErrNoClaim = errors.New("there is no claim to compare the paper with: give a sentence")

// Explain compares a claim with a paper, by the whole record where the engine has it.
func Explain(ctx context.Context, c evidence.Claim, p *engine.Paper) (Explanation, error) {
	claim := c.Plain()
	if claim == "" {
		return Explanation{}, ErrNoClaim
	}
	found, err := evidence.Finder{Embedder: onnx.Static()}.Find(ctx, c, p)
	if err != nil {
		return Explanation{}, err
	}
	x := Explanation{
		ID: p.ID, Corpus: p.Corpus, Title: text.OneLine(p.Title), Byline: Byline(p), Claim: claim, Known: found.Known,
		Relation: Relation(found.Relation), Reason: found.Reason, Score: hundredths(found.Score), Support: hundredths(found.Support), Passages: []ExplainedPassage{},
	}
	if found.Sentence.Text != "" {
		x.Evidence = &Quote{text.OneLine(found.Sentence.Text), text.OneLine(found.Sentence.Section)}
	}
	for _, m := range found.Passages {
		x.Passages = append(x.Passages, ExplainedPassage{Quote{m.Text, text.OneLine(m.Section)}, m.Index, hundredths(m.Score), m.Reason, m.Sentence})
	}
	x.Use = useOf(c.Text, found)
	return x, nil
}

func hundredths(x float64) float64 { return math.Round(x*100) / 100 }

// uses say how a supporting reference is integrated, by what it is cited for.
var uses = map[string]string{
	draft.IntentMethod:     "Cite it as a method, where you say what you take from it.",
	draft.IntentResult:     "Cite it as a result: report what it found, with its numbers.",
	draft.IntentContrast:   "Cite it as a contrast: say how your finding differs.",
	draft.IntentBackground: "Cite it as background, behind the statement.",
}

func useOf(claim string, found evidence.Evidence) Use {
	intent := draft.IntentOf(claim, found.Sentence.Text)
	switch found.Relation {
	case evidence.Refutes:
		return Use{draft.IntentContrast, "It says otherwise: correct the claim, or cite it as disagreeing."}
	case evidence.NotFound:
		return Use{intent, "Read it before you cite it for this: its " + found.Known + " does not show it."}
	case evidence.Related:
		return Use{intent, uses[intent] + " Check that it says so."}
	}
	return Use{intent, uses[intent]}
}
