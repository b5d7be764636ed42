package index

import (
	"bufio"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
)

// A vectorWriter embeds papers and writes their codes, int8 rows and text
// hashes in the order they come. A row is its scale as a float32 and its
// components, one byte each.
type vectorWriter struct {
	embedder engine.Embedder
	old      *reuse // nil where there is nothing to reuse
	files    [3]*os.File
	block    *rank.CodeTable // the last codes, until there is a block of them
	codes    *bufio.Writer
	rows     *bufio.Writer
	hashes   *bufio.Writer
	pending  []pendingVector
}

type pendingVector struct {
	text string
	hash uint64
	row  []byte // set where an old one is as good
	code []uint64
}

// Papers are embedded in batches of texts of like length, since an embedder
// pads a batch to its longest text; batches are cut from chunks.
const (
	embedChunk = 512
	embedBatch = 16
)

func createVectors(folder string, embedder engine.Embedder, old *reuse) (*vectorWriter, error) {
	w := &vectorWriter{embedder: embedder, old: old, block: rank.NewCodeTable(rank.CodeWords(embedder.Dim()))}
	var err error
	for i, name := range []string{codesFile, rowsFile, hashesFile} {
		if w.files[i], err = os.Create(filepath.Join(folder, name)); err != nil {
			return nil, err
		}
	}
	w.codes, w.rows, w.hashes = bufio.NewWriter(w.files[0]), bufio.NewWriter(w.files[1]), bufio.NewWriter(w.files[2])
	return w, nil
}

// embeddedText is what the vector of a paper is made of.
func embeddedText(p *engine.Paper) string {
	if p.Abstract == "" {
		return p.Title
	}
	return p.Title + ". " + p.Abstract
}

func (w *vectorWriter) add(ctx context.Context, p *engine.Paper) error {
	next := pendingVector{text: embeddedText(p)}
	next.hash = hashOf(next.text)
	next.code, next.row = w.old.find(p.ID, next.hash)
	w.pending = append(w.pending, next)
	if len(w.pending) < embedChunk {
		return nil
	}
	return w.flush(ctx)
}

func (w *vectorWriter) flush(ctx context.Context) error {
	if err := w.embedPending(ctx); err != nil {
		return err
	}
	for _, p := range w.pending {
		w.block.Append(p.code)
		if w.block.Len == rank.CodeLanes {
			w.writeBlock()
		}
		w.rows.Write(p.row)
		w.hashes.Write(binary.LittleEndian.AppendUint64(nil, p.hash))
	}
	w.pending = w.pending[:0]
	return nil
}

func (w *vectorWriter) writeBlock() {
	for _, word := range w.block.Blocks {
		w.codes.Write(binary.LittleEndian.AppendUint64(nil, word))
	}
	w.block = rank.NewCodeTable(w.block.Words)
}

func (w *vectorWriter) embedPending(ctx context.Context) error {
	var fresh []*pendingVector
	for i := range w.pending {
		if w.pending[i].row == nil {
			fresh = append(fresh, &w.pending[i])
		}
	}
	slices.SortStableFunc(fresh, func(a, b *pendingVector) int { return cmp.Compare(len(a.text), len(b.text)) })
	batches := slices.Collect(slices.Chunk(fresh, embedBatch))
	errs := make([]error, len(batches))
	next := make(chan int, len(batches))
	for i := range batches {
		next <- i
	}
	close(next)
	var wait sync.WaitGroup
	for range runtime.NumCPU() {
		wait.Go(func() {
			for i := range next {
				errs[i] = w.embedBatch(ctx, batches[i])
			}
		})
	}
	wait.Wait()
	return errors.Join(errs...)
}

func (w *vectorWriter) embedBatch(ctx context.Context, batch []*pendingVector) error {
	texts := make([]string, len(batch))
	for i, p := range batch {
		texts[i] = p.text
	}
	vectors, err := w.embedder.Embed(ctx, texts)
	if err != nil {
		return err
	}
	for i, p := range batch {
		p.code, p.row = pack(vectors[i])
	}
	return nil
}

func pack(v []float32) (code []uint64, row []byte) {
	code = make([]uint64, rank.CodeWords(len(v)))
	rank.Code(v, code)
	q := rank.Quantise(v, make([]int8, len(v)))
	row = binary.LittleEndian.AppendUint32(nil, math.Float32bits(q.Scale))
	for _, x := range q.Components {
		row = append(row, byte(x))
	}
	return code, row
}

// finish embeds what is pending and closes the files.
func (w *vectorWriter) finish(ctx context.Context) error {
	err := w.flush(ctx)
	w.writeBlock()
	return errors.Join(err, w.codes.Flush(), w.rows.Flush(), w.hashes.Flush(), w.close())
}

func (w *vectorWriter) close() (err error) {
	for _, file := range w.files {
		if file != nil {
			err = errors.Join(err, file.Close())
		}
	}
	return errors.Join(err, w.old.close())
}

// reuse looks up vectors of the snapshot that is published now.
type reuse struct{ snapshot *snapshot }

// openReuse returns nil where there is no snapshot of the same embedder.
func openReuse(opts BuildOptions) *reuse {
	folder, err := currentSnapshot(opts.Dir)
	if err != nil {
		return nil
	}
	s, err := openSnapshot(folder)
	if err != nil {
		return nil
	}
	if s.manifest.Embedder != opts.Embedder.ID() || s.manifest.Dimension != opts.Embedder.Dim() {
		s.close()
		return nil
	}
	return &reuse{s}
}

func (r *reuse) find(id string, hash uint64) (code []uint64, row []byte) {
	if r == nil {
		return nil, nil
	}
	for _, doc := range r.snapshot.documents("id:" + id) {
		if r.snapshot.vectors.hash(doc) == hash {
			return r.snapshot.vectors.codes.At(int(doc)), slices.Clone(r.snapshot.vectors.rawRow(doc))
		}
	}
	return nil, nil
}

func (r *reuse) close() error {
	if r == nil {
		return nil
	}
	return r.snapshot.close()
}
