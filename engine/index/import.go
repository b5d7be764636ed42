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
	"slices"
	"strconv"

	"github.com/scilit-lsp/scilit-lsp/engine/files"
)

// A Source has an exported index: a file, or a server.
type Source interface {
	// Describe returns a Description as it was encoded, and its signature, nil where it
	// has none.
	Describe(ctx context.Context) (description, signature []byte, err error)
	// Part reads a file of a segment, from an offset on where the source resumes. Parts
	// are asked for in the order of the description.
	Part(ctx context.Context, manifest string, f DescribedFile, offset int64) (io.ReadCloser, error)
	// Resumes reports whether Part can begin in the middle of a file.
	Resumes() bool
}

// ImportOptions say how an index is imported.
type ImportOptions struct {
	Dir     string
	Wait    bool // for another writer
	Replace bool // what is published in Dir, and did not come by Import
	// Verify refuses a description whose signature is not right; nil takes any.
	Verify func(description, signature []byte) error
	// Progress is called with the bytes that were copied; may be nil.
	Progress func(bytes int64)
}

// An Imported is what Import did.
type Imported struct {
	Name      string
	Papers    int
	New, Kept int   // segments
	Bytes     int64 // that were copied
}

// ErrNotImported is returned where an import would take the place of an index that did not
// come by one, or was changed since.
var ErrNotImported = errors.New("the index there did not come by import, or was changed since, and would be lost: import into another folder, or give --replace")

// incomingFolder holds segments until they are whole, so that an import from a server goes on
// where it was interrupted.
const incomingFolder = "incoming"

// Import makes what a source has the published state of a folder. It takes only the
// segments that are not there, compares all bytes with their checksums, and publishes when
// all is whole; until then what is there is searched.
func Import(ctx context.Context, o ImportOptions, from Source) (done Imported, err error) {
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

// An importer brings a folder to a description.
type importer struct {
	*writer
	opts ImportOptions
	from Source
	to   *Description
	done Imported
}

func (i *importer) mayReplace() error {
	_, err := os.Lstat(filepath.Join(i.dir, currentFile))
	if errors.Is(err, fs.ErrNotExist) || i.opts.Replace || i.old.state.Imported {
		return nil
	}
	return fmt.Errorf("%s: %w", i.dir, ErrNotImported)
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
	i.done = Imported{Name: i.to.Name, Papers: i.to.Papers}
	next := i.next()
	next.Name, next.Embedder, next.Dimension, next.Identity, next.Imported = i.to.Name, i.to.Embedder, i.to.Dimension, i.to.Identity, true
	next.Segments = nil
	for _, s := range i.to.Segments {
		folder, err := i.segment(ctx, s, next)
		if err != nil {
			return err
		}
		next.LastSegment = max(next.LastSegment, numberOf(folder))
		next.Segments = append(next.Segments, segmentState{folder, s.Manifest, s.Deleted, s.DeletedFullTexts})
	}
	if err := i.move(ctx, next); err != nil {
		return err
	}
	if err := i.publish(next); err != nil {
		return err
	}
	return os.RemoveAll(incoming)
}

// segment is the name of the folder of a segment, which is copied where it is not there.
func (i *importer) segment(ctx context.Context, s DescribedSegment, next *state) (folder string, err error) {
	at := slices.IndexFunc(i.old.state.Segments, func(have segmentState) bool { return have.Manifest == s.Manifest })
	if at >= 0 && i.isWhole(ctx, i.old.state.Segments[at]) {
		i.done.Kept++
		return i.old.state.Segments[at].Folder, nil
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
	return segmentPrefix + strconv.Itoa(next.LastSegment+1), i.check(ctx, incoming, s.Manifest)
}

// move puts the new segments beside the others, where no reader looks yet.
func (i *importer) move(ctx context.Context, next *state) (err error) {
	for _, s := range next.Segments {
		incoming, folder := filepath.Join(i.dir, incomingFolder, s.Manifest), filepath.Join(i.dir, s.Folder)
		if numberOf(s.Folder) <= i.old.state.LastSegment {
			continue
		}
		defer func() {
			if err != nil {
				_ = os.RemoveAll(folder)
			}
		}()
		if err := errors.Join(syncAll(incoming), os.RemoveAll(folder), os.Rename(incoming, folder), syncFolder(i.dir)); err != nil {
			return err
		}
	}
	return i.try(ctx, next)
}

func (i *importer) isWhole(ctx context.Context, s segmentState) bool {
	damages, err := verifySegment(ctx, filepath.Join(i.dir, s.Folder), s.Manifest)
	return err == nil && len(damages) == 0
}

// copy copies what is not there of a file, and compares the whole with its checksum.
func (i *importer) copy(ctx context.Context, folder, manifest string, f DescribedFile) (err error) {
	path := filepath.Join(folder, f.Name)
	out, err := files.Update(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	sum := sha256.New()
	offset, err := io.Copy(sum, untilDone{ctx, out})
	if err != nil {
		return err
	}
	if offset > f.Size {
		if offset, err = 0, restart(out); err != nil {
			return err
		}
		sum.Reset()
	}
	if offset < f.Size {
		if err := i.fetch(ctx, out, sum, manifest, f, offset); err != nil {
			return err
		}
	}
	if hex.EncodeToString(sum.Sum(nil)) != f.SHA256 {
		return errors.Join(fmt.Errorf("%s: changed on its way, and is not kept: run the same command again, or get another copy", partEntry(manifest, f.Name)), os.Remove(path))
	}
	return nil
}

func restart(file *os.File) error {
	_, err := file.Seek(0, io.SeekStart)
	return errors.Join(err, file.Truncate(0))
}

// fetch appends the rest of a file.
func (i *importer) fetch(ctx context.Context, out io.Writer, sum hash.Hash, manifest string, f DescribedFile, offset int64) error {
	part, err := i.from.Part(ctx, manifest, f, offset)
	if err != nil {
		return err
	}
	defer part.Close()
	n, err := io.Copy(io.MultiWriter(out, sum, copied{i}), untilDone{ctx, io.LimitReader(part, f.Size-offset)})
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", partEntry(manifest, f.Name), err)
	case n < f.Size-offset:
		return fmt.Errorf("%s: ends after %d of %d bytes: run the same command again, or get another copy", partEntry(manifest, f.Name), offset+n, f.Size)
	}
	return nil
}

// copied counts bytes.
type copied struct{ i *importer }

func (c copied) Write(p []byte) (int, error) {
	c.i.done.Bytes += int64(len(p))
	if c.i.opts.Progress != nil {
		c.i.opts.Progress(c.i.done.Bytes)
	}
	return len(p), nil
}

// check compares the files of a segment with its manifest.
func (i *importer) check(ctx context.Context, folder, manifest string) error {
	damages, err := verifySegment(ctx, folder, manifest)
	if err == nil && len(damages) > 0 {
		err = errors.Join(fmt.Errorf("no segment of an index: %s", damages[0]), os.RemoveAll(folder))
	}
	return err
}

// try opens a state as a reader would, before any does.
func (i *importer) try(ctx context.Context, next *state) error {
	if reason := next.impossible(); reason != "" {
		return fmt.Errorf("no index: %s", reason)
	}
	s := &snapshot{dir: i.dir, state: next}
	s.users.Store(1)
	defer s.release()
	return guardFaults(func() error {
		for _, wanted := range next.Segments {
			if err := s.addPart(ctx, wanted, nil); err != nil {
				return fmt.Errorf("no index that can be searched: %w", err)
			}
		}
		return nil
	})
}
