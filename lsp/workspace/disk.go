package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"time"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/config/confine"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/internal/bounded"
	"go.lsp.dev/uri"
)

const (
	// MaxDocument is how many bytes of a manuscript are scanned, in the editor or
	// on disk: a thesis has about one million.
	MaxDocument = 20 << 20
	// MaxBib is the same for a .bib: the ACL Anthology's has about 70 million.
	MaxBib = 128 << 20
	// patience is how long the disk may take for a file; a network disk that is
	// gone may take for ever.
	patience = 3 * time.Second
	// pause is how long a file is not tried again whose disk took longer.
	pause = 30 * time.Second
)

// A disk remembers what was read from it until that changes there.
type disk struct {
	mu    sync.Mutex // held for a look into the maps only, never while a file is read
	bibs  bounded.Map[string, *onDisk]
	scans bounded.Map[string, *onDisk]
}

// How many files of each kind are remembered: more than a manuscript has.
const maxBibs, maxScans = 64, 2 * longestProject

// onDisk is one file as it was read last. Its lock is held while it is read and
// parsed, so that requests for other files go on.
type onDisk struct {
	path string

	mu   sync.Mutex
	bib  parsedBib
	scan scannedFile
	late time.Time // when its disk took too long
}

// A version of a file is known by its time and size.
type version struct {
	modified time.Time
	size     int64
}

type parsedBib struct {
	version
	source *doc.Snapshot // of the editor, nil where read from disk
	bib    Bibliography
}

// parse reads a text as the next version of what is known, so that a keystroke
// costs little in a large file.
func (known parsedBib) parse(text string) *bib.File {
	if known.bib.File == nil {
		return bib.Parse(text)
	}
	return known.bib.File.Next(text)
}

// A scannedFile is a manuscript on disk as it was read last.
type scannedFile struct {
	version
	document *Document // nil where it cannot be read
	problem  error     // why
}

func newDisk() *disk {
	return &disk{bibs: bounded.Map[string, *onDisk]{Max: maxBibs}, scans: bounded.Map[string, *onDisk]{Max: maxScans}}
}

// at is what is remembered of a file in one of the maps.
func (k *disk) at(files *bounded.Map[string, *onDisk], path string) *onDisk {
	k.mu.Lock()
	defer k.mu.Unlock()
	f, known := files.Get(path)
	if !known {
		f = &onDisk{path: path}
		files.Put(path, f)
	}
	return f
}

// forget makes the next read go to the disk.
func (k *disk) forget(path string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.bibs.Delete(path)
	k.scans.Delete(path)
}

// read returns the bibliography at path; one that does not exist is empty, and
// so is one that cannot be read, with the reason.
func (k *disk) read(path string, open *Document) Bibliography {
	f := k.at(&k.bibs, path)
	f.mu.Lock()
	defer f.mu.Unlock()
	if open != nil {
		if f.bib.source != open.Snapshot {
			f.bib = parsedBib{source: open.Snapshot, bib: Bibliography{Path: path, File: f.bib.parse(open.Text), Snapshot: open.Snapshot, Open: true, Exists: true}}
		}
		return f.bib.bib
	}
	v, err := f.look()
	if err != nil {
		none := Bibliography{Path: path, File: bib.Parse(""), Snapshot: doc.NewSnapshot("", "bibtex", 0, "")}
		if !errors.Is(err, fs.ErrNotExist) {
			none.Exists, none.Problem = true, err
		}
		return none
	}
	if f.bib.source != nil || f.bib.bib.File == nil || f.bib.version != v {
		text, err := f.text(MaxBib, ".bib")
		f.bib = parsedBib{v, nil, Bibliography{Path: path, File: f.bib.parse(text), Snapshot: doc.NewSnapshot("", "bibtex", 0, text), Exists: true, Problem: err}}
	}
	return f.bib.bib
}

// scan reads a manuscript that is not open in the editor; nil where it cannot
// be read.
func (k *disk) scan(path string) (*Document, error) {
	f := k.at(&k.scans, path)
	f.mu.Lock()
	defer f.mu.Unlock()
	v, err := f.look()
	if err != nil {
		return nil, err
	}
	if f.scan.document == nil && f.scan.problem == nil || f.scan.version != v {
		text, err := f.text(MaxDocument, manuscriptExtensions...)
		f.scan = scannedFile{version: v, problem: err}
		if err == nil {
			f.scan.document = NewDocument(doc.NewSnapshot(string(uri.File(path)), "", 0, text))
		}
	}
	return f.scan.document, f.scan.problem
}

// look asks the disk for the version of the file.
func (f *onDisk) look() (version, error) {
	if time.Since(f.late) < pause {
		return version{}, f.tooLate()
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	info, err := files.Stat(ctx, f.path)
	if err != nil {
		return version{}, f.clear(err)
	}
	return version{info.ModTime().Round(0), info.Size()}, nil
}

var errOtherFile = errors.New("a link to a file of another kind")

// text reads the file, if it is a regular one of at most limit bytes and of a
// kind, to which its name has to lead too: a document may name any file of the
// user, under a name of the right kind.
func (f *onDisk) text(limit int64, extensions ...string) (string, error) {
	if !confine.HasExtension(f.path, extensions...) {
		return "", fmt.Errorf("%s: %w", f.path, errOtherFile)
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	raw, err := files.Read(ctx, f.path, limit)
	return string(raw), f.clear(err)
}

// clear notes that the disk took too long, and says so in words.
func (f *onDisk) clear(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		f.late = time.Now()
		return f.tooLate()
	}
	return unread(err)
}

func (f *onDisk) tooLate() error {
	return fmt.Errorf("%s: its disk took longer than %v, so it is left out; it is tried again in a while", f.path, patience)
}

// unread says of a file that is there why it is not read.
func unread(err error) error {
	var known *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist), !errors.As(err, &known):
		return err
	case errors.Is(err, files.ErrTooLarge):
		return fmt.Errorf("%s: %w, so it is not read: split it", known.Path, known.Err)
	case errors.Is(err, files.ErrNotRegular):
		return fmt.Errorf("%s: %w, so it is not read: remove it, or name another file", known.Path, known.Err)
	case errors.Is(err, os.ErrPermission):
		return fmt.Errorf("%s: %w: give yourself the right to read it", known.Path, known.Err)
	}
	return fmt.Errorf("%s: %w", known.Path, known.Err)
}
