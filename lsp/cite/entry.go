package cite

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// A Plan is a planner of keys and entries with the .bib that it writes into.
type Plan struct {
	*bib.Planner
	Target workspace.Bibliography // as it was
	engine *engine.Engine
}

// Plan is a plan for a document that adds nothing yet.
func (w *Writer) Plan(ctx context.Context, d *workspace.Document) (Plan, error) {
	e, err := w.Engines.Get(ctx)
	if err != nil {
		return Plan{}, err
	}
	target, err := w.bibFor(ctx, d)
	if err != nil {
		return Plan{}, err
	}
	bibs := w.Files.BibsOf(ctx, d)
	if err := ctx.Err(); err != nil {
		return Plan{}, err
	}
	return Plan{workspace.NewPlanner(bibs, target, w.Settings().KeyPattern), target, e}, nil
}

func entryIn(bibs []workspace.Bibliography, paper *engine.Paper) *bib.Entry {
	return bib.FindCitable(workspace.FilesOf(bibs), app.NewWorkOf(paper))
}

// KeyOf is the key that a paper is cited by, see app.KeyOf.
func (p Plan) KeyOf(ctx context.Context, paper *engine.Paper) string {
	return app.KeyOf(ctx, p.engine, p.Planner, paper)
}

// Change is all that was planned; its bib is nil where nothing was added.
func (p Plan) Change(key string) Change {
	entry, added := p.Insertion()
	if !added {
		return Change{}
	}
	return Change{Bib: &p.Target, Entry: entry, Key: key}
}

var errNoBib = errors.New("the new entry has no place: save the document first, its .bib goes beside it")

// EntryFor finds the key under which the document's .bib files know a paper,
// or makes an entry for the one that most of its citations come from. A .bib has its own.
func (w *Writer) EntryFor(ctx context.Context, d *workspace.Document, paper *engine.Paper) (Change, string, error) {
	if entry := entryIn(w.Files.BibsOf(ctx, d), paper); entry != nil {
		return Change{}, entry.Key, nil
	}
	plan, err := w.Plan(ctx, d)
	if err != nil {
		return Change{}, "", err
	}
	key := plan.KeyOf(ctx, paper)
	c := plan.Change(key)
	if c.Bib != nil {
		w.Host.WarnOfBib(ctx, d, c.Bib.Path)
	}
	return c, key, nil
}

// bibFor is the .bib that new entries of a document go into.
func (w *Writer) bibFor(ctx context.Context, d *workspace.Document) (workspace.Bibliography, error) {
	bibs := w.Files.BibsOf(ctx, d)
	if len(bibs) == 0 {
		return workspace.Bibliography{}, cmp.Or(ctx.Err(), errNoBib)
	}
	target := workspace.MostCited(bibs, w.Files.Project(ctx, d))
	if err := ctx.Err(); err != nil {
		return workspace.Bibliography{}, err // an edit needs all files, not those read until now
	}
	if target.File.IsForeign() {
		return workspace.Bibliography{}, fmt.Errorf("%s: %w", filepath.Base(target.Path), errForeign)
	}
	if target.Problem != nil {
		return workspace.Bibliography{}, fmt.Errorf("the new entry has no place: %w", target.Problem)
	}
	if target.Open && workspace.LostLetter(ctx, target.Path, target.Snapshot.Text) >= 0 {
		return workspace.Bibliography{}, fmt.Errorf("%s: %w", filepath.Base(target.Path), workspace.ErrLostLetters)
	}
	return target, nil
}

var errForeign = errors.New(`lists of Hayagriva are read and get no entries: name a .bib beside it, as in #bibliography(("refs.yml", "refs.bib"))`)

// addEntry makes the entry of a paper under a key of its own, and cites nothing.
func (w *Writer) addEntry(ctx context.Context, d *workspace.Document, o Order) (Change, error) {
	paper, err := w.Paper(ctx, o.Paper)
	if err != nil {
		return Change{}, err
	}
	c, key, err := w.EntryFor(ctx, d, paper)
	if err == nil && c.Bib == nil {
		err = fmt.Errorf("this paper is in the .bib already, as %s", key)
	}
	return c, err
}

// entryOf makes the entry of a paper under the key that was typed for it;
// nothing where it is there.
func (w *Writer) entryOf(ctx context.Context, d *workspace.Document, o Order) (Change, error) {
	paper, err := w.Paper(ctx, o.Paper)
	if err != nil {
		return Change{}, err
	}
	if entry := entryIn(w.Files.Bibliographies(ctx, d), paper); entry != nil && entry.Key != o.Key {
		return Change{}, fmt.Errorf("this paper is in the .bib as %s: cite it by that key instead of %s", entry.Key, o.Key)
	} else if entry != nil {
		return Change{}, nil
	}
	if err := bib.CheckKey(o.Key); err != nil {
		return Change{}, fmt.Errorf("%w; cite the paper by another one", err)
	}
	plan, err := w.Plan(ctx, d)
	if err != nil {
		return Change{}, err
	}
	w.Host.WarnOfBib(ctx, d, plan.Target.Path)
	if plan.Target.File.ByKey(o.Key) != nil {
		return Change{}, fmt.Errorf("the key %s was given to another entry meanwhile: choose the paper again", o.Key)
	}
	plan.Add(app.NewWorkOf(app.Own(ctx, plan.engine, paper)), o.Key)
	return plan.Change(o.Key), nil
}

// keyFor puts the key of a paper in the place of the identifier that is cited.
func (w *Writer) keyFor(ctx context.Context, d *workspace.Document, o Order) (Change, error) {
	cited, ok := citedAt(d.Manuscript(), o.Offset, o.Key)
	if !ok {
		return Change{}, ErrChanged
	}
	paper, err := w.Paper(ctx, o.Paper)
	if err != nil {
		return Change{}, err
	}
	c, key, err := w.EntryFor(ctx, d, paper)
	if err != nil {
		return Change{}, fmt.Errorf("%s is not replaced: %w", o.Key, err)
	}
	c.Range, c.Text = cited.Span, key
	if !strings.HasSuffix(d.Text[:cited.Start], "{") {
		c.Text = d.Markup.Key(key)
	}
	return c, nil
}

func citedAt(m *doc.Manuscript, offset int, name string) (doc.CiteKey, bool) {
	citation, ok := m.CitationAt(offset)
	if !ok {
		return doc.CiteKey{}, false
	}
	at := slices.IndexFunc(citation.Keys, func(k doc.CiteKey) bool { return k.Name == name && k.Start <= offset && offset <= k.End })
	if at < 0 {
		return doc.CiteKey{}, false
	}
	return citation.Keys[at], true
}
