package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"github.com/scilit-lsp/scilit-lsp/verify/audit"
)

// Limits of a .bib and a manuscript, in bytes. The editor has the same.
const maxBibChecked, maxTextChecked = 128 << 20, 20 << 20

// filesToCheck returns the named .bib files and those that the named manuscripts cite from.
func filesToCheck(ctx context.Context, names []string) (all []audit.File, err error) {
	for _, name := range names {
		var more []audit.File
		if isBib(name) {
			more, err = bibToCheck(ctx, name)
		} else {
			more, err = bibsOfManuscript(ctx, name)
		}
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	return all, nil
}

func isBib(name string) bool { return strings.EqualFold(filepath.Ext(name), ".bib") }

func bibToCheck(ctx context.Context, name string) ([]audit.File, error) {
	raw, err := files.Read(ctx, name, maxBibChecked)
	if err != nil {
		return nil, err
	}
	return []audit.File{{Path: filepath.ToSlash(name), Bib: bib.Parse(raw), Source: string(raw)}}, nil
}

// bibsOfManuscript returns the .bib files of a manuscript, with the keys that all of its files
// cite.
func bibsOfManuscript(ctx context.Context, name string) (all []audit.File, err error) {
	w, document, err := openManuscript(ctx, name)
	if err != nil {
		return nil, err
	}
	scope := w.ScopeOf(ctx, document)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return manuscriptFiles(ctx, name, scope)
}

// openManuscript reads a manuscript into a new workspace.
func openManuscript(ctx context.Context, name string) (*workspace.Workspace, *workspace.Document, error) {
	path, err := filepath.Abs(name)
	if err != nil {
		return nil, nil, err
	}
	raw, err := files.Read(ctx, path, maxTextChecked)
	if err != nil {
		return nil, nil, err
	}
	document := workspace.NewDocument(doc.NewSnapshot(workspace.URIOf(path), "", 0, string(raw)))
	if document.Markup == nil {
		return nil, nil, fmt.Errorf("%w: %s: neither a .bib file nor a manuscript in a known markup", cli.ErrUsage, name)
	}
	w := workspace.New()
	w.Put(document)
	return w, document, nil
}

func manuscriptFiles(ctx context.Context, name string, scope workspace.Scope) (all []audit.File, err error) {
	cited := citedKeys(scope)
	for _, b := range scope.Bibs {
		switch {
		case !b.Exists:
			return nil, fmt.Errorf("%s: its bibliography %s does not exist: correct its name, or give the .bib file itself",
				name, relative(b.Path))
		case b.Problem != nil:
			return nil, fmt.Errorf("%s: %w", name, b.Problem)
		}
		all = append(all, audit.File{Path: relative(b.Path), Bib: b.File, Source: b.Snapshot.Text, Cited: cited,
			Uncited: map[int]bool{}})
	}
	for _, u := range cite.UncitedIn(scope) {
		for i := range all {
			if all[i].Bib == u.Bib.File {
				all[i].Uncited[u.Entry.Start] = true
			}
		}
	}
	return all, nil
}

// citedKeys returns nil if a manuscript cites every entry.
func citedKeys(scope workspace.Scope) map[string]bool {
	if cite.CitesAll(scope) {
		return nil
	}
	cited := make(map[string]bool)
	for _, part := range scope.Parts {
		for _, key := range part.Manuscript.CitedKeys() {
			cited[key] = true
			if e := workspace.EntryIn(scope.Bibs, key); e != nil {
				cited[e.Key] = true // whose case BibTeX ignores
			}
		}
	}
	return cited
}
