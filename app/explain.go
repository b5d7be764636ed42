package app

import (
	"context"
	"errors"
	"math"

	"github.com/scilit-lsp/scilit-lsp/app/display"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/draft"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/engine/judge"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// ErrNoClaim is returned if no sentence is given.
var ErrNoClaim = errors.New("the request has no claim to compare with the paper: add a sentence")

// Finder returns an evidence finder with the built-in models and a network that judges claims. If
// network is nil, claims are judged by rules.
func Finder(network judge.Network) evidence.Finder {
	f := evidence.Finder{Embedder: onnx.StaticCitations()}
	if network != nil {
		f.Judge = judge.Model{Network: network}
	}
	return f
}

// Explain compares a claim with a paper's record. See Finder for network.
func Explain(ctx context.Context, network judge.Network, c evidence.Claim, p *engine.Paper) (wire.Explanation, error) {
	claim := c.Plain()
	if claim == "" {
		return wire.Explanation{}, ErrNoClaim
	}
	found, err := Finder(network).Find(ctx, c, p)
	if err != nil && network != nil && ctx.Err() == nil { // a damaged network must not prevent an explanation
		found, err = Finder(nil).Find(ctx, c, p)
	}
	if err != nil {
		return wire.Explanation{}, err
	}
	x := wire.Explanation{
		ID:       p.ID,
		Corpus:   p.Corpus,
		Title:    text.OneLine(p.Title),
		Byline:   display.Byline(p),
		Claim:    claim,
		Known:    found.Known,
		Relation: wire.Relation(found.Relation),
		Reason:   found.Reason,
		Score:    hundredths(found.Score),
		Support:  hundredths(found.Support),
		Passages: []wire.ExplainedPassage{},
	}
	if found.Sentence.Text != "" {
		x.Evidence = &wire.Quote{Text: text.OneLine(found.Sentence.Text), Section: text.OneLine(found.Sentence.Section)}
	}
	for _, m := range found.Passages {
		x.Passages = append(x.Passages, wire.ExplainedPassage{
			Quote:    wire.Quote{Text: m.Text, Section: text.OneLine(m.Section)},
			Index:    m.Index,
			Score:    hundredths(m.Score),
			Reason:   m.Reason,
			Sentence: m.Sentence,
		})
	}
	x.Use = useOf(c.Text, found)
	return x, nil
}

func hundredths(x float64) float64 { return math.Round(x*100) / 100 }

// uses maps citation intents to advice on how to cite a supporting paper.
var uses = map[string]string{
	draft.IntentMethod:     "Cite it as a method, where you describe what you adopt from it.",
	draft.IntentResult:     "Cite it as a result: report what it found, with its numbers.",
	draft.IntentContrast:   "Cite it as a contrast: say how your finding differs.",
	draft.IntentBackground: "Cite it as background, after the statement.",
}

func useOf(claim string, found evidence.Evidence) wire.Use {
	intent := draft.IntentOf(claim, found.Sentence.Text)
	switch found.Relation {
	case evidence.Refutes:
		return wire.Use{
			Intent: draft.IntentContrast,
			Text:   "The paper states the opposite: correct the claim, or cite the paper as contradicting it.",
		}
	case evidence.NotFound:
		advice := "Read the paper before you cite it for this: its " + found.Known + " does not support the claim."
		return wire.Use{Intent: intent, Text: advice}
	case evidence.Related:
		return wire.Use{Intent: intent, Text: uses[intent] + " First check that the paper makes this statement."}
	}
	return wire.Use{Intent: intent, Text: uses[intent]}
}

// Explain compares the last sentence of a text with a paper.
func (s *Service) Explain(ctx context.Context, q wire.ExplainRequest) (wire.Explanation, error) {
	sentences := LastSentences(q.Text)
	if len(sentences) == 0 {
		return wire.Explanation{}, ErrNoClaim
	}
	p, used, err := s.paperAndEngine(ctx, q.PaperRef)
	if err != nil {
		return wire.Explanation{}, err
	}
	last := len(sentences) - 1
	title := text.Cut(q.Title, maxTitle)
	return Explain(ctx, used.Judge(), evidence.Claim{Text: sentences[last], Context: sentences[:last], Title: title}, p)
}
