package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/bib/hayagriva"
	"github.com/scilit-lsp/scilit-lsp/config/confine"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/project"
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
	bibs  *filesOnDisk
	scans *filesOnDisk
	// projects are files that say what belongs to a project, and where none is.
	projects *filesOnDisk
}

// How many files of each kind are remembered: more than a manuscript has.
const maxBibs, maxScans, maxProjects = 64, 2 * longestProject, 1000

// onDisk is one file as it was read last. One request at a time reads and parses
// it, so that requests for other files go on.
type onDisk struct {
	path string

	turn chan struct{} // full while a request holds it: those that wait for it can end
	bib  parsedBib
	scan scannedFile

	project        project.Config
	projectVersion version
	late           time.Time // when its disk took too long
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
func (known parsedBib) parse(path, text string) *bib.File {
	if isYAML(path) {
		return hayagriva.Parse(text)
	}
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
	return &disk{bibs: atMost(maxBibs), scans: atMost(maxScans), projects: atMost(maxProjects)}
}

// filesOnDisk are the files that were asked for last, by path.
type filesOnDisk = simplelru.LRU[string, *onDisk]

func atMost(files int) *filesOnDisk {
	remembered, err := simplelru.NewLRU[string, *onDisk](files, nil)
	if err != nil { // of sizes below one
		panic(err)
	}
	return remembered
}

// at is what is remembered of a file in one of the maps.
func (k *disk) at(files *filesOnDisk, path string) *onDisk {
	k.mu.Lock()
	defer k.mu.Unlock()
	f, known := files.Get(path)
	if !known {
		f = &onDisk{path: path, turn: make(chan struct{}, 1)}
		files.Add(path, f)
	}
	return f
}

// forget makes the next read go to the disk.
func (k *disk) forget(path string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.bibs.Remove(path)
	k.scans.Remove(path)
	k.projects.Remove(path)
}

// take waits for the file; false where ctx ends first.
func (f *onDisk) take(ctx context.Context) bool {
	if ctx.Err() != nil {
		return false
	}
	select {
	case f.turn <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

func (f *onDisk) giveBack() { <-f.turn }

// read returns the bibliography at path; one that does not exist is empty, and
// so is one that cannot be read, with the reason.
func (k *disk) read(ctx context.Context, path string, open *Document) Bibliography {
	f := k.at(k.bibs, path)
	if !f.take(ctx) {
		return unreadBib(path, ctx.Err())
	}
	defer f.giveBack()
	if open != nil {
		if f.bib.source != open.Snapshot {
			f.bib = parsedBib{source: open.Snapshot, bib: Bibliography{Path: path, File: f.bib.parse(path, open.Text), Snapshot: open.Snapshot, Open: true, Exists: true}}
		}
		return f.bib.bib
	}
	v, err := f.look(ctx)
	if err != nil {
		return unreadBib(path, err)
	}
	if f.bib.source != nil || f.bib.bib.File == nil || f.bib.version != v {
		text, err := f.text(ctx, maxBib(path), bibExtension(path))
		if isLate(err) {
			return unreadBib(path, err)
		}
		f.bib = parsedBib{v, nil, Bibliography{Path: path, File: f.bib.parse(path, text), Snapshot: doc.NewSnapshot("", "bibtex", 0, text), Exists: true, Problem: err}}
	}
	return f.bib.bib
}

// isYAML reports whether a list of references is in Typst's own format.
func isYAML(path string) bool { return hasExtension(path, ".yml", ".yaml") }

func maxBib(path string) int64 {
	if isYAML(path) {
		return hayagriva.MaxSize
	}
	return MaxBib
}

// bibExtension is what the file has to end in that a list's name leads to.
func bibExtension(path string) string {
	if isYAML(path) {
		return filepath.Ext(path)
	}
	return ".bib"
}

// unreadBib is empty; one that is there has the reason.
func unreadBib(path string, err error) Bibliography {
	none := Bibliography{Path: path, File: bib.Parse(""), Snapshot: doc.NewSnapshot("", "bibtex", 0, "")}
	if !errors.Is(err, fs.ErrNotExist) {
		none.Exists, none.Problem = true, err
	}
	return none
}

// scan reads a manuscript that is not open in the editor; nil where it cannot
// be read.
func (k *disk) scan(ctx context.Context, path string) (*Document, error) {
	f := k.at(k.scans, path)
	if !f.take(ctx) {
		return nil, ctx.Err()
	}
	defer f.giveBack()
	v, err := f.look(ctx)
	if err != nil {
		return nil, err
	}
	if f.scan.document == nil && f.scan.problem == nil || f.scan.version != v {
		text, err := f.text(ctx, MaxDocument, ManuscriptExtensions...)
		if isLate(err) {
			return nil, err
		}
		f.scan = scannedFile{version: v, problem: err}
		if err == nil {
			f.scan.document = NewDocument(doc.NewSnapshot(string(uri.File(path)), "", 0, text))
		}
	}
	return f.scan.document, f.scan.problem
}

// project reads the file of a project; ok is false where there is none.
func (k *disk) project(ctx context.Context, path string) (c project.Config, ok bool) {
	f := k.at(k.projects, path)
	if !f.take(ctx) {
		return c, false
	}
	defer f.giveBack()
	v, err := f.look(ctx)
	if err != nil {
		return c, false
	}
	if f.projectVersion != v {
		text, err := f.text(ctx, project.MaxSize, filepath.Ext(path)) // one that cannot be read says nothing
		if isLate(err) {
			return c, false
		}
		f.project, f.projectVersion = project.Read(path, text), v
	}
	return f.project, true
}

// look asks the disk for the version of the file.
func (f *onDisk) look(ctx context.Context) (version, error) {
	if time.Since(f.late) < pause {
		return version{}, f.tooLate()
	}
	patient, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	info, err := files.Stat(patient, f.path)
	if err != nil {
		return version{}, f.clear(ctx, err)
	}
	return version{info.ModTime().Round(0), info.Size()}, nil
}

var errOtherFile = errors.New("a link to a file of another kind")

// text reads the file, if it is a regular one of at most limit bytes and of a
// kind, to which its name has to lead too: a document may name any file of the
// user, under a name of the right kind.
func (f *onDisk) text(ctx context.Context, limit int64, extensions ...string) (string, error) {
	patient, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	known, err := files.Call(patient, f.path, func() (bool, error) { return confine.HasExtension(f.path, extensions...), nil })
	if err != nil {
		return "", f.clear(ctx, err)
	}
	if !known {
		return "", fmt.Errorf("%s: %w", f.path, errOtherFile)
	}
	raw, err := files.Read(patient, f.path, limit)
	return string(raw), f.clear(ctx, err)
}

// clear notes that the disk took too long, and says so in words. That a request
// ended first is no fault of the disk.
func (f *onDisk) clear(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil && err != nil:
		return ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		f.late = time.Now()
		return f.tooLate()
	}
	return unread(err)
}

// ask is files.Call for no longer than our patience.
func ask[T any](ctx context.Context, path string, call func() (T, error)) (T, error) {
	patient, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	result, err := files.Call(patient, path, call)
	if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("%s: %w", path, errLate)
	}
	return result, err
}

// check is ask for what only may fail.
func check(ctx context.Context, path string, call func() error) error {
	_, err := ask(ctx, path, func() (struct{}, error) { return struct{}{}, call() })
	return err
}

var errLate = fmt.Errorf("its disk took longer than %v, so it is left out; it is tried again in a while", patience)

func (f *onDisk) tooLate() error { return fmt.Errorf("%s: %w", f.path, errLate) }

// isLate reports whether another request may read what this one could not.
func isLate(err error) bool {
	return errors.Is(err, errLate) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
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
