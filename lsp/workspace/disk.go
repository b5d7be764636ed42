package workspace

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/config/confine"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/internal/bounded"
	"go.lsp.dev/uri"
)

// A disk remembers what was read from it until that changes there.
type disk struct {
	mu    sync.Mutex
	files bounded.Map[string, parsedBib]
	scans bounded.Map[string, scannedFile]
}

// How many files of each kind are remembered: more than a manuscript has.
const maxBibs, maxScans = 64, 2 * longestProject

type parsedBib struct {
	modified time.Time
	size     int64
	source   *doc.Snapshot // of the editor, nil where read from disk
	bib      Bibliography
}

// parse reads a text as the next version of what is known, so that a keystroke
// costs little in a large file.
func (known parsedBib) parse(text string) *bib.File {
	if known.bib.File == nil {
		return bib.Parse(text)
	}
	return known.bib.File.Next(text)
}

func newDisk() *disk {
	return &disk{files: bounded.Map[string, parsedBib]{Max: maxBibs}, scans: bounded.Map[string, scannedFile]{Max: maxScans}}
}

// read returns the bibliography at path; one that does not exist is empty.
func (k *disk) read(path string, open *Document) Bibliography {
	k.mu.Lock()
	defer k.mu.Unlock()
	known, ok := k.files.Get(path)
	if open != nil {
		if !ok || known.source != open.Snapshot {
			known = parsedBib{source: open.Snapshot, bib: Bibliography{path, known.parse(open.Text), open.Snapshot, true, true}}
			k.files.Put(path, known)
		}
		return known.bib
	}
	info, err := os.Stat(path)
	if err != nil || !isText(info, maxBib) {
		return Bibliography{Path: path, File: bib.Parse(""), Snapshot: doc.NewSnapshot("", "bibtex", 0, "")}
	}
	if !ok || known.source != nil || !known.modified.Equal(info.ModTime()) || known.size != info.Size() {
		text, _ := textOf(path, ".bib")
		known = parsedBib{info.ModTime(), info.Size(), nil, Bibliography{path, known.parse(text), doc.NewSnapshot("", "bibtex", 0, text), false, true}}
		k.files.Put(path, known)
	}
	return known.bib
}

// The largest files that are read, in bytes.
const maxBib, maxManuscript = 256 << 20, 20 << 20

// isText is false for pipes, devices and folders, whatever their names.
func isText(info os.FileInfo, limit int64) bool {
	return info.Mode().IsRegular() && info.Size() <= limit
}

var errOtherFile = errors.New("a link to a file of another kind")

// textOf reads a file of a kind, to which the name has to lead too: a document
// may name any file of the user, under a name of the right kind.
func textOf(path string, extensions ...string) (string, error) {
	if !confine.HasExtension(path, extensions...) {
		return "", fmt.Errorf("%s: %w", path, errOtherFile)
	}
	raw, err := os.ReadFile(path)
	return string(raw), err
}

// A scannedFile is a manuscript on disk as it was read last.
type scannedFile struct {
	modified time.Time
	size     int64
	document *Document
}

// scan reads a manuscript that is not open in the editor; nil where it cannot
// be read.
func (k *disk) scan(path string) *Document {
	k.mu.Lock()
	defer k.mu.Unlock()
	info, err := os.Stat(path)
	if err != nil || !isText(info, maxManuscript) {
		return nil
	}
	known, ok := k.scans.Get(path)
	if !ok || !known.modified.Equal(info.ModTime()) || known.size != info.Size() {
		text, err := textOf(path, manuscriptExtensions...)
		if err != nil {
			return nil
		}
		known = scannedFile{info.ModTime(), info.Size(), NewDocument(doc.NewSnapshot(string(uri.File(path)), "", 0, text))}
		k.scans.Put(path, known)
	}
	return known.document
}

// forget makes the next read go to the disk.
func (k *disk) forget(path string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.files.Delete(path)
	k.scans.Delete(path)
}
