package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/manuscript"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"github.com/scilit-lsp/scilit-lsp/verify/audit"
	"github.com/scilit-lsp/scilit-lsp/verify/lists"
)

// Maximum sizes of a .bib file and of a manuscript, in bytes. The language server has the same
// limits.
const maxBibChecked, maxTextChecked = 128 << 20, 20 << 20

// filesToCheck reads the named files. For a manuscript, it returns the lists of references that the
// manuscript cites. problems holds an error for each file that contains no references to check.
func filesToCheck(ctx context.Context, std cli.Streams, names []string) (all []audit.File, problems []error,
	err error) {
	var macros []*bib.File
	var unused []error
	for _, name := range names {
		if !lists.Is(name) {
			more, wrong, err := filesOfManuscript(ctx, std, name)
			if err != nil {
				return nil, nil, err
			}
			all, problems = append(all, more...), append(problems, wrong...)
			continue
		}
		raw, err := files.Read(ctx, name, maxBibChecked)
		if err != nil {
			return nil, nil, err
		}
		file, err := lists.Read(ctx, name, raw)
		if errors.Is(err, lists.ErrMacros) {
			macros, unused = append(macros, file.Bib), append(unused, err)
			continue
		}
		if err != nil {
			problems = append(problems, err)
			continue
		}
		all = append(all, file)
	}
	define(all, macros)
	if len(all) == 0 {
		problems = append(problems, unused...)
	}
	return all, problems, ctx.Err()
}

// define makes the @string macros in macros available to all lists of references, because BibTeX
// shares macros between the files of a bibliography.
func define(all []audit.File, macros []*bib.File) {
	for _, file := range all {
		for _, m := range macros {
			file.Bib.Define(m)
		}
	}
}

// filesOfManuscript returns the lists of references of a manuscript, with the keys that it cites.
func filesOfManuscript(ctx context.Context, std cli.Streams, name string) ([]audit.File, []error, error) {
	w, document, err := manuscript.Open(ctx, name)
	if err != nil {
		return nil, nil, err
	}
	scope := w.ScopeOf(ctx, document)
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	m := citedLists{name: name, scope: scope, named: w.NamesBib(ctx, document)}
	m.inline(ctx)
	m.lists(ctx)
	if !m.named && len(scope.Bibs) > 0 && scope.Bibs[0].Exists {
		std.Note("note: %s names no bibliography, so %s is used", name, relative(scope.Bibs[0].Path))
	}
	m.keys(std)
	return m.files, m.problems, nil
}

// citedLists collects the lists of references that a document cites from.
type citedLists struct {
	name     string
	scope    workspace.Scope
	named    bool // whether the manuscript or its project names a bibliography
	files    []audit.File
	problems []error
}

// inline adds the references in the manuscript's own text. If it contains none and there is no
// .bib file, inline adds the .bbl file compiled by BibTeX.
func (m *citedLists) inline(ctx context.Context) {
	for _, part := range m.scope.Parts {
		if file, err := lists.OfDocument(relative(part.Path), part.Doc.Text); err == nil {
			m.files = append(m.files, file)
		}
	}
	compiled := strings.TrimSuffix(m.name, filepath.Ext(m.name)) + ".bbl"
	if len(m.files) > 0 || slices.ContainsFunc(m.scope.Bibs, func(b workspace.Bibliography) bool { return b.Exists }) {
		return
	}
	if raw, err := files.Read(ctx, compiled, maxTextChecked); err == nil {
		if file, err := lists.Read(ctx, compiled, raw); err == nil {
			m.files = append(m.files, file)
		}
	}
}

// lists adds the .bib files that the manuscript names, and records their cited entries.
func (m *citedLists) lists(ctx context.Context) {
	found := len(m.files) > 0
	var macros []*bib.File
	for i := range m.scope.Bibs {
		b := &m.scope.Bibs[i]
		path := relative(b.Path)
		switch {
		case !b.Exists && found: // the manuscript contains references, so it needs no .bib file
			continue
		case !b.Exists && !m.named:
			m.problems = append(m.problems, fmt.Errorf("%s names no bibliography, and no .bib file near it contains at "+
				"least half of the cited keys; name one in the manuscript, or pass the reference list itself", m.name))
			continue
		case !b.Exists:
			m.problems = append(m.problems, fmt.Errorf("%s: the bibliography %s does not exist; correct its name, or "+
				"pass the reference list itself", m.name, path))
			continue
		case b.Problem != nil:
			m.problems = append(m.problems, fmt.Errorf("%s: %w", m.name, b.Problem))
			continue
		}
		file, err := lists.Read(ctx, path, []byte(b.Snapshot.Text))
		if errors.Is(err, lists.ErrMacros) {
			macros = append(macros, file.Bib)
			continue
		}
		if err != nil {
			m.problems = append(m.problems, err)
			continue
		}
		b.File, file.Uncited = file.Bib, map[int]bool{}
		file.Cited = map[string]bool{}
		m.files = append(m.files, file)
	}
	define(m.files, macros)
	cited := citedKeys(m.scope)
	for i := range m.files {
		if m.files[i].Cited != nil {
			m.files[i].Cited = cited
		}
	}
	for _, u := range cite.UncitedIn(m.scope) {
		for i := range m.files {
			if m.files[i].Bib == u.Bib.File {
				m.files[i].Uncited[u.Entry.Start] = true
			}
		}
	}
}

// keys prints a note about cited keys that have no entry. It adds a problem if the manuscript
// contains no citations.
func (m *citedLists) keys(std cli.Streams) {
	cited := citedKeys(m.scope)
	if cited != nil && len(cited) == 0 {
		m.problems = append(m.problems, fmt.Errorf("%s contains no citations; pass the reference list itself", m.name))
		return
	}
	var undefined []string
	labels := m.labels()
	for key := range cited {
		known := labels[key] || workspace.EntryIn(m.scope.Bibs, key) != nil ||
			slices.ContainsFunc(m.files, func(f audit.File) bool { return f.Bib.ByKey(key) != nil })
		if !known {
			undefined = append(undefined, key)
		}
	}
	if len(undefined) > 0 {
		slices.Sort(undefined)
		std.Note("note: %s: no entry was found for %s: %s", m.name, counted(len(undefined), "cited key", "cited keys"),
			strings.Join(undefined[:min(len(undefined), maxUndefined)], ", "))
	}
}

// labels returns the names that the manuscript itself defines, such as figure labels in Typst.
// References to such labels look like citations.
func (m *citedLists) labels() map[string]bool {
	labels := make(map[string]bool)
	for _, part := range m.scope.Parts {
		for _, key := range part.Manuscript.Defines {
			labels[key.Name] = true
		}
	}
	return labels
}

const maxUndefined = 20 // maximum number of cited keys without an entry that a note lists

// citedKeys returns the set of cited keys, or nil if the manuscript cites every entry.
func citedKeys(scope workspace.Scope) map[string]bool {
	if cite.CitesAll(scope) {
		return nil
	}
	cited := make(map[string]bool)
	for _, part := range scope.Parts {
		for _, key := range part.Manuscript.CitedKeys() {
			cited[key] = true
			if e := workspace.EntryIn(scope.Bibs, key); e != nil {
				cited[e.Key] = true // BibTeX ignores the case of keys
			}
		}
	}
	return cited
}
