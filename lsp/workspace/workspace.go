// Package workspace knows which files belong to a manuscript, and the text in
// them: in the editor where they are open there, edits not yet saved included,
// else on disk.
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

	"go.lsp.dev/uri"
)

// A Workspace holds the open documents and remembers what it read from disk. It
// may be used by several goroutines.
type Workspace struct {
	disk *disk

	mu    sync.Mutex
	open  map[string]*Document // by URI
	roots []string
	bibs  BibRules
}

// New is a workspace without folders in which no file is open.
func New() *Workspace {
	return &Workspace{disk: newDisk(), open: make(map[string]*Document)}
}

// SetRoots sets the folders that the editor works in.
func (w *Workspace) SetRoots(folders []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.roots = folders
}

// Roots are the folders that the editor works in.
func (w *Workspace) Roots() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.roots
}

// Put makes d the open version of its file.
func (w *Workspace) Put(d *Document) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.open[d.URI] = d
}

// Close gives a file back to the disk.
func (w *Workspace) Close(file uri.URI) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.open, string(file))
}

// Document is the open file of a URI.
func (w *Workspace) Document(file uri.URI) (*Document, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	d, ok := w.open[string(file)]
	if !ok {
		return nil, fmt.Errorf("%s is not open", file)
	}
	return d, nil
}

// Open are all open documents, in the order of their URIs.
func (w *Workspace) Open() []*Document {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.SortedFunc(maps.Values(w.open), func(a, b *Document) int { return cmp.Compare(a.URI, b.URI) })
}

// IsCurrent reports whether d is what the editor shows now.
func (w *Workspace) IsCurrent(d *Document) bool {
	now, err := w.Document(uri.URI(d.URI))
	return err == nil && now == d
}

// Forget has a file read again from the disk when it is needed next.
func (w *Workspace) Forget(path string) { w.disk.forget(path) }

// openText is the editor's text of a file, where it has the file open.
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

// cellScheme is that of the cells of a notebook, as VS Code names them: the path
// is the notebook's.
const cellScheme = "vscode-notebook-cell:"

func isCell(u string) bool { return strings.HasPrefix(u, cellScheme) }

// URIOf is the URI of a file on this machine.
func URIOf(path string) string { return string(uri.File(path)) }

// PathOf is the path of a file's URI on this machine, that of the notebook for a
// cell, "" for any other: one without scheme or path would be the root of the file
// system, a host is another machine, and no path has a NUL.
func PathOf(u string) string {
	if cell, ok := strings.CutPrefix(u, cellScheme); ok {
		cell, _, _ = strings.Cut(cell, "#")
		u = "file:" + cell
	}
	rest, isFile := strings.CutPrefix(u, "file:")
	parsed, err := uri.Parse(u)
	if err != nil || !isFile || strings.Trim(rest, "/") == "" && rest != "///" {
		return ""
	}
	path := parsed.FsPath()
	if host := parsed.Authority(); runtime.GOOS != "windows" && host != "" { // there it names a share
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
