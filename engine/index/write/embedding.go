package write

import (
	"bufio"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/index/read"
	"github.com/scilit-lsp/scilit-lsp/engine/profile"
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
	"golang.org/x/sync/errgroup"
)

// A vectorWriter writes the vectors of papers in order. It reuses those in the published index or
// the journal, and computes the others with the embedder.
type vectorWriter struct {
	embedder engine.Embedder
	extends  engine.ExtendingEmbedder // extends the vectors of embedder, also those in the journal; may be nil
	cores    int
	out      *format.VectorFiles
	journal  *journal          // nil without a journal
	old      *read.View        // published papers; nil if their vectors are from another embedder
	oldParts *read.View        // published papers whose vectors can be extended, or nil
	renamed  map[string]string // maps new IDs to published ones
	pending  []pendingVector
}

type pendingVector struct {
	format.Vector
	text  string // text to embed
	whole bool   // set if the vector does not need to be extended
}

// Papers are embedded in batches of texts of similar length, since an embedder may pad the texts of a
// batch to the longest one. Batches are formed within chunks of consecutive papers.
const (
	embedChunk = 512
	embedBatch = 16
)

func newEmbedding(opts SegmentOptions, old *read.View) (*vectorWriter, error) {
	out, err := format.CreateVectors(opts.Folder, opts.Embedder.Dim())
	if err != nil {
		return nil, err
	}
	e := &vectorWriter{renamed: opts.Renamed, embedder: opts.Embedder, cores: opts.cores(), out: out}
	if hasVectorsOf(old, e.embedder) {
		e.old = old
	}
	if extends, ok := opts.Embedder.(engine.ExtendingEmbedder); ok {
		e.embedder, e.extends = extends.Part(), extends
		if hasVectorsOf(old, e.embedder) {
			e.oldParts = old
		}
	}
	if opts.Journal != "" {
		if e.journal, err = openJournal(opts.Journal, e.embedder); err != nil {
			return nil, errors.Join(err, out.Abandon())
		}
	}
	return e, nil
}

func hasVectorsOf(v *read.View, e engine.Embedder) bool {
	return v.State.Embedder == e.ID() && v.State.Dimension == e.Dim()
}

func (e *vectorWriter) add(ctx context.Context, p *engine.Paper) error {
	text := p.TitleAndAbstract()
	hash := profile.Hash(text)
	known, whole := e.published(e.old, p.ID, hash)
	ok := whole
	if !ok {
		known, ok = e.published(e.oldParts, p.ID, hash)
	}
	if !ok {
		known, _ = e.journal.find(hash)
	}
	known.Hash = hash
	e.pending = append(e.pending, pendingVector{known, text, whole})
	if len(e.pending) < embedChunk {
		return nil
	}
	return e.flush(ctx)
}

// published returns the vector of a paper in old, which may be nil, if the paper's text is unchanged.
func (e *vectorWriter) published(old *read.View, id string, hash uint64) (v format.Vector, ok bool) {
	if old == nil {
		return v, false
	}
	if v, ok = publishedAs(old, id, hash); ok {
		return v, true
	}
	if was := e.renamed[id]; was != "" {
		return publishedAs(old, was, hash)
	}
	return v, false
}

// publishedAs returns the vector of the paper with the given ID if its text has the hash. It skips
// damaged vectors, since copying them would give them valid checksums.
func publishedAs(old *read.View, id string, hash uint64) (v format.Vector, ok bool) {
	for _, r := range old.Segments {
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
	if err := e.extendPending(ctx); err != nil {
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

// extendPending extends the vectors that are not whole. It begins with their stored form, so that the
// result is the same whether or not they come from a journal or an older index.
func (e *vectorWriter) extendPending(ctx context.Context) error {
	if e.extends == nil {
		return nil
	}
	var short []*pendingVector
	var texts []string
	var parts [][]float32
	for i := range e.pending {
		if p := &e.pending[i]; !p.whole {
			short, texts, parts = append(short, p), append(texts, p.text), append(parts, p.Floats())
		}
	}
	vectors, err := e.extends.Extend(ctx, texts, parts)
	if err != nil {
		return err
	}
	for i, p := range short {
		p.Vector = format.PackVector(p.Hash, vectors[i])
	}
	return nil
}

// finish embeds the remaining papers and closes the files.
func (e *vectorWriter) finish(ctx context.Context) error {
	return errors.Join(e.flush(ctx), e.out.Close(), e.journal.close())
}

func (e *vectorWriter) abandon() { _ = errors.Join(e.out.Abandon(), e.journal.close()) }

// A journal stores each vector until its segment is published, so that no text is embedded again
// after an interrupted Build or Add. The file lies next to CURRENT. It consists of a line with the
// embedder, and of fixed-size entries with a text hash, a code, a row, and their CRC-32C. The methods
// find, add and close accept a nil journal, which is empty and stores nothing.
type journal struct {
	file  *os.File
	words int // number of words per code
	dim   int
	start int64             // offset of the first entry
	known map[uint64]uint32 // index of each entry, by text hash

	mu sync.Mutex // serializes add
}

// openJournal opens the journal of an interrupted writer and drops anything after its last valid
// entry. If the journal belongs to another embedder, it is replaced.
func openJournal(dir string, embedder engine.Embedder) (*journal, error) {
	file, err := files.Update(filepath.Join(dir, format.JournalFile))
	if err != nil {
		return nil, format.WithAdvice(err, "remove it")
	}
	header := fmt.Sprintf("scilit-lsp vectors 1 %q %d\n", embedder.ID(), embedder.Dim())
	j := &journal{
		file: file, words: rank.CodeWords(embedder.Dim()), dim: embedder.Dim(), start: int64(len(header)),
		known: make(map[uint64]uint32),
	}
	if err := j.resume(header); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", file.Name(), err), file.Close())
	}
	return j, nil
}

func (j *journal) resume(header string) error {
	in := bufio.NewReaderSize(j.file, 1<<18)
	found := make([]byte, len(header))
	if _, err := io.ReadFull(in, found); err != nil || string(found) != header {
		if err := j.file.Truncate(0); err != nil {
			return err
		}
		_, err := j.file.WriteAt([]byte(header), 0)
		return errors.Join(err, j.rewind(0))
	}
	entry := make([]byte, j.entrySize())
	entries := uint32(0)
	for ; ; entries++ {
		if _, err := io.ReadFull(in, entry); err != nil || !wholeEntry(entry) {
			return j.rewind(entries)
		}
		j.known[binary.LittleEndian.Uint64(entry)] = entries
	}
}

// rewind truncates the journal to the given number of entries.
func (j *journal) rewind(entries uint32) error {
	end := j.start + int64(entries)*int64(j.entrySize())
	if err := j.file.Truncate(end); err != nil {
		return err
	}
	_, err := j.file.Seek(end, io.SeekStart)
	return err
}

func (j *journal) entrySize() int { return 8 + 8*j.words + 4 + j.dim + 4 }

func wholeEntry(entry []byte) bool {
	body := len(entry) - 4
	return crc32.Checksum(entry[:body], format.Castagnoli) == binary.LittleEndian.Uint32(entry[body:])
}

// find returns the vector of a text if an interrupted writer computed it.
func (j *journal) find(hash uint64) (v format.Vector, ok bool) {
	if j == nil {
		return v, false
	}
	number, ok := j.known[hash]
	if !ok {
		return v, false
	}
	entry := make([]byte, j.entrySize())
	if _, err := j.file.ReadAt(entry, j.start+int64(number)*int64(len(entry))); err != nil || !wholeEntry(entry) {
		return v, false
	}
	v = format.Vector{Hash: hash, Code: make([]uint64, j.words)}
	for i := range v.Code {
		v.Code[i] = binary.LittleEndian.Uint64(entry[8+8*i:])
	}
	v.Row = entry[8+8*j.words : len(entry)-4]
	return v, true
}

// add appends vectors with a single write, so that a killed process leaves at most one incomplete
// entry.
func (j *journal) add(vectors []format.Vector) error {
	if j == nil {
		return nil
	}
	var entries []byte
	for _, v := range vectors {
		begin := len(entries)
		entries = binary.LittleEndian.AppendUint64(entries, v.Hash)
		for _, word := range v.Code {
			entries = binary.LittleEndian.AppendUint64(entries, word)
		}
		entries = append(entries, v.Row...)
		entries = binary.LittleEndian.AppendUint32(entries, crc32.Checksum(entries[begin:], format.Castagnoli))
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	_, err := j.file.Write(entries)
	return err
}

func (j *journal) close() error {
	if j == nil {
		return nil
	}
	return j.file.Close()
}
