package judge

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/engine/check"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Sentence is a sentence without citations, with the title of its text, or "".
type Sentence struct{ Title, Text string }

// contradictedFrom is the minimum probability of a contradiction, averaged over both directions. The
// network alone is wrong too often about papers on one topic, whatever the threshold: it knows the
// words of two sentences better than their order. With a higher threshold it would reject most
// contradictions that the rules have found.
const contradictedFrom = 0.5

// Contradict reports whether two sentences contradict each other. The rules of package check must find
// an opposite, and the network must confirm it. It is called only then.
func (m Model) Contradict(ctx context.Context, a, b Sentence) (bool, error) {
	if m.Network == nil || !check.Opposite(text.Cut(a.Text, maxClaim), text.Cut(b.Text, maxClaim)) {
		return false, ctx.Err()
	}
	forth, back, err := m.Compare(ctx, a, b)
	return err == nil && (forth.Contradict+back.Contradict)/2 >= contradictedFrom, err
}

// Compare judges each of two sentences by the other one: forth is for a as the claim, back for b.
func (m Model) Compare(ctx context.Context, a, b Sentence) (forth, back Reading, err error) {
	if forth, err = m.Read(ctx, a.Text, b.alone()); err == nil {
		back, err = m.Read(ctx, b.Text, a.alone())
	}
	return forth, back, err
}

// alone returns a paper that consists of the sentence.
func (s Sentence) alone() Paper { return Paper{Title: s.Title, Sentences: []string{s.Text}} }
