package cite

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/bib/plan"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// A Plan collects the entries to add to a document's .bib files.
type Plan struct {
	*plan.Plan
	writer *Writer
	doc    *workspace.Document
	bibs   []workspace.Bibliography // the .bib files before entries are added
}

// Plan returns an empty plan for a document. If the document is a .bib, the entries go into it.
func (w *Writer) Plan(ctx context.Context, d *workspace.Document) (Plan, error) {
	e, err := w.Engines.Get(ctx)
	if err != nil {
		return Plan{}, err
	}
	bibs := w.Files.BibsOf(ctx, d)
	if err := ctx.Err(); err != nil {
		return Plan{}, err // some files were not read, so an edit could be wrong
	}
	options := plan.Options{KeyPattern: w.Settings().KeyPattern, Library: e}
	return Plan{w.Files.Plan(ctx, d, bibs, options), w, d, bibs}, nil
}

// Change returns a change that adds the planned entries. It warns the user if the document would
// not find them. If nothing is added, Bib is nil.
func (p Plan) Change(ctx context.Context) (Change, error) {
	entry, added := p.Addition()
	if !added {
		return Change{}, nil
	}
	target, err := p.Target(ctx)
	if err != nil {
		return Change{}, err
	}
	p.writer.Host.WarnOfBib(ctx, p.doc, p.bibs[target].Path)
	return Change{Bib: &p.bibs[target], Entry: entry}, nil
}

// Entry returns the entry of a paper in the document's .bib files, or the one that would be added.
func (w *Writer) Entry(ctx context.Context, d *workspace.Document, paper *engine.Paper) (plan.Entry, error) {
	p, err := w.Plan(ctx, d)
	if err != nil {
		return plan.Entry{}, err
	}
	made, err := p.Entry(ctx, paper)
	if err == nil {
		_, err = p.Change(ctx)
	}
	return made, err
}

// cite returns the key of a paper, and a change that adds its entry if no .bib has it.
func (w *Writer) cite(ctx context.Context, d *workspace.Document, paper *engine.Paper) (Change, string, error) {
	p, err := w.Plan(ctx, d)
	if err != nil {
		return Change{}, "", err
	}
	key, err := p.Cite(ctx, paper)
	if err != nil {
		return Change{}, "", err
	}
	c, err := p.Change(ctx)
	return c, key, err
}

// addEntry adds the entry of a paper under a new key, without citing it. It returns an error if a
// .bib already has the paper.
func (w *Writer) addEntry(ctx context.Context, d *workspace.Document, o Request) (Change, error) {
	paper, err := w.Paper(ctx, o.Paper)
	if err != nil {
		return Change{}, err
	}
	c, key, err := w.cite(ctx, d, paper)
	if err == nil && c.Bib == nil {
		err = fmt.Errorf("the .bib file already contains this paper: cite it as %s", key)
	}
	return c, err
}

// entryOf adds the entry of a paper under the key that the user typed, unless a .bib already has
// the paper.
func (w *Writer) entryOf(ctx context.Context, d *workspace.Document, o Request) (Change, error) {
	paper, err := w.Paper(ctx, o.Paper)
	if err != nil {
		return Change{}, err
	}
	p, err := w.Plan(ctx, d)
	if err != nil {
		return Change{}, err
	}
	if err := p.CiteAs(ctx, paper, o.Key); err != nil {
		return Change{}, err
	}
	return p.Change(ctx)
}

// keyFor replaces an identifier used as a key with its paper's key, and adds the entry.
func (w *Writer) keyFor(ctx context.Context, d *workspace.Document, o Request) (Change, error) {
	cited, ok := citedAt(d.Manuscript(), o.Offset, o.Key)
	if !ok {
		return Change{}, ErrChanged
	}
	paper, err := w.Paper(ctx, o.Paper)
	if err != nil {
		return Change{}, err
	}
	c, key, err := w.cite(ctx, d, paper)
	if err != nil {
		return Change{}, fmt.Errorf("%s was not replaced: %w", o.Key, err)
	}
	c.Range, c.Text = cited.Span, key
	if !strings.HasSuffix(d.Text[:cited.Start], "{") {
		c.Text = d.Markup.Key(key)
	}
	return c, nil
}

func citedAt(m *doc.Manuscript, offset int, name string) (doc.CiteKey, bool) {
	citation, _ := m.CitationAt(offset)
	at := slices.IndexFunc(citation.Keys, func(k doc.CiteKey) bool { return k.Name == name && k.Contains(offset) })
	if at < 0 {
		return doc.CiteKey{}, false
	}
	return citation.Keys[at], true
}
