package lsp

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// A mention is a place that names an entry: in a citation or in a .bib.
type mention struct {
	file     *doc.Snapshot
	path     string
	span     doc.Span
	markup   *markup // nil in a .bib
	declares bool    // the entry's own key
	open     bool    // in the editor
}

// keyAt is the key that offset is in.
func (s *server) keyAt(d *document, offset int) (key string, span doc.Span, ok bool) {
	if d.isBib() {
		m, ok := s.bibOf(d).file.MentionAt(offset)
		return m.Key, doc.Span(m.Span), ok
	}
	citation, _ := d.manuscript().CitationAt(offset)
	k, ok := citation.KeyAt(offset)
	return k.Name, k.Span, ok
}

// bibOf is a .bib that is open in the editor.
func (s *server) bibOf(d *document) bibliography { return s.disk.read(s.pathOf(d), d) }

// bibsOf are the .bib files of a manuscript, or the .bib itself.
func (s *server) bibsOf(d *document) []bibliography {
	if d.isBib() {
		return []bibliography{s.bibOf(d)}
	}
	return s.bibliographies(d)
}

// A scope is all that shares keys: .bib files, and the manuscripts that use
// them.
type scope struct {
	bibs  []bibliography
	parts []part
}

// scopeOf gathers the scope of a document: with the .bib files of a manuscript
// come the other manuscripts that use them.
func (s *server) scopeOf(d *document) (all scope) {
	all.bibs = s.bibsOf(d)
	if !d.isBib() {
		all.add(s.project(d))
	}
	for _, path := range s.manuscriptPaths() {
		other := s.scanFile(path)
		if other == nil || other.markup == nil || all.has(path) {
			continue
		}
		uses := func(b bibliography) bool { return slices.Contains(s.bibPaths(other), b.path) }
		if slices.ContainsFunc(all.bibs, uses) {
			all.add(s.project(other))
		}
	}
	return all
}

func (a *scope) has(path string) bool {
	return slices.ContainsFunc(a.parts, func(p part) bool { return p.path == path })
}

func (a *scope) add(parts []part) {
	for _, p := range parts {
		if !a.has(p.path) {
			a.parts = append(a.parts, p)
		}
	}
}

// How many manuscripts of a workspace are read, and among how many files they
// are looked for: somebody's workspace is the home folder.
const mostManuscripts, mostFiles = 1000, 50_000

// manuscriptPaths are the manuscripts in the workspace's folders and those that
// are open, in order.
func (s *server) manuscriptPaths() (paths []string) {
	files := 0
	for _, root := range s.roots {
		_ = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			name := ""
			if entry != nil {
				name = entry.Name()
			}
			switch files++; {
			case files > mostFiles, len(paths) >= mostManuscripts:
				return fs.SkipAll
			case err != nil:
				return fs.SkipDir
			case entry.IsDir() && path != root && (strings.HasPrefix(name, ".") || name == "node_modules"):
				return fs.SkipDir
			case !entry.IsDir() && markupOf(name, "") != nil:
				paths = append(paths, path)
			}
			return nil
		})
	}
	s.mu.Lock()
	for name, d := range s.documents {
		if path := pathOf(name); path != "" && d.markup != nil {
			paths = append(paths, path)
		}
	}
	s.mu.Unlock()
	slices.Sort(paths)
	return slices.Compact(paths)
}

// mentions lists where a key is named, .bib files first, each file in its order.
func (s *server) mentions(in scope, key string) (all []mention) {
	for _, b := range in.bibs {
		for _, m := range b.file.Mentions(key) {
			all = append(all, mention{file: b.snapshot, path: b.path, span: doc.Span(m.Span), declares: m.Declares, open: b.open})
		}
	}
	for _, p := range in.parts {
		_, open := s.openText(p.path)
		for _, span := range p.manuscript.KeysNamed(key) {
			all = append(all, mention{file: p.doc.Snapshot, path: p.path, span: span, markup: p.doc.markup, open: open})
		}
	}
	return all
}

func (s *server) location(m mention) protocol.Location {
	return protocol.Location{URI: uri.File(m.path), Range: s.protocolRange(m.file, m.span)}
}
