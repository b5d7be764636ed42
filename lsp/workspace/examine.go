package workspace

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"go.lsp.dev/uri"
)

// Examine says where citations of a manuscript in a workspace's folder go, and
// what keeps them from it.
func Examine(path, root string, rules BibRules) (bibs []string, problems []error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, []error{err}
	}
	text, err := files.Read(context.Background(), path, MaxDocument)
	if err != nil {
		return nil, []error{fmt.Errorf("%w: name a .tex or .md file", err)}
	}
	w := New()
	w.SetRoots([]string{root})
	w.SetBibRules(rules)
	d := NewDocument(doc.NewSnapshot(string(uri.File(path)), "", 0, string(text)))
	if d.Markup == nil {
		return nil, []error{fmt.Errorf("%s: neither LaTeX nor Markdown: name a .tex or .md file", path)}
	}
	bibs = w.BibPaths(d)
	problems = append(problems, w.named(d, bibs[0]))
	for _, bib := range bibs {
		problems = append(problems, cmp.Or(w.CheckEdit(d, bib), writable(bib)))
	}
	problems = slices.DeleteFunc(problems, func(err error) bool { return err == nil })
	return bibs, append(problems, keywordMistakes(d, path)...)
}

// keywordMistakes are those in the directives of a document.
func keywordMistakes(d *Document, path string) (all []error) {
	for _, directive := range d.Manuscript().Directives {
		_, mistakes := keyword.Parse(directive.Text)
		for _, m := range mistakes {
			at := d.Position(directive.Keywords.Start+m.Start, doc.UTF32)
			all = append(all, fmt.Errorf("%s:%d:%d: %s", path, at.Line+1, at.Character+1, m.Message))
		}
	}
	return all
}

// Hindrances are what would keep the entries of a document that go into a .bib
// from being saved or found.
func (w *Workspace) Hindrances(d *Document, bib string) (all []error) {
	if err := writable(bib); err != nil {
		all = append(all, err)
	}
	if err := w.named(d, bib); err != nil && w.isWhole(d) {
		all = append(all, err)
	}
	return all
}

// named reports whether a document names a .bib.
func (w *Workspace) named(d *Document, bib string) error {
	if len(w.namedBibs(d)) > 0 {
		return nil
	}
	return fmt.Errorf("%s: names no .bib, so entries go to %s beside it: write %s into it",
		filepath.Base(w.Path(d)), filepath.Base(bib), naming(d, bib))
}

// isWhole reports whether a saved document would name its .bib itself: it is no
// chapter, and no part of a project that has it in another file, as Quarto's.
func (w *Workspace) isWhole(d *Document) bool {
	switch strings.ToLower(filepath.Ext(d.URI)) {
	case ".md":
		return w.bibRules().Default == ""
	case ".tex":
		return strings.Contains(d.Text, `\documentclass`)
	}
	return false
}

// naming is how a document of that markup names a .bib.
func naming(d *Document, bib string) string {
	name := filepath.Base(bib)
	if d.Markup == LaTeX {
		return fmt.Sprintf(`\bibliography{%s}`, name[:len(name)-len(filepath.Ext(name))])
	}
	return "bibliography: " + name
}

// ErrNoFolder is told of a .bib that an editor can make only where somebody makes its folder.
var ErrNoFolder = errors.New("its folder is missing")

// writable reports whether an editor can save a .bib; one that is missing is made.
func writable(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		folder, err := os.Stat(filepath.Dir(path))
		if err != nil {
			return fmt.Errorf("%s: %w: make it, or correct the name in the document", path, ErrNoFolder)
		}
		if folder.Mode().Perm()&0o222 == 0 {
			return fmt.Errorf("%s: cannot be made in a folder that is read-only: run chmod u+w %s", path, filepath.Dir(path))
		}
		return nil
	}
	err = files.Writable(path)
	if errors.Is(err, files.ErrNotRegular) {
		return unread(err)
	}
	if err != nil || info.Mode().Perm()&0o222 == 0 {
		return fmt.Errorf("%s: read-only, so new entries cannot be saved: run chmod u+w %s", path, path)
	}
	return nil
}
