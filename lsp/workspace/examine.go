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

// Examine returns the .bib files of a manuscript in a workspace, and the problems that would
// prevent the user from citing their entries.
func Examine(ctx context.Context, path, root string, rules BibRules) (bibs []string, problems []error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, []error{err}
	}
	text, err := files.Read(ctx, path, MaxDocument)
	if err != nil {
		if errors.Is(err, files.ErrNotRegular) {
			err = fmt.Errorf("%w: specify a manuscript, such as a .tex or .md file", err)
		}
		return nil, []error{err}
	}
	w := New()
	w.SetRoots([]string{root})
	w.SetBibRules(rules)
	d := NewDocument(doc.NewSnapshot(string(uri.File(path)), "", 0, string(text)))
	if d.Markup == nil {
		return nil, []error{fmt.Errorf("%s is not LaTeX, Markdown, Org or Typst: specify a manuscript, such as a .tex or "+
			".md file", path)}
	}
	bibs = w.BibPaths(ctx, d)
	if err := ctx.Err(); err != nil {
		return nil, []error{err}
	}
	problems = append(problems, w.named(ctx, d, bibs[0]))
	for _, bib := range bibs {
		problems = append(problems, cmp.Or(w.CheckEdit(ctx, d, bib), writable(ctx, bib)))
	}
	problems = slices.DeleteFunc(problems, func(err error) bool { return err == nil })
	return bibs, append(problems, keywordMistakes(d, path)...)
}

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

// Obstacles returns the reasons why new entries could not be saved in a .bib file, or why the
// document would not find them there.
func (w *Workspace) Obstacles(ctx context.Context, d *Document, bib string) (all []error) {
	if err := writable(ctx, bib); err != nil {
		all = append(all, err)
	}
	if err := w.named(ctx, d, bib); err != nil && w.isWhole(d) {
		all = append(all, err)
	}
	return all
}

// named returns an error if a document names no .bib file.
func (w *Workspace) named(ctx context.Context, d *Document, bib string) error {
	if len(w.namedBibs(ctx, d)) > 0 {
		return nil
	}
	path := w.Path(d)
	name, where := filepath.Base(bib), " next to it"
	if relative, err := filepath.Rel(filepath.Dir(path), bib); err == nil && relative != name {
		name, where = filepath.ToSlash(relative), ""
	}
	return fmt.Errorf("%s names no .bib file, so new entries go to %s%s: add %s to the document",
		filepath.Base(path), name, where, d.Markup.NameBib(name))
}

// isWhole reports whether a saved document must itself name its .bib file. This is the case for a
// LaTeX root file, and for an .md file if no default .bib file is configured.
func (w *Workspace) isWhole(d *Document) bool {
	switch strings.ToLower(filepath.Ext(d.URI)) {
	case ".md":
		return w.bibRules().Default == ""
	case ".tex", ".rnw", ".snw", ".rtex":
		return strings.Contains(d.Text, `\documentclass`)
	}
	return false
}

// ErrNoFolder is returned for a .bib file whose folder does not exist. The folder must be created
// before an editor can save the file.
var ErrNoFolder = errors.New("its folder is missing")

// writable returns an error if an editor could not save a .bib file. The file need not exist.
func writable(ctx context.Context, path string) error {
	return check(ctx, path, func() error { return checkWritable(path) })
}

func checkWritable(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		folder, err := os.Stat(filepath.Dir(path))
		if err != nil {
			return fmt.Errorf("%s cannot be created, because %w: create the folder, or correct the "+
				"name in the document", path, ErrNoFolder)
		}
		if folder.Mode().Perm()&0o222 == 0 {
			return fmt.Errorf("%s cannot be created, because its folder is read-only: run chmod u+w %s",
				path, filepath.Dir(path))
		}
		return nil
	}
	err = files.Writable(path)
	if errors.Is(err, files.ErrNotRegular) {
		return unread(err)
	}
	if err != nil || info.Mode().Perm()&0o222 == 0 {
		return fmt.Errorf("%s is read-only, so new entries cannot be saved: run chmod u+w %s", path, path)
	}
	return nil
}
