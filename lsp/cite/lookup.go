package cite

import (
	"context"
	"errors"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// A CitedWork is a cited key and the paper it refers to.
type CitedWork struct {
	Key   string
	Paper *engine.Paper // nil if no index contains the paper
}

// KeysAt returns the key at an offset, or all keys of the citation if the offset is between keys.
func KeysAt(d *workspace.Document, offset int) (keys []string) {
	if d.Markup == nil {
		return nil
	}
	citation, _ := d.Manuscript().CitationAt(offset)
	if key, ok := citation.KeyAt(offset); ok {
		return []string{key.Name}
	}
	for _, key := range citation.Keys {
		keys = append(keys, key.Name)
	}
	return keys
}

// Works returns the papers that a document's keys refer to.
func (w *Writer) Works(ctx context.Context, d *workspace.Document, keys []string) (all []CitedWork) {
	for _, key := range keys {
		paper, _ := w.Lookup(ctx, d, key)
		all = append(all, CitedWork{key, paper})
	}
	return all
}

var errNoneCited = errors.New("no citation at the cursor: put the cursor on a citation, or ask a question about all " +
	"papers")

// PapersOf returns the papers of works, or an error if no index contains any of them.
func PapersOf(works []CitedWork) (papers []*engine.Paper, err error) {
	if len(works) == 0 {
		return nil, errNoneCited
	}
	for _, w := range works {
		if w.Paper != nil {
			papers = append(papers, w.Paper)
		}
	}
	if len(papers) == 0 {
		return nil, errNoText(works[0].Key)
	}
	return papers, nil
}

func errNoText(key string) error {
	return fmt.Errorf("no text was found for the work cited as %s: check its entry in the .bib file, and "+
		"add the work to an index, or its PDF to your library", key)
}

// ClaimAt returns the claim, without markup, that a question asked at an offset is about. The claim
// is the selected text, or else the sentence of the citation there, or else the last sentence
// before the offset. If none of these exists, the claim is "".
func (w *Writer) ClaimAt(ctx context.Context, d *workspace.Document, offset int, selected doc.Span) string {
	if d.Markup == nil {
		return ""
	}
	if claims := w.ClaimsIn(ctx, d, selected); len(claims) > 0 {
		return claims[len(claims)-1].Claim
	}
	if citation, ok := d.Manuscript().CitationAt(offset); ok {
		if claim, ok := w.ClaimOf(ctx, d, citation); ok {
			return claim.Plain()
		}
	}
	at, ok := w.SiteAt(ctx, d, offset)
	if !ok {
		return ""
	}
	claim, err := at.Evidence(ctx, w.Files)
	if err != nil {
		return ""
	}
	return claim.Plain()
}

// Evidence returns the last sentence before the site as a claim to find evidence for.
func (p Site) Evidence(ctx context.Context, files *workspace.Workspace) (evidence.Claim, error) {
	sentences := p.Context()
	if len(sentences) == 0 {
		return evidence.Claim{}, app.ErrNoClaim
	}
	last := len(sentences) - 1
	return evidence.Claim{Text: sentences[last], Context: sentences[:last], Title: TitleOf(ctx, files, p.Doc)}, nil
}

// ClaimOf is like the function [ClaimOf], but finds the manuscript's title even if another file
// contains it.
func (w *Writer) ClaimOf(ctx context.Context, d *workspace.Document, c doc.Citation) (evidence.Claim, bool) {
	claim, ok := ClaimOf(d, c)
	claim.Title = TitleOf(ctx, w.Files, d)
	return claim, ok
}

// Explain returns how a paper relates to the sentence that contains a citation, or nil if it cannot
// be determined.
func (w *Writer) Explain(ctx context.Context, d *workspace.Document, c doc.Citation,
	paper *engine.Paper) *wire.Explanation {
	claim, ok := w.ClaimOf(ctx, d, c)
	if !ok {
		return nil
	}
	used, err := w.Engines.Get(ctx)
	if err != nil {
		return nil
	}
	x, err := app.Explain(ctx, used.Judge(), claim, paper)
	if err != nil {
		return nil
	}
	return &x
}

var errNothingCited = errors.New("no citation at the cursor: put the cursor on a citation, or choose a paper")

// PaperAt returns the paper that a citation refers to. If the citation has several keys, it uses
// the one at offset, or else the first.
func (w *Writer) PaperAt(ctx context.Context, d *workspace.Document, c doc.Citation, offset int) (*engine.Paper,
	error) {
	if len(c.Keys) == 0 {
		return nil, errNothingCited
	}
	key, ok := c.KeyAt(offset)
	if !ok {
		key = c.Keys[0]
	}
	if _, err := w.Engines.Get(ctx); err != nil {
		return nil, err
	}
	paper, _ := w.Lookup(ctx, d, key.Name)
	if paper == nil {
		return nil, errNoText(key.Name)
	}
	return paper, nil
}
