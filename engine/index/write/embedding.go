package write

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/index/read"
	"golang.org/x/sync/errgroup"
)

// A vectorWriter writes the vectors of papers in order. It takes them from the published index or the
// journal if possible, and otherwise from the embedder.
type vectorWriter struct {
	embedder engine.Embedder
	cores    int
	out      *format.VectorFiles
	journal  *journal
	old      *read.View        // published papers; nil if their vectors are from another embedder
	renamed  map[string]string // maps new IDs to published ones
	pending  []pendingVector
}

type pendingVector struct {
	format.Vector
	text string // text to embed; "" if the vector is already known
}

// Papers are embedded in batches of texts of similar length, since an embedder may pad the texts of a
// batch to the longest one. Batches are formed within chunks of consecutive papers.
const (
	embedChunk = 512
	embedBatch = 16
)

func newEmbedding(opts SegmentOptions, old *read.View) (*vectorWriter, error) {
	embedder := opts.Embedder
	out, err := format.CreateVectors(opts.Folder, embedder.Dim())
	if err != nil {
		return nil, err
	}
	journal, err := openJournal(opts.Journal, embedder)
	if err != nil {
		return nil, errors.Join(err, out.Abandon())
	}
	e := &vectorWriter{renamed: opts.Renamed, embedder: embedder, cores: opts.cores(), out: out, journal: journal}
	if old.State.Embedder == embedder.ID() && old.State.Dimension == embedder.Dim() {
		e.old = old
	}
	return e, nil
}

func (e *vectorWriter) add(ctx context.Context, p *engine.Paper) error {
	text := p.TitleAndAbstract()
	hash := format.HashOf(text)
	next := pendingVector{text: text}
	known, ok := e.published(p.ID, hash)
	if was := e.renamed[p.ID]; !ok && was != "" {
		known, ok = e.published(was, hash)
	}
	if !ok {
		known, ok = e.journal.find(hash)
	}
	if ok {
		next.text = ""
	}
	next.Vector, next.Hash = known, hash
	e.pending = append(e.pending, next)
	if len(e.pending) < embedChunk {
		return nil
	}
	return e.flush(ctx)
}

// published returns the published vector of a paper if its text is unchanged. It skips damaged
// vectors, since copying them would give them valid checksums.
func (e *vectorWriter) published(id string, hash uint64) (v format.Vector, ok bool) {
	if e.old == nil {
		return v, false
	}
	for _, r := range e.old.Segments {
		err := format.Guard(func() (err error) {
			v, ok, err = r.VectorOf(id, hash)
			return err
		})
		if ok && err == nil {
			return v, true
		}
	}
	return format.Vector{}, false
}

func (e *vectorWriter) flush(ctx context.Context) error {
	if err := e.embedPending(ctx); err != nil {
		return err
	}
	for _, p := range e.pending {
		e.out.Add(p.Vector)
	}
	e.pending = e.pending[:0]
	return nil
}

func (e *vectorWriter) embedPending(ctx context.Context) error {
	var fresh []*pendingVector
	for i := range e.pending {
		if e.pending[i].Row == nil {
			fresh = append(fresh, &e.pending[i])
		}
	}
	slices.SortStableFunc(fresh, func(a, b *pendingVector) int { return cmp.Compare(len(a.text), len(b.text)) })
	var group errgroup.Group
	group.SetLimit(e.cores)
	for batch := range slices.Chunk(fresh, embedBatch) {
		read.GoGuarded(&group, func() error { return e.embedBatch(ctx, batch) })
	}
	return group.Wait()
}

func (e *vectorWriter) embedBatch(ctx context.Context, batch []*pendingVector) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	texts := make([]string, len(batch))
	for i, p := range batch {
		texts[i] = p.text
	}
	vectors, err := e.embedder.Embed(ctx, texts)
	if err != nil {
		return err
	}
	fresh := make([]format.Vector, len(batch))
	for i, p := range batch {
		p.Vector = format.PackVector(p.Hash, vectors[i])
		fresh[i] = p.Vector
	}
	return e.journal.add(fresh)
}

// finish embeds the remaining papers and closes the files.
func (e *vectorWriter) finish(ctx context.Context) error {
	return errors.Join(e.flush(ctx), e.out.Close(), e.journal.close())
}

func (e *vectorWriter) abandon() { _ = errors.Join(e.out.Abandon(), e.journal.close()) }
