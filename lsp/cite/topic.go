package cite

import (
	"context"
	"errors"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// A Cited work is cited at a place.
type Cited struct {
	Key   string
	Paper *engine.Paper // nil where no index has it
}

// KeysAt are the keys that are cited at an offset: the one that is there, else all of the
// citation.
func KeysAt(d *workspace.Document, offset int) (keys []string) {
	if d.Markup == nil {
		return nil
	}
	citation, ok := d.Manuscript().CitationAt(offset)
	if !ok {
		return nil
	}
	if key, ok := citation.KeyAt(offset); ok {
		return []string{key.Name}
	}
	for _, key := range citation.Keys {
		keys = append(keys, key.Name)
	}
	return keys
}

// CitedAs are the works of keys.
func (w *Writer) CitedAs(ctx context.Context, d *workspace.Document, keys []string) (all []Cited) {
	for _, key := range keys {
		paper, _ := w.Cited(ctx, d, key)
		all = append(all, Cited{key, paper})
	}
	return all
}

var errNoneCited = errors.New("no citation at the cursor: put the cursor on one, or ask all papers")

// PapersOf are the papers of cited works that have a text.
func PapersOf(works []Cited) (papers []*engine.Paper, err error) {
	if len(works) == 0 {
		return nil, errNoneCited
	}
	for _, w := range works {
		if w.Paper != nil {
			papers = append(papers, w.Paper)
		}
	}
	if len(papers) == 0 {
		return nil, fmt.Errorf("no index holds the work of %s: there is no text that could be asked", works[0].Key)
	}
	return papers, nil
}

// ClaimAt is the claim that a question comes up at, free of markup: the part that is
// selected, else the sentence of the citation at an offset, else the last sentence before
// it; "" where there is none.
func (w *Writer) ClaimAt(ctx context.Context, d *workspace.Document, offset int, selected doc.Span) string {
	if d.Markup == nil {
		return ""
	}
	if claims := ClaimsIn(ctx, w.Files, w.Settings(), d, selected); len(claims) > 0 {
		return claims[len(claims)-1].Claim
	}
	if citation, ok := d.Manuscript().CitationAt(offset); ok {
		if claim, ok := w.ClaimOf(ctx, d, citation); ok {
			return claim.Plain()
		}
	}
	at, ok := SiteAt(ctx, w.Files, w.Settings(), d, offset)
	if !ok {
		return ""
	}
	claim, err := at.Evidence(ctx, w.Files)
	if err != nil {
		return ""
	}
	return claim.Plain()
}
