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
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A fileProgress is the progress of reading one file.
type fileProgress struct {
	path string
	source
	has      map[string]bool // IDs of the papers read from the file
	rejected int
	first    error // error of the first skipped record
}

// read adds the papers of a file to the pending ones. If the file cannot be opened, its indexed
// papers are kept.
func (r *refresh) read(ctx context.Context, f file) error {
	r.tell()
	hash, err := hashOf(ctx, f)
	if err != nil {
		kept := *r.state.Files[f.path]
		kept.Unread, kept.Problem = false, err.Error()
		r.done = append(r.done, &fileProgress{path: f.path, source: kept, has: setOf(kept.Papers)})
		return nil
	}
	now := &fileProgress{path: f.path, has: make(map[string]bool)}
	now.source = source{Size: f.size, Modified: f.modified, Hash: hash, Version: f.version,
		Fresh: f.content == nil && isFresh(f)}
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
		// The file exceeds a limit. Its state is saved at once, so that it is not read again even if the
		// program ends before the other papers are published.
		r.state.Files[now.path] = &now.source
		return r.save()
	}
	r.done = append(r.done, now)
	return nil
}

// isOfFile reports whether an error concerns only a record or a file, so that the refresh can
// continue.
func isOfFile(err error) bool {
	return errors.As(err, new(*corpus.RecordError)) || errors.As(err, new(*fs.PathError))
}

// take sets the ID of a paper from its file and its citation key. If the key is missing or already
// used, the paper's own ID replaces it. take skips a paper whose ID is already in use.
func (r *refresh) take(ctx context.Context, now *fileProgress, p *engine.Paper) error {
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

// filePrefix returns the ID prefix of a file's papers.
func filePrefix(path string) string { return digest([]byte(path))[:12] }

func (g *fileProgress) reject(err error) {
	if g.rejected++; g.first == nil {
		g.first = err
	}
}

func (g *fileProgress) problem() string {
	switch g.rejected {
	case 0:
		return ""
	case 1:
		return g.first.Error()
	}
	return fmt.Sprintf("%v (and %s skipped)", g.first, text.Count(g.rejected-1, "more record"))
}

// stale returns the papers that the file no longer contains.
func (g *fileProgress) stale(before []string) []string {
	return slices.DeleteFunc(slices.Clone(before), func(id string) bool { return g.has[id] })
}

func setOf(ids []string) map[string]bool {
	set := make(map[string]bool, len(ids))
	for _, id := range ids {
		set[id] = true
	}
	return set
}

// papersOf reads a file. Once all papers have been read, known reports whether the file has a known
// format.
func (r *refresh) papersOf(ctx context.Context, f file) (papers iter.Seq2[*engine.Paper, error], known func() bool) {
	if f.content != nil {
		return corpus.Read(ctx, f.path, bytes.NewReader(f.content)), func() bool { return true }
	}
	format := ""
	all := corpus.Library{Reader: r.opts.PDFs, Report: func(r corpus.FileReport) { format = r.Format }}
	return all.Papers(ctx, f.path), func() bool { return format != "" }
}

const maxHashed = 256 << 20 // maximum size of a file that is hashed to detect changes, in bytes

// hashOf returns the hash of a file, or "" if it is too large.
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
		return "", err // the file grew while it was hashed; the next refresh reads it again
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// sizeOf estimates the size of a paper in memory, in bytes.
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
