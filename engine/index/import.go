package index

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/index/read"
)

// A Source provides an exported index, such as an archive file or a server.
type Source interface {
	// Describe returns an encoded Description and its signature, or a nil signature if it is
	// unsigned.
	Describe(ctx context.Context) (description, signature []byte, err error)
	// Part opens a segment file at an offset, which is 0 unless the source resumes. Import requests
	// the files in the order of the description.
	Part(ctx context.Context, manifest string, f DescribedFile, offset int64) (io.ReadCloser, error)
	// Resumes reports whether Part can begin in the middle of a file.
	Resumes() bool
}

// ImportOptions are the options of Import.
type ImportOptions struct {
	Dir     string
	Wait    bool // wait for another writer to finish instead of failing
	Replace bool // allow replacing an index that was not imported
	Older   bool // allow replacing a newer revision
	// Verify checks the signature of a description. If Verify is nil, any description is accepted.
	Verify func(description, signature []byte) error
	// Progress is called with the number of bytes copied so far. It may be nil.
	Progress func(bytes int64)
}

// An ImportResult is the outcome of Import.
type ImportResult struct {
	Name      string
	Papers    int
	New, Kept int   // number of segments copied and reused
	Bytes     int64 // number of bytes copied
}

// ErrNotImported is returned if an import would replace an index that was not imported or that was
// changed after its import.
var ErrNotImported = errors.New("the index in this folder was built here, was changed after its import, or cannot be " +
	"read: import into another folder, or use --replace to replace the index")

// ErrOlder is returned if an import would replace a newer revision. A signature does not prevent
// this, since an old export keeps its valid signature.
var ErrOlder = errors.New("the export is older than this index, so nothing was changed: get a newer export, or " +
	"use --older to import it anyway")

// ErrNoPapersThere is returned if the source describes an index without papers.
var ErrNoPapersThere = errors.New("the export contains no papers, so nothing was changed: use another export")

// incomingFolder holds segments until they are complete, so that an interrupted import from a
// server can resume.
const incomingFolder = "incoming"

// Import copies an index from a source into a folder. It copies only segments that the folder
// lacks, verifies all checksums, and publishes the index once it is complete. Until then, searches
// use the old index.
func Import(ctx context.Context, o ImportOptions, from Source) (done ImportResult, err error) {
	raw, signature, err := from.Describe(ctx)
	if err != nil {
		return done, err
	}
	if o.Verify != nil {
		if err := o.Verify(raw, signature); err != nil {
			return done, err
		}
	}
	d, err := ParseDescription(raw)
	if err != nil {
		return done, err
	}
	if d.Papers == 0 || len(d.Segments) == 0 {
		return done, ErrNoPapersThere
	}
	if err := os.MkdirAll(o.Dir, 0o755); err != nil {
		return done, err
	}
	w, err := openWriter(ctx, o.Dir, o.Wait)
	if err != nil {
		return done, err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	i := &importer{writer: w, opts: o, from: from, to: d}
	if err := i.mayReplace(); err != nil {
		return done, err
	}
	err = i.run(ctx)
	return i.done, err
}

// An importer copies an index into a folder.
type importer struct {
	*writer
	opts ImportOptions
	from Source
	to   *Description
	done ImportResult
}

// mayReplace returns an error if the index in the folder must not be replaced.
func (i *importer) mayReplace() error {
	_, err := os.Lstat(filepath.Join(i.dir, format.CurrentFile))
	old := i.old.State
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case !old.Imported && !i.opts.Replace:
		return ErrNotImported
	case old.Imported && !i.opts.Older && i.to.Revision < old.Revision:
		return fmt.Errorf("the folder has revision %d of %q, but the export has revision %d of %q: %w",
			old.Revision, old.Name, i.to.Revision, i.to.Name, ErrOlder)
	}
	return nil
}

func (i *importer) run(ctx context.Context) (err error) {
	incoming := filepath.Join(i.dir, incomingFolder)
	if info, err := os.Lstat(incoming); err == nil && (!i.from.Resumes() || !info.IsDir()) {
		if err := os.RemoveAll(incoming); err != nil {
			return err
		}
	}
	if !i.from.Resumes() {
		defer os.RemoveAll(incoming)
	}
	i.done = ImportResult{Name: i.to.Name, Papers: i.to.Papers}
	next := i.next()
	next.Name, next.Embedder, next.Dimension = i.to.Name, i.to.Embedder, i.to.Dimension
	next.Identity, next.Imported, next.Revision, next.Segments = i.to.Identity, true, i.to.Revision, nil
	for _, s := range i.to.Segments {
		folder, err := i.segment(ctx, s, next)
		if err != nil {
			return err
		}
		next.LastSegment = max(next.LastSegment, format.NumberIn(folder))
		next.Segments = append(next.Segments, format.SegmentState{Folder: folder, SegmentContent: s.SegmentContent})
	}
	if err := i.move(ctx, next); err != nil {
		return err
	}
	if err := i.publish(next); err != nil {
		return err
	}
	return os.RemoveAll(incoming)
}

// segment returns the folder name of a segment. If the segment is missing or damaged, it is copied
// first.
func (i *importer) segment(ctx context.Context, s DescribedSegment, next *format.State) (folder string, err error) {
	for _, have := range i.old.State.Segments {
		if have.Manifest == s.Manifest && checkWhole(ctx, i.dir, []format.SegmentState{have}) == nil {
			i.done.Kept++
			return have.Folder, nil
		}
	}
	incoming := filepath.Join(i.dir, incomingFolder, s.Manifest)
	if err := os.MkdirAll(incoming, 0o755); err != nil {
		return "", err
	}
	for _, f := range s.Files {
		if err := i.copy(ctx, incoming, s.Manifest, f); err != nil {
			return "", err
		}
	}
	i.done.New++
	return format.SegmentPrefix + strconv.Itoa(next.LastSegment+1), i.check(ctx, incoming, s.Manifest)
}

// move renames the new segments into the index folder, where no reader uses them yet, and checks
// that they open. If it fails, it removes them.
func (i *importer) move(ctx context.Context, next *format.State) (err error) {
	for _, s := range next.Segments {
		incoming, folder := filepath.Join(i.dir, incomingFolder, s.Manifest), filepath.Join(i.dir, s.Folder)
		if format.NumberIn(s.Folder) <= i.old.State.LastSegment {
			continue
		}
		defer func() {
			if err != nil {
				_ = os.RemoveAll(folder)
			}
		}()
		if err := errors.Join(files.SyncAll(incoming), os.RemoveAll(folder), os.Rename(incoming, folder),
			files.SyncFolder(i.dir)); err != nil {
			return err
		}
	}
	return i.try(ctx, next)
}

// copy downloads the missing bytes of a file and verifies the checksum of the whole file.
func (i *importer) copy(ctx context.Context, folder, manifest string, f DescribedFile) (err error) {
	path := filepath.Join(folder, f.Name)
	out, err := files.Update(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	sum := sha256.New()
	offset, err := io.Copy(sum, files.Reader{Ctx: ctx, In: out})
	if err != nil {
		return err
	}
	if offset > f.Size { // start over, since these bytes are not from this file
		_, err := out.Seek(0, io.SeekStart)
		if err := errors.Join(err, out.Truncate(0)); err != nil {
			return err
		}
		offset = 0
		sum.Reset()
	}
	if offset < f.Size {
		if err := i.fetch(ctx, out, sum, manifest, f, offset); err != nil {
			return err
		}
	}
	if hex.EncodeToString(sum.Sum(nil)) != f.SHA256 {
		return errors.Join(fmt.Errorf("the export is damaged (wrong checksum for %s): run the same command again, or "+
			"get another copy of the export", partEntry(manifest, f.Name)), os.Remove(path))
	}
	return nil
}

// fetch appends the missing bytes of a file.
func (i *importer) fetch(
	ctx context.Context, out io.Writer, sum hash.Hash, manifest string, f DescribedFile, offset int64,
) error {
	part, err := i.from.Part(ctx, manifest, f, offset)
	if err != nil {
		return err
	}
	defer part.Close()
	missing := files.Reader{Ctx: ctx, In: io.LimitReader(part, f.Size-offset)}
	n, err := io.Copy(io.MultiWriter(out, sum, progressWriter{i}), missing)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", partEntry(manifest, f.Name), err)
	case n < f.Size-offset:
		return fmt.Errorf("the export is incomplete (%s ends after %d of %d bytes): run the same command again, or get "+
			"another copy of the export", partEntry(manifest, f.Name), offset+n, f.Size)
	}
	return nil
}

// A progressWriter counts the bytes written to it and reports them to Progress.
type progressWriter struct{ i *importer }

func (c progressWriter) Write(p []byte) (int, error) {
	c.i.done.Bytes += int64(len(p))
	if c.i.opts.Progress != nil {
		c.i.opts.Progress(c.i.done.Bytes)
	}
	return len(p), nil
}

// check verifies the files of a segment against its manifest, and removes a damaged segment.
func (i *importer) check(ctx context.Context, folder, manifest string) error {
	damages, err := format.VerifySegment(ctx, folder, manifest)
	if err == nil && len(damages) > 0 {
		err = errors.Join(fmt.Errorf("the export contains a damaged segment, which was discarded (%s: %s): use "+
			"another export, made from an undamaged index", damages[0].File, damages[0].Reason), os.RemoveAll(folder))
	}
	return err
}

// try opens an unpublished state and checks its number of papers.
func (i *importer) try(ctx context.Context, next *format.State) error {
	if reason := next.Invalid(); reason != "" {
		return fmt.Errorf("the exported index is invalid (%s): use another export", reason)
	}
	papers, err := read.TryOpen(ctx, i.dir, next)
	if err == nil && papers != i.to.Papers {
		err = fmt.Errorf("the exported index is invalid (%d papers instead of %d): use another "+
			"export", papers, i.to.Papers)
	}
	return err
}
