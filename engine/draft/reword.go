package draft

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/compose"
	"github.com/scilit-lsp/scilit-lsp/engine/copying"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// maxReworded bounds the candidates that are said in other words for one request.
const maxReworded = 12

// maxSource bounds the text of a paper whose words are not repeated. Unit: bytes.
const maxSource = 1 << 20

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

// reworded returns up to n drafts in other words than the paper's that it supports, the best first.
func reworded(ctx context.Context, req Request, candidates []scoredDraft, n int) ([]Draft, error) {
	rewriter := rewriterOf(req.Paper)
	var drafts []Draft
	tried := 0
	for _, c := range candidates {
		if len(drafts) == n || tried == maxReworded {
			break
		}
		if !saysMore(c.Draft, drafts) {
			continue
		}
		tried++
		if os.Getenv("DBG") != "" {
			said, ok := rewriter.Rewrite(c.Text)
			fmt.Fprintln(os.Stderr, ok, c.score, c.Text, "=>", said)
		}
		d, ok, err := reword(ctx, req, rewriter, c.Draft)
		if err != nil {
			return nil, err
		}
		if ok {
			drafts = append(drafts, d)
		}
	}
	return drafts, nil
}

// reword says a draft in other words, and sets the score of the check. ok is false if no wording is
// found or the paper does not support it.
func reword(ctx context.Context, req Request, rewriter *compose.Rewriter, d Draft) (_ Draft, ok bool, err error) {
	said, ok := rewriter.Rewrite(d.Text)
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
