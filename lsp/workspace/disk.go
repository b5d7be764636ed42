package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

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
	// MaxDocument is the maximum size of a manuscript in bytes, both in the editor and on disk. A
	// thesis is about 1 MB long.
	MaxDocument = 20 << 20
	// MaxBib is the maximum size of a .bib file in bytes. The ACL Anthology's is about 70 MB long.
	MaxBib = 128 << 20
	// patience is the maximum time to wait for a file. Reading from a disconnected network drive
	// may never return.
	patience = 3 * time.Second
	// pause is the time before a file on a slow disk is tried again.
	pause = 30 * time.Second
)

// A disk caches the contents of files until they change on disk.
type disk struct {
	mu    sync.Mutex // guards the maps; not held while a file is read
	bibs  *filesOnDisk
	scans *filesOnDisk
	// projects caches project files, and the paths of those that do not exist.
	projects *filesOnDisk
}

// Limits on the number of cached files of each kind. They exceed the needs of any realistic
// manuscript.
const maxBibs, maxScans, maxProjects = 64, 2 * longestProject, 1000

// onDisk caches one file. Only one request at a time reads and parses the file, without blocking
// requests for other files.
type onDisk struct {
	path string

	// holds a value while a request reads the file; used instead of a mutex so that waiting can
	// be cancelled
	turn chan struct{}
	late time.Time // when a read last timed out

	version
	isRead bool // the content below is that of the version on disk

	bib      Bibliography
	document *Document // nil if a manuscript cannot be read
	problem  error     // the reason why a manuscript cannot be read
	project  project.Config
}

// A version identifies the content of a file by its modification time and size.
type version struct {
	modified time.Time
	size     int64
}

// parse parses the text of a bibliography. It reuses the results of the known version, so that
// parsing a large file after a keystroke is cheap.
func (f *onDisk) parse(text string) *bib.File {
	switch {
	case isYAML(f.path):
		return hayagriva.Parse(text)
	case f.bib.File == nil:
		return bib.Parse(text)
	}
	return f.bib.File.Next(text)
}

// filesOnDisk caches recently used files, keyed by path.
type filesOnDisk = simplelru.LRU[string, *onDisk]

func atMost(files int) *filesOnDisk {
	remembered, _ := simplelru.NewLRU[string, *onDisk](files, nil) // fails only for sizes below one
	return remembered
}

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

// take waits until no other request uses the file. It returns false if ctx ends first.
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

// read returns the bibliography at path, from open if it is not nil. If the file is missing or
// unreadable, the result is empty.
func (k *disk) read(ctx context.Context, path string, open *Document) Bibliography {
	f := k.at(k.bibs, path)
	if !f.take(ctx) {
		return unreadBib(path, ctx.Err())
	}
	defer f.giveBack()
	if open != nil {
		if f.bib.Snapshot != open.Snapshot {
			f.bib = Bibliography{
				Path: path, File: f.parse(open.Text), Snapshot: open.Snapshot, Open: true, Exists: true,
			}
			f.isRead = false
		}
		return f.bib
	}
	limit, extension := int64(MaxBib), ".bib" // the target of a symbolic link must also have the extension
	if isYAML(path) {
		limit, extension = hayagriva.MaxSize, filepath.Ext(path)
	}
	err := f.refresh(ctx, limit, []string{extension}, func(text string, problem error) {
		snapshot := doc.NewSnapshot("", "bibtex", 0, text)
		f.bib = Bibliography{Path: path, File: f.parse(text), Snapshot: snapshot, Exists: true, Problem: problem}
	})
	if err != nil {
		return unreadBib(path, err)
	}
	return f.bib
}

// refresh calls parse with the text of the file, or the reason why it cannot be read, if the file
// has changed on disk since the last call. It returns an error if the file does not exist or if
// reading it takes too long.
func (f *onDisk) refresh(
	ctx context.Context, limit int64, extensions []string, parse func(text string, problem error),
) error {
	v, err := f.look(ctx)
	if err != nil || f.isRead && f.version == v {
		return err
	}
	text, err := f.text(ctx, limit, extensions...)
	if isLate(err) {
		return err
	}
	parse(text, err)
	f.version, f.isRead = v, true
	return nil
}

// isYAML reports whether a bibliography is in Hayagriva's YAML format, which Typst uses.
func isYAML(path string) bool { return hasExtension(path, ".yml", ".yaml") }

// unreadBib returns an empty bibliography. If the file exists, Problem is err.
func unreadBib(path string, err error) Bibliography {
	none := Bibliography{Path: path, File: bib.Parse(""), Snapshot: doc.NewSnapshot("", "bibtex", 0, "")}
	if !errors.Is(err, fs.ErrNotExist) {
		none.Exists, none.Problem = true, err
	}
	return none
}

// scan returns a manuscript that is not open in the editor.
func (k *disk) scan(ctx context.Context, path string) (*Document, error) {
	f := k.at(k.scans, path)
	if !f.take(ctx) {
		return nil, ctx.Err()
	}
	defer f.giveBack()
	err := f.refresh(ctx, MaxDocument, ManuscriptExtensions, func(text string, problem error) {
		f.document, f.problem = nil, problem
		if problem == nil {
			f.document = NewDocument(doc.NewSnapshot(string(uri.File(path)), "", 0, text))
		}
	})
	if err != nil {
		return nil, err
	}
	return f.document, f.problem
}

// project returns the content of a project file. ok is false if it does not exist.
func (k *disk) project(ctx context.Context, path string) (c project.Config, ok bool) {
	f := k.at(k.projects, path)
	if !f.take(ctx) {
		return c, false
	}
	defer f.giveBack()
	err := f.refresh(ctx, project.MaxSize, []string{filepath.Ext(path)}, func(text string, _ error) {
		f.project = project.Read(path, text) // an unreadable file has no settings
	})
	return f.project, err == nil
}

// look returns the current version of the file on disk.
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

var errOtherFile = errors.New("the extension of this file, or of the file that it links to, is not supported here: " +
	"name a file of a supported type, such as .bib")

// text reads a regular file of at most limit bytes. If the path is a symbolic link, its target must
// also have one of the extensions; otherwise a document could expose any of the user's files
// through a link.
func (f *onDisk) text(ctx context.Context, limit int64, extensions ...string) (string, error) {
	patient, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	hasExtension := func() (bool, error) { return confine.HasExtension(f.path, extensions...), nil }
	known, err := files.Call(patient, f.path, hasExtension)
	if err != nil {
		return "", f.clear(ctx, err)
	}
	if !known {
		return "", fmt.Errorf("%s: %w", f.path, errOtherFile)
	}
	raw, err := files.Read(patient, f.path, limit)
	return string(raw), f.clear(ctx, err)
}

// clear converts a read error to an error for the user, and records a timeout. It returns ctx.Err
// if the request was cancelled.
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

// ask calls files.Call with patience as the timeout.
func ask[T any](ctx context.Context, path string, call func() (T, error)) (T, error) {
	patient, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	result, err := files.Call(patient, path, call)
	if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("%s: %w", path, errLate)
	}
	return result, err
}

// check is like ask, but for a call that returns only an error.
func check(ctx context.Context, path string, call func() error) error {
	_, err := ask(ctx, path, func() (struct{}, error) { return struct{}{}, call() })
	return err
}

var errLate = fmt.Errorf("reading it took longer than %v, so it was skipped and will be tried again later", patience)

func (f *onDisk) tooLate() error { return fmt.Errorf("%s: %w", f.path, errLate) }

// isLate reports whether an error is temporary, so that a later attempt may succeed.
func isLate(err error) bool {
	return errors.Is(err, errLate) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// unread returns an error that explains why an existing file cannot be read.
func unread(err error) error {
	known, isKnown := errors.AsType[*fs.PathError](err)
	switch {
	case errors.Is(err, fs.ErrNotExist), !isKnown:
		return err
	case errors.Is(err, files.ErrTooLarge):
		return fmt.Errorf("%s: %w, so it is not read: split it", known.Path, known.Err)
	case errors.Is(err, files.ErrNotRegular):
		return fmt.Errorf("%s: %w, so it is not read: remove it, or name another file", known.Path, known.Err)
	case errors.Is(err, os.ErrPermission):
		return fmt.Errorf("%s: %w: make it readable", known.Path, known.Err)
	}
	return fmt.Errorf("%s: %w", known.Path, known.Err)
}

// ErrLostLetters is returned for an open file that the editor decoded with the wrong character
// encoding.
var ErrLostLetters = errors.New(
	"this file is not UTF-8, so saving it would damage accented letters: reopen it with its actual encoding, such as Latin-1",
)

// LostLetter returns the offset of the first replacement character in a text that the editor could
// not decode completely, or -1.
func LostLetter(ctx context.Context, path, text string) int {
	at := strings.IndexRune(text, utf8.RuneError)
	if at >= 0 && notUTF8(ctx, path) {
		return at
	}
	return -1
}

func notUTF8(ctx context.Context, path string) bool {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	raw, err := files.Read(ctx, path, MaxBib)
	return err == nil && !utf8.Valid(raw)
}
