package app

import (
	"context"
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// MaxRelated is how many papers are written about at once: more is a text that
// was selected by mistake.
const MaxRelated = 20

// CheckRelated is an error where that many papers are too many for one paragraph.
func CheckRelated(papers int) error {
	if papers <= MaxRelated {
		return nil
	}
	return fmt.Errorf("%s are too many for one paragraph: choose at most %d", text.Count(papers, "paper"), MaxRelated)
}

// A Paragraph of related work is made sentence by sentence, each after those before it.
type Paragraph struct {
	drafts *Drafts
	said   []string // as the engine drafted it
}

// NewParagraph has no sentence yet. Its sentences are drafted by drafts.
func NewParagraph(drafts *Drafts) Paragraph { return Paragraph{drafts: drafts} }

// Draft is a sentence about a paper that could come next.
func (p *Paragraph) Draft(ctx context.Context, e *engine.Engine, s CiteSite, about *engine.Paper) (engine.Draft, error) {
	drafts, err := p.drafts.Get(ctx, e, p.request(s, about), 1)
	if err != nil {
		return engine.Draft{}, err
	}
	return drafts[0], nil
}

// Add puts a sentence at the end.
func (p *Paragraph) Add(d engine.Draft) { p.said = append(p.said, d.Text) }

// request asks for a sentence that reads those before it in the paragraph.
func (p *Paragraph) request(s CiteSite, about *engine.Paper) engine.DraftRequest {
	request := s.DraftRequest(about)
	for _, said := range p.said {
		request.Context = append(request.Context, strings.ReplaceAll(said, engine.Mark, text.CiteMark))
		request.Follows = said
	}
	request.Context = request.Context[max(0, len(request.Context)-ContextSentences):]
	return request
}
