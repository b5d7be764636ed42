package library

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
)

// A reading is a file as it was read.
type reading struct {
	path string
	source
	has      map[string]bool // Ids
	rejected int
	first    error // of the records that were left out
}

// read puts the papers of a file among those that wait. A file that cannot be
// opened stays as it was.
func (r *refresh) read(ctx context.Context, f file) error {
	r.tell()
	hash, err := hashOf(ctx, f)
	if err != nil {
		kept := *r.state.Files[f.path]
		kept.Unread, kept.Problem = false, err.Error()
		r.done = append(r.done, &reading{path: f.path, source: kept, has: setOf(kept.Papers)})
		return nil
	}
	now := &reading{path: f.path, has: make(map[string]bool)}
	now.source = source{Size: f.size, Modified: f.modified, Hash: hash, Version: f.version, Fresh: f.content == nil && isFresh(f)}
	papers, known := r.papersOf(ctx, f)
	for p, err := range papers {
		if restless := r.rest(ctx); restless != nil {
			return restless
		}
		if err == nil {
			err = r.take(ctx, now, p)
		} else if isOfFile(err) {
			now.reject(err)
			now.Again = now.Again || errors.Is(err, corpus.ErrRetry)
			continue
		}
		if err != nil {
			return err
		}
	}
	if known() || f.named {
		now.Problem = now.problem()
	}
	if errors.Is(now.first, corpus.ErrKilled) && len(r.state.Files[f.path].Papers) == 0 {
		return r.noteAtOnce(now)
	}
	r.done = append(r.done, now)
	return nil
}

// noteAtOnce remembers a file that took all that a reading may take, so that it
// is not read again when the editor is closed before the rest is published.
func (r *refresh) noteAtOnce(now *reading) error {
	r.state.Files[now.path] = &now.source
	return r.save()
}

// isOfFile distinguishes an error of one record, or one file that is gone again,
// from what ends the refresh.
func isOfFile(err error) bool {
	var record *corpus.RecordError
	var path *fs.PathError
	return errors.As(err, &record) || errors.As(err, &path)
}

// take names a paper by the file and by the key that it has there, or by its own
// Id where another one has that key. Of two with one name the first counts.
func (r *refresh) take(ctx context.Context, now *reading, p *engine.Paper) error {
	file, own := filePrefix(now.path)+":", p.ID
	if p.ID = file + p.Key; p.Key == "" || now.has[p.ID] {
		p.ID = file + own
	}
	if now.has[p.ID] {
		return nil
	}
	now.has[p.ID] = true
	now.Papers = append(now.Papers, p.ID)
	if r.now.Papers%100 == 99 {
		r.tell()
	}
	return r.add(ctx, p)
}

// filePrefix begins the Ids of a file's papers.
func filePrefix(path string) string { return digest([]byte(path))[:12] }

func (g *reading) reject(err error) {
	if g.rejected++; g.first == nil {
		g.first = err
	}
}

func (g *reading) problem() string {
	switch g.rejected {
	case 0:
		return ""
	case 1:
		return g.first.Error()
	}
	return fmt.Sprintf("%v (and %d more records that were left out)", g.first, g.rejected-1)
}

// stale are the papers that the file had before and has no more.
func (g *reading) stale(before []string) []string {
	return slices.DeleteFunc(slices.Clone(before), func(id string) bool { return g.has[id] })
}

func setOf(ids []string) map[string]bool {
	set := make(map[string]bool, len(ids))
	for _, id := range ids {
		set[id] = true
	}
	return set
}

// papersOf reads a file; known tells afterwards whether it is of a known format.
func (r *refresh) papersOf(ctx context.Context, f file) (papers iter.Seq2[*engine.Paper, error], known func() bool) {
	if f.content != nil {
		return corpus.Read(ctx, f.path, bytes.NewReader(f.content)), func() bool { return true }
	}
	format := ""
	all := corpus.Library{Reader: r.opts.PDFs, Report: func(r corpus.FileReport) { format = r.Format }}
	return all.Papers(ctx, f.path), func() bool { return format != "" }
}

// maxHashed bounds what is read only to see whether it changed.
const maxHashed = 256 << 20

// hashOf is the hash of a file's bytes, "" for one that is too long.
func hashOf(ctx context.Context, f file) (string, error) {
	if f.content != nil {
		return digest(f.content), nil
	}
	in, err := files.Open(ctx, f.path)
	if err != nil {
		return "", err
	}
	defer in.Close()
	if f.size > maxHashed {
		return "", nil
	}
	sum := sha256.New()
	if n, err := io.Copy(sum, io.LimitReader(in, f.size+1)); err != nil || n > f.size {
		return "", err // where it grows, it is read again next time
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// sizeOf is about how many bytes of memory a paper takes.
func sizeOf(p *engine.Paper) int {
	size := len(p.Abstract) + len(p.Entry) + 200*len(p.References) + 500
	for _, s := range p.Body {
		for _, paragraph := range s.Paragraphs {
			for _, sentence := range paragraph {
				size += len(sentence.Text) + 50
			}
		}
	}
	return size
}
