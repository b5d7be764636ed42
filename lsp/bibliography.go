package lsp

import (
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"go.lsp.dev/uri"
)

// A bibliography is one .bib file as it stands: in the editor where it is open
// there, edits not yet saved included, else on disk.
type bibliography struct {
	path     string
	file     *bib.File
	snapshot *doc.Snapshot
	open     bool // in the editor
	exists   bool
}

// A disk remembers what was read from it until that changes there.
type disk struct {
	mu    sync.Mutex
	files map[string]parsedBib
	scans map[string]scannedFile
}

type parsedBib struct {
	modified time.Time
	size     int64
	source   *doc.Snapshot // of the editor, nil where read from disk
	bib      bibliography
}

// parse reads a text as the next version of what is known, so that a keystroke
// costs little in a large file.
func (known parsedBib) parse(text string) *bib.File {
	if known.bib.file == nil {
		return bib.Parse(text)
	}
	return known.bib.file.Next(text)
}

func newDisk() *disk {
	return &disk{files: make(map[string]parsedBib), scans: make(map[string]scannedFile)}
}

// read returns the bibliography at path; one that does not exist is empty.
func (k *disk) read(path string, open *document) bibliography {
	k.mu.Lock()
	defer k.mu.Unlock()
	known, ok := k.files[path]
	if open != nil {
		if !ok || known.source != open.Snapshot {
			known = parsedBib{source: open.Snapshot, bib: bibliography{path, known.parse(open.Text), open.Snapshot, true, true}}
			k.files[path] = known
		}
		return known.bib
	}
	info, err := os.Stat(path)
	if err != nil {
		return bibliography{path: path, file: bib.Parse(""), snapshot: doc.NewSnapshot("", "bibtex", 0, "")}
	}
	if !ok || known.source != nil || !known.modified.Equal(info.ModTime()) || known.size != info.Size() {
		raw, _ := os.ReadFile(path)
		text := string(raw)
		known = parsedBib{info.ModTime(), info.Size(), nil, bibliography{path, known.parse(text), doc.NewSnapshot("", "bibtex", 0, text), false, true}}
		k.files[path] = known
	}
	return known.bib
}

// A scannedFile is a manuscript on disk as it was read last.
type scannedFile struct {
	modified time.Time
	size     int64
	document *document
}

// scan reads a manuscript that is not open in the editor; nil where it cannot
// be read.
func (k *disk) scan(path string) *document {
	k.mu.Lock()
	defer k.mu.Unlock()
	info, err := os.Stat(path)
	if err != nil {
		return nil
	}
	known, ok := k.scans[path]
	if !ok || !known.modified.Equal(info.ModTime()) || known.size != info.Size() {
		raw, err := os.ReadFile(path)
		if err != nil {
			return nil
		}
		known = scannedFile{info.ModTime(), info.Size(), newDocument(doc.NewSnapshot(string(uri.File(path)), "", 0, string(raw)))}
		k.scans[path] = known
	}
	return known.document
}

// forget makes the next read go to the disk.
func (k *disk) forget(path string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.files, path)
	delete(k.scans, path)
}

// bibliographies are the .bib files of a document, in the order it names them:
// its own, then those of the files that include it or that it includes; then
// the setting's; then the only one beside it; then references.bib, to be made.
func (s *server) bibliographies(d *document) []bibliography {
	var all []bibliography
	for _, path := range s.bibPaths(d) {
		open, _ := s.openText(path)
		all = append(all, s.disk.read(path, open))
	}
	return all
}

// pathOf is where a document stands on disk. One that was never saved is taken
// to stand in the workspace; it is "" where there is none.
func (s *server) pathOf(d *document) string {
	path := pathOf(d.URI)
	if path == "" && len(s.roots) > 0 {
		return filepath.Join(s.roots[0], "unsaved")
	}
	return path
}

const newBibName = "references.bib"

func (s *server) bibPaths(d *document) []string {
	path := s.pathOf(d)
	if path == "" {
		return nil
	}
	folder := filepath.Dir(path)
	if paths := s.namedBibs(d); len(paths) > 0 {
		return paths
	}
	if named := s.currentSettings().BibFile; named != "" {
		return []string{resolve(named, append([]string{folder}, s.roots...)...)}
	}
	if beside, _ := filepath.Glob(filepath.Join(folder, "*.bib")); len(beside) == 1 {
		return beside
	}
	return []string{filepath.Join(folder, newBibName)}
}

// namedBibs follows the documents that belong together. Paths in an included
// file are relative to the root's folder, where LaTeX runs.
func (s *server) namedBibs(d *document) (paths []string) {
	seen := make(map[string]bool)
	for _, part := range s.project(d) {
		for _, ref := range part.manuscript.Bibliographies {
			path := resolve(ref.Path, filepath.Dir(part.path), part.rootFolder)
			if !seen[path] {
				seen[path] = true
				paths = append(paths, path)
			}
		}
	}
	return paths
}

// resolve is the file that a relative path means: the first that exists, else
// the one of the first folder.
func resolve(path string, folders ...string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	for _, folder := range folders {
		if candidate := filepath.Join(folder, path); exists(candidate) {
			return candidate
		}
	}
	return filepath.Join(folders[0], path)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
