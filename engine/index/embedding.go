package index

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"golang.org/x/sync/errgroup"
)

// An embedding writes the vectors of papers in the order they come: from what
// is published or the journal where that has them, else by the embedder.
type embedding struct {
	embedder engine.Embedder
	cores    int
	out      *vectorFiles
	journal  *journal
	old      *view             // nil where its vectors are of another embedder
	renamed  map[string]string // IDs of published papers that get other ones
	pending  []pendingVector
}

type pendingVector struct {
	vector
	text string // "" where the vector is known
}

// Papers are embedded in batches of texts of like length, since an embedder
// pads a batch to its longest text; batches are cut from chunks.
const (
	embedChunk = 512
	embedBatch = 16
)

func newEmbedding(dir, folder string, opts BuildOptions, old *view) (*embedding, error) {
	embedder := opts.Embedder
	out, err := createVectors(folder, embedder.Dim())
	if err != nil {
		return nil, err
	}
	journal, err := openJournal(dir, embedder)
	if err != nil {
		return nil, errors.Join(err, out.abandon())
	}
	e := &embedding{embedder: embedder, cores: opts.cores(), out: out, journal: journal}
	if old.state.Embedder == embedder.ID() && old.state.Dimension == embedder.Dim() {
		e.old = old
	}
	return e, nil
}

func (e *embedding) add(ctx context.Context, p *engine.Paper) error {
	text := p.TitleAndAbstract()
	hash := hashOf(text)
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
	next.vector, next.hash = known, hash
	e.pending = append(e.pending, next)
	if len(e.pending) < embedChunk {
		return nil
	}
	return e.flush(ctx)
}

// published is the vector that a published paper has by the same text. A
// damaged one is not taken over, or it would pass for whole from then on.
func (e *embedding) published(id string, hash uint64) (v vector, ok bool) {
	if e.old == nil {
		return v, false
	}
	for _, r := range e.old.readers {
		err := guardFaults(func() (err error) {
			v, ok, err = r.vectorOf(id, hash)
			return err
		})
		if ok && err == nil {
			return v, true
		}
	}
	return vector{}, false
}

// vectorOf is the vector that a paper of that ID has by a text of that hash.
func (r *reader) vectorOf(id string, hash uint64) (v vector, ok bool, err error) {
	docs, err := r.documents("id:" + id)
	for _, doc := range docs {
		if v, err = r.vectors.vector(doc); err == nil && v.hash == hash {
			v.row = slices.Clone(v.row)
			return v, true, nil
		}
	}
	return v, false, err
}

func (e *embedding) flush(ctx context.Context) error {
	if err := e.embedPending(ctx); err != nil {
		return err
	}
	for _, p := range e.pending {
		e.out.add(p.vector)
	}
	e.pending = e.pending[:0]
	return nil
}

func (e *embedding) embedPending(ctx context.Context) error {
	var fresh []*pendingVector
	for i := range e.pending {
		if e.pending[i].row == nil {
			fresh = append(fresh, &e.pending[i])
		}
	}
	slices.SortStableFunc(fresh, func(a, b *pendingVector) int { return cmp.Compare(len(a.text), len(b.text)) })
	var group errgroup.Group
	group.SetLimit(e.cores)
	for batch := range slices.Chunk(fresh, embedBatch) {
		goGuarded(&group, func() error { return e.embedBatch(ctx, batch) })
	}
	return group.Wait()
}

func (e *embedding) embedBatch(ctx context.Context, batch []*pendingVector) error {
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
	fresh := make([]vector, len(batch))
	for i, p := range batch {
		p.vector = pack(p.hash, vectors[i])
		fresh[i] = p.vector
	}
	return e.journal.add(fresh)
}

// finish embeds what is pending and closes the files.
func (e *embedding) finish(ctx context.Context) error {
	return errors.Join(e.flush(ctx), e.out.close(), e.journal.close())
}

func (e *embedding) abandon() { _ = errors.Join(e.out.abandon(), e.journal.close()) }
