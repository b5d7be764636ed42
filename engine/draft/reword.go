package draft

import (
	"context"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/compose"
	"github.com/scilit-lsp/scilit-lsp/engine/copying"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// Bounds of the search for other words.
const (
	maxReworded = 12      // candidates of one request
	maxSource   = 1 << 20 // bytes of a paper whose words are not repeated
	// closeScore bounds the loss of fit for a sentence in other words.
	closeScore = 0.2
)

// rewriterOf returns a rewriter that knows the words of a paper.
func rewriterOf(p *paper.Paper) *compose.Rewriter {
	var all strings.Builder
	all.WriteString(p.Title + ". " + p.Abstract)
	for s := range p.BodyTexts() {
		if all.Len()+len(s) > maxSource {
			break
		}
		all.WriteString(" " + s)
	}
	return compose.NewRewriter(copying.NewSource(all.String(), copying.Excused{}))
}

// A way says a sentence otherwise. It returns false if long runs of the paper's words remain.
type way func(string) (string, bool)

// reworded returns up to n drafts that the paper supports, the best first: those close to the best that
// can be said in other words, then a quotation of a result, then what can be said in other words in part.
func reworded(ctx context.Context, req Request, candidates []scoredDraft, n int) ([]Draft, error) {
	r := rewriterOf(req.Paper)
	near := candidates[:min(len(candidates), maxReworded)]
	for len(near) > 0 && near[len(near)-1].score < near[0].score-closeScore {
		near = near[:len(near)-1]
	}
	said := make(map[string]string) // in part
	inFull := func(s string) (string, bool) {
		rewritten, ok := r.Rewrite(s)
		said[s] = rewritten
		return rewritten, ok
	}
	inPart := func(s string) (string, bool) {
		if said[s] == "" {
			said[s], _ = r.Rewrite(s)
		}
		return said[s], true
	}
	asIs := func(s string) (string, bool) { return s, true }
	var drafts []Draft
	for _, stage := range []struct {
		candidates []scoredDraft
		most       int
		say        way
	}{{near, n, inFull}, {quotable(near), 1, r.Quote}, {candidates, n, inPart}, {candidates, 1, asIs}} {
		for _, c := range stage.candidates {
			if len(drafts) >= min(n, stage.most) {
				break
			}
			if !saysMore(c.Draft, drafts) || c.OwnWork && len(drafts) == 0 && !candidates[0].OwnWork {
				continue
			}
			d, ok, err := reword(ctx, req, c.Draft, stage.say)
			if err != nil {
				return nil, err
			}
			if ok {
				drafts = append(drafts, d)
			}
		}
	}
	return drafts, nil
}

// reword says a draft in another way, and sets the score of the check. ok is false if there is none,
// or the paper does not support it.
func reword(ctx context.Context, req Request, d Draft, say way) (_ Draft, ok bool, err error) {
	said, ok := say(d.Text)
	if !ok {
		return d, false, nil
	}
	d.Text = said
	support, err := Checker{OwnWork: d.OwnWork}.Check(ctx, req.Paper, said)
	if err != nil {
		return d, false, err
	}
	d.Evidence.Score = support.Score
	return d, support.Supported(), nil
}

// quotable returns the candidates that report a result or a definition.
func quotable(all []scoredDraft) (kept []scoredDraft) {
	for _, c := range all {
		if c.kind == compose.Finding {
			kept = append(kept, c)
		}
	}
	return kept
}
