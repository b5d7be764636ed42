// Package workspace finds the files that belong to a manuscript and provides their texts: the
// editor's version with unsaved edits, or else the one on disk.
package workspace

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"go.lsp.dev/uri"
)

// A Workspace holds the open documents and caches files on disk. It is safe for concurrent use.
type Workspace struct {
	disk *disk

	mu    sync.Mutex
	open  map[string]*Document // open documents, keyed by URI
	roots []string
	bibs  BibRules
}

// New returns a workspace without folders or open documents.
func New() *Workspace {
	cache := &disk{bibs: atMost(maxBibs), scans: atMost(maxScans), projects: atMost(maxProjects)}
	return &Workspace{disk: cache, open: make(map[string]*Document)}
}

// SetRoots sets the folders of the workspace.
func (w *Workspace) SetRoots(folders []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.roots = folders
}

// Roots returns the folders of the workspace.
func (w *Workspace) Roots() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.roots
}

// Put stores the editor's version of a file.
func (w *Workspace) Put(d *Document) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.open[d.URI] = d
}

// Close closes a file. Later calls use its version on disk.
func (w *Workspace) Close(file uri.URI) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.open, string(file))
}

// Document returns an open file.
func (w *Workspace) Document(file uri.URI) (*Document, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	d, ok := w.open[string(file)]
	if !ok {
		return nil, fmt.Errorf("%s is not open in the editor: open it, and try again", file)
	}
	return d, nil
}

// Open returns all open documents, sorted by URI.
func (w *Workspace) Open() []*Document {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.SortedFunc(maps.Values(w.open), func(a, b *Document) int { return cmp.Compare(a.URI, b.URI) })
}

// IsCurrent reports whether d is the editor's current version.
func (w *Workspace) IsCurrent(d *Document) bool {
	now, err := w.Document(uri.URI(d.URI))
	return err == nil && now == d
}

// Forget invalidates a cached file.
func (w *Workspace) Forget(path string) {
	w.disk.mu.Lock()
	defer w.disk.mu.Unlock()
	for _, cache := range []*filesOnDisk{w.disk.bibs, w.disk.scans, w.disk.projects} {
		cache.Remove(path)
	}
}

// openText returns the editor's version of a file, if it is open.
func (w *Workspace) openText(path string) (*Document, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for name, d := range w.open {
		if PathOf(name) == path {
			return d, true
		}
	}
	return nil, false
}

// cellScheme is the URI scheme of notebook cells in VS Code. The path of a cell is that of its
// notebook.
const cellScheme = "vscode-notebook-cell:"

func isCell(u string) bool { return strings.HasPrefix(u, cellScheme) }

// URIOf returns the URI of a file on this machine.
func URIOf(path string) string { return string(uri.File(path)) }

// PathOf returns the path of a file on this machine, or "" for any other URI. For a notebook cell,
// it returns the path of the notebook. It rejects URIs that could refer to the root directory or to
// another machine, and paths that contain a NUL byte. It also rejects paths that are not UTF-8,
// since the library decodes their escapes incorrectly.
func PathOf(u string) string {
	if cell, ok := strings.CutPrefix(u, cellScheme); ok {
		cell, _, _ = strings.Cut(cell, "#")
		u = "file:" + cell
	}
	rest, isFile := strings.CutPrefix(u, "file:")
	parsed, err := uri.Parse(u)
	if err != nil || !isFile || !doc.IsUTF8(u) || strings.Trim(rest, "/") == "" && rest != "///" {
		return ""
	}
	path := parsed.FsPath()
	// on Windows, a URI with a host is a network share
	if host := parsed.Authority(); runtime.GOOS != "windows" && host != "" {
		if host != "localhost" {
			return ""
		}
		path = parsed.Path()
	}
	if strings.ContainsRune(path, 0) || !filepath.IsAbs(path) {
		return ""
	}
	return filepath.Clean(path)
}
