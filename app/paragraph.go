package app

import (
	"context"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Paragraph is a paragraph of related work, drafted sentence by sentence.
type Paragraph struct {
	drafts *Drafts
	said   []string // the sentences so far, in which engine.Mark marks the citation
}

// NewParagraph returns an empty paragraph whose sentences are drafted by drafts.
func NewParagraph(drafts *Drafts) Paragraph { return Paragraph{drafts: drafts} }

// Draft returns a possible next sentence about a paper. It does not add the sentence to the
// paragraph.
func (p *Paragraph) Draft(
	ctx context.Context, e *engine.Engine, s CiteSite, about *engine.Paper,
) (engine.Draft, error) {
	request := p.request(s, about)
	drafts, err := p.drafts.Get(ctx, e, request, 1)
	if err != nil {
		return engine.Draft{}, err
	}
	if !p.repeats(drafts[0]) {
		return drafts[0], nil
	}
	best := drafts[0]
	if drafts, err = p.drafts.Get(ctx, e, request, wire.MaxVariants); err != nil {
		return engine.Draft{}, err
	}
	for _, d := range drafts {
		if !d.MarkOnly && !p.repeats(d) {
			return d, nil
		}
	}
	return best, nil
}

// repeated is the share of common words above which a sentence repeats another one.
const repeated = 0.7

// repeats reports whether a draft says the same as an earlier sentence of the paragraph.
func (p *Paragraph) repeats(d engine.Draft) bool {
	terms := text.TermSet(d.Text)
	for _, said := range p.said {
		if earlier := text.TermSet(said); min(text.Overlap(terms, earlier), text.Overlap(earlier, terms)) > repeated {
			return true
		}
	}
	return false
}

// Add appends a sentence.
func (p *Paragraph) Add(d engine.Draft) { p.said = append(p.said, d.Text) }

// request returns a request for a sentence. The context ends with the latest sentences of the
// paragraph.
func (p *Paragraph) request(s CiteSite, about *engine.Paper) engine.DraftRequest {
	request := s.DraftRequest(about)
	for _, said := range p.said {
		request.Context = append(request.Context, strings.ReplaceAll(said, engine.Mark, text.CiteMark))
		request.Follows = said
	}
	request.Context = request.Context[max(0, len(request.Context)-ContextSentences):]
	return request
}
