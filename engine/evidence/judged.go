package evidence

import (
	"context"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/draft"
	"github.com/scilit-lsp/scilit-lsp/engine/highlight"
	"github.com/scilit-lsp/scilit-lsp/engine/judge"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// Thresholds of a judge's probabilities, chosen on hand-written claims (internal/eval/README.md).
const (
	judgedSupport       = 0.6
	judgedContradiction = 0.6
)

// judgedPassages is the number of closest passages whose sentences are judged, besides the abstract.
const judgedPassages = 6

// sentencesNear returns the sentences of the abstract and of the closest passages.
func sentencesNear(p *engine.Paper, found *comparison) (all []highlight.Highlight) {
	add := func(passage, section string) {
		for _, s := range sentencesOf(passage) {
			all = append(all, highlight.Highlight{Text: strings.TrimSpace(s), Section: section})
		}
	}
	add(text.Cut(p.Abstract, maxAbstractJudged), highlight.AbstractSection)
	n := 0
	for _, c := range found.candidates {
		if n < judgedPassages && c.Section != highlight.AbstractSection {
			add(c.Text, c.Section)
			n++
		}
	}
	return all
}

// maxAbstractJudged is greater than any real abstract, in bytes.
const maxAbstractJudged = 16 << 10

// judge sets support, contradiction and relation by the sentences that decide on a statement.
// Contradictions that the rules prove stay, and so do numbers that the paper lacks.
func (e *Evidence) judge(ctx context.Context, j judge.Judge, statement string, compared draft.Comparison,
	sentences []highlight.Highlight,
) error {
	texts := make([]string, len(sentences))
	for i, s := range sentences {
		texts[i] = s.Text
	}
	read, err := judge.Read(ctx, j, statement, texts)
	if err != nil || read.First < 0 {
		return err
	}
	e.Support, e.Contradiction = read.Support, read.Contradict
	return nil
}

// attribute marks a sentence that reports what others found: the paper does not show it itself.
func (e *Evidence) attribute() {
	e.Attributed = judge.Attributed(e.Sentence.Text)
	if e.Attributed != "" && e.Relation == Supports {
		e.Relation = Related
		e.Reason = "it reports this of others: “" + e.Attributed + "”"
	}
}
