package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/gofrs/flock"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/index/read"
)

// A Listing describes a corpus for the `index list` command.
type Listing struct {
	Dir       string
	Name      string
	Papers    int // number of papers, excluding deleted ones
	FullTexts int // number of full texts, excluding deleted ones
	Deleted   int // number of deleted papers, which occupy space until their segment is merged
	Segments  int
	Embedder  string // ID of the embedder; "" if the index has no vectors
	Bytes     int64  // size on disk
	Identity  bool   // whether the index is for identity search
	Terms     int    // total number of terms in all segments
	Pairs     int    // number of (term, paper) pairs

	termBytes   int64
	recordBytes int64 // size of the records in an index for identity search
}

// List describes the published snapshot of dir.
func List(dir string) (Listing, error) {
	s, err := read.OpenPublished(context.Background(), dir, nil)
	if err != nil {
		return Listing{}, err
	}
	defer s.Release()
	l := Listing{
		Dir: dir, Name: s.State.Name, Papers: s.Papers, FullTexts: s.FullTexts, Segments: len(s.Parts),
		Embedder: s.State.Embedder, Identity: s.State.Identity,
	}
	for _, p := range s.Parts {
		l.Deleted += int(p.Deleted.GetCardinality())
		l.Terms += p.Manifest.Terms
		l.Pairs += p.Manifest.Pairs
		l.termBytes += p.Manifest.Files[format.TermsFile].Size
		l.recordBytes += p.Manifest.Files[format.RecordsFile].Size
		for _, sum := range p.Manifest.Files {
			l.Bytes += sum.Size
		}
	}
	return l, nil
}

// SearchBytes returns the bytes on disk per paper, excluding its record. It applies only to an
// index for identity search.
func (l Listing) SearchBytes() float64 {
	return float64(l.Bytes-l.recordBytes) / float64(max(1, l.Papers+l.Deleted))
}

// RecordBytes returns the bytes on disk per record. It applies only to an index for identity
// search.
func (l Listing) RecordBytes() float64 {
	return float64(l.recordBytes) / float64(max(1, l.Papers+l.Deleted))
}

// BytesPerPair returns the size of the inverted index in bytes per (term, paper) pair.
func (l Listing) BytesPerPair() float64 { return float64(l.termBytes) / float64(max(1, l.Pairs)) }

// IDs returns the IDs of all papers in the published snapshot, in arbitrary order. It reads every
// record, at about 50,000 per second.
func IDs(ctx context.Context, dir string) (ids []string, err error) {
	s, err := read.OpenPublished(ctx, dir, nil)
	if err != nil {
		return nil, err
	}
	defer s.Release()
	err = s.View(func(v *read.View) error {
		return v.EachLive(ctx, func(r *read.SegmentView, doc uint32) error {
			p, err := r.Paper(doc)
			if err == nil {
				ids = append(ids, p.ID)
			}
			return err
		})
	})
	return ids, err
}

// Diagnose is like List, but its errors explain why dir is not a readable index and suggest a
// remedy.
func Diagnose(dir string) (Listing, error) {
	l, err := List(dir)
	if err == nil {
		return l, nil
	}
	info, unseen := os.Stat(dir)
	switch inner := innerIndexes(dir); {
	case errors.Is(err, fs.ErrPermission) || errors.Is(unseen, fs.ErrPermission):
		return l, fmt.Errorf("%s cannot be read, because permission is denied: run `chmod -R u+rX %s` as its owner",
			dir, dir)
	case unseen != nil:
		return l, err
	case !info.IsDir():
		return l, fmt.Errorf("%s is a file, not an index: build an index from it with `scilit-lsp index build --out DIR "+
			"%s`, and use DIR instead", dir, dir)
	case exists(dir, format.CurrentFile):
		return l, err
	case exists(filepath.Dir(filepath.Clean(dir)), format.CurrentFile):
		return l, fmt.Errorf("%s is part of an index: use %s instead", dir, filepath.Dir(filepath.Clean(dir)))
	case len(inner) > 0:
		return l, fmt.Errorf("%s is not an index but a folder of indexes: use one of them (%s) "+
			"instead", dir, strings.Join(inner, ", "))
	}
	return l, err
}

func exists(dir, file string) bool {
	_, err := os.Stat(filepath.Join(dir, file))
	return err == nil
}

// innerIndexes returns the subfolders of dir that are indexes.
func innerIndexes(dir string) (found []string) {
	paths, _ := filepath.Glob(filepath.Join(dir, "*", format.CurrentFile)) // Glob fails only if the pattern is malformed
	for _, path := range paths {
		found = append(found, filepath.Dir(path))
	}
	return found
}

// Writing describes the process that is writing the index, or returns "" if no process is. It also
// reports whether an interrupted writer left vectors for the next one to reuse.
func Writing(dir string) (holder string, interrupted bool) {
	path := filepath.Join(dir, format.LockFile)
	if file, err := files.Open(context.Background(), path); err != nil {
		return "", exists(dir, format.JournalFile)
	} else if err := file.Close(); err != nil {
		return "", false
	}
	lock := flock.New(path, flock.SetFlag(os.O_RDONLY)) // read-only, so that locking does not create the file
	taken, err := lock.TryLock()
	if err == nil && !taken {
		return "another process" + holderOf(path), false
	}
	if taken {
		_ = lock.Close()
	}
	return "", exists(dir, format.JournalFile)
}

// Verify reads the published snapshot in dir and returns any damage. It detects every changed byte.
// If a writer publishes another snapshot in the meantime, Verify starts over.
func Verify(ctx context.Context, dir string) ([]Damage, error) {
	for range read.MaxLooks {
		c, err := format.ReadCurrent(ctx, dir)
		if errors.Is(err, format.ErrDamagedCurrent) {
			return []Damage{format.Unreadable(filepath.Join(dir, format.CurrentFile), format.ErrDamagedCurrent)}, nil
		}
		if err != nil {
			return nil, err
		}
		damages, err := verifySnapshot(ctx, dir, c)
		if err != nil || len(damages) == 0 {
			return nil, err
		}
		if now, err := format.ReadCurrent(ctx, dir); err != nil || now == c {
			return damages, err
		}
	}
	return nil, fmt.Errorf("%s changes faster than it can be read: try again when the program that is writing it "+
		"has finished", dir)
}

func verifySnapshot(ctx context.Context, dir string, c format.Current) (damages []Damage, err error) {
	state, err := format.ReadState(ctx, dir, c)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return []Damage{format.Unreadable(filepath.Join(dir, c.Name), err)}, nil
	}
	if err := state.Outdated(dir, c); err != nil {
		return nil, err
	}
	for _, s := range state.Segments {
		found, err := format.VerifySegment(ctx, filepath.Join(dir, s.Folder), s.Manifest)
		if err != nil {
			return nil, err
		}
		damages = append(damages, found...)
	}
	return damages, nil
}
