package index

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"runtime"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// BuildOptions say what to build and where.
type BuildOptions struct {
	Dir      string          // the folder of the corpus
	Name     string          // of the corpus; the folder's name where empty
	Embedder engine.Embedder // nil builds no vectors
	// Identity builds an index that finds papers by their names, authors, and words of
	// titles and venues alone, in a fraction of the space: see identity.go. What is
	// added to an index is of its kind, whatever this says.
	Identity bool
	// Progress is called from time to time with the papers that are through.
	Progress func(papers int)
	// Rejected is called with each record that was left out.
	Rejected func(error)
	Wait     bool // for another writer to end, instead of an error
	// AllowEmpty lets Build publish an index of no papers.
	AllowEmpty bool
	// Cores is how many are used to make papers ready and to embed them; all of
	// the machine where 0.
	Cores int
	// WaitIdle is called by an Updater before each paper; it returns when nothing more
	// urgent is under way. May be nil.
	WaitIdle func(context.Context) error
}

func (o BuildOptions) cores() int {
	if o.Cores > 0 {
		return o.Cores
	}
	return runtime.NumCPU()
}

// ErrNoPapers is returned where there is nothing to build an index of: a source
// that was unmounted or emptied shall not take the index with it.
var ErrNoPapers = errors.New("no papers to index")

// Build reads papers and publishes them as the corpus in opts.Dir, in place of
// what is published there. Until it returns without error that stays. Errors
// among papers that concern one record are handed to opts.Rejected; any other
// one ends the build.
//
// Memory is bounded whatever the number of papers, but for about 200 bytes a
// paper. Vectors of papers whose text did not change are taken from what is
// published where it was made with the same embedder, and those that an
// interrupted build or Add had embedded are taken from its journal.
func Build(ctx context.Context, opts BuildOptions, papers iter.Seq2[*engine.Paper, error]) (manifest *Manifest, err error) {
	if opts.Name == "" {
		opts.Name = filepath.Base(filepath.Clean(opts.Dir))
	}
	if opts.Identity {
		opts.Embedder = nil
	}
	if err := os.MkdirAll(opts.Dir, 0o755); err != nil {
		return nil, err
	}
	w, err := openWriter(ctx, opts.Dir, opts.Wait)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	next := w.next()
	err = w.old.view(func(old *view) error {
		b, err := w.newBuilder(opts, old)
		if err != nil {
			return err
		}
		manifest = &b.manifest
		next.Name, next.Embedder, next.Dimension = opts.Name, manifest.Embedder, manifest.Dimension
		next.Identity = opts.Identity
		next.Segments, err = b.build(ctx, prepare(ctx, papers, nil, opts))
		if err == nil && len(next.Segments) == 0 && !opts.AllowEmpty {
			err = fmt.Errorf("%s: %w: it stays as it is", opts.Dir, ErrNoPapers)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := w.publish(next); err != nil {
		return nil, err
	}
	return manifest, w.dropJournal(opts.Embedder)
}

// A builder writes the files of one segment.
type builder struct {
	opts      BuildOptions
	folder    string
	seen      int // papers that are through, also those left out
	records   *bulkDB
	blocks    *recordBlocks // over records, of an index for identity search
	names     nameTable     // of such a one, in place of those of works
	bodies    *bulkDB
	inverter  *inverter
	docs      *docsWriter
	vectors   *embedding // nil without an embedder
	works     workTable
	replaced  []place // old records of papers that were added
	unchanged int     // papers that were skipped
	manifest  Manifest
}

// newBuilder begins a segment; vectors of papers that old holds are reused.
func (w *writer) newBuilder(opts BuildOptions, old *view) (*builder, error) {
	folder, err := w.newSegment()
	if err != nil {
		return nil, err
	}
	b := &builder{opts: opts, folder: folder, inverter: newInverter(folder, opts.Identity)}
	b.manifest = Manifest{Format: FormatVersion, Name: opts.Name, Identity: opts.Identity}
	var errs [3]error
	if opts.Identity {
		b.records, errs[0] = createBulk(filepath.Join(folder, recordsFile))
		b.blocks = &recordBlocks{db: b.records}
	} else {
		b.records, errs[0] = createBulk(filepath.Join(folder, papersFile))
	}
	b.docs, errs[1] = createDocs(filepath.Join(folder, docsFile), opts.Identity)
	if opts.Embedder != nil {
		b.manifest.Embedder, b.manifest.Dimension = opts.Embedder.ID(), opts.Embedder.Dim()
		b.vectors, errs[2] = newEmbedding(w.dir, folder, opts, old)
	}
	return b, errors.Join(errs[:]...)
}

// build writes the segment and brings it to the disk. Of no papers there is
// none. What it wrote is removed where it fails, but for the journal.
func (b *builder) build(ctx context.Context, prepared iter.Seq2[*preparedPaper, error]) (entry []segmentState, err error) {
	if err := b.consume(ctx, prepared); err != nil {
		b.abandon()
		return nil, errors.Join(err, os.RemoveAll(b.folder))
	}
	if err := b.finish(ctx); err != nil {
		return nil, errors.Join(err, os.RemoveAll(b.folder))
	}
	if b.manifest.Papers == 0 {
		return nil, os.RemoveAll(b.folder)
	}
	s, err := seal(b.folder, &b.manifest)
	return []segmentState{s}, err
}

// seal writes the manifest of a segment and brings it all to the disk.
func seal(folder string, m *Manifest) (segmentState, error) {
	hash, err := writeManifest(folder, m)
	if err != nil {
		return segmentState{}, err
	}
	return segmentState{Folder: filepath.Base(folder), Manifest: hash}, syncAll(folder)
}

func (b *builder) consume(ctx context.Context, prepared iter.Seq2[*preparedPaper, error]) error {
	for p, err := range prepared {
		if err != nil {
			return err
		}
		if err := b.take(ctx, p); err != nil {
			return err
		}
		if b.seen++; b.opts.Progress != nil {
			b.opts.Progress(b.seen)
		}
	}
	return ctx.Err()
}

func (b *builder) take(ctx context.Context, p *preparedPaper) error {
	switch {
	case p.rejected != nil:
		b.reject(p.rejected)
	case !b.works.firstOf(p.paper.ID):
		b.reject(fmt.Errorf("%s: a paper with this Id came before; the later record was left out", p.paper.ID))
	case p.unchanged:
		b.unchanged++
	default:
		return b.add(ctx, p)
	}
	return nil
}

func (b *builder) reject(err error) {
	if b.opts.Rejected != nil {
		b.opts.Rejected(err)
	}
}

func (b *builder) add(ctx context.Context, p *preparedPaper) error {
	doc := uint32(b.manifest.Papers)
	b.manifest.Papers++
	b.manifest.Length += p.length
	if b.blocks != nil {
		b.names.add(doc, p.paper)
	} else {
		b.works.add(doc, p.paper)
	}
	if p.replaces != nil {
		b.replaced = append(b.replaced, *p.replaces)
	}
	if err := b.store(doc, p); err != nil {
		return err
	}
	if err := b.docs.add(p.paper.Year, p.length, p.paper.ID); err != nil {
		return err
	}
	if err := b.inverter.add(doc, p.terms); err != nil {
		return err
	}
	if b.vectors == nil {
		return nil
	}
	return b.vectors.add(ctx, p.paper)
}

// store writes short records to papers.db at once and bodies to a file of
// their own first, since bbolt loads quickly only in the order of buckets.
func (b *builder) store(doc uint32, p *preparedPaper) (err error) {
	if b.blocks != nil {
		return b.blocks.add(doc, p.short)
	}
	if err := b.records.put(shortBucket, docKey(doc), p.short); err != nil {
		return err
	}
	if p.body == nil {
		return nil
	}
	b.manifest.FullTexts++
	if b.bodies == nil {
		if b.bodies, err = createBulk(filepath.Join(b.folder, bodiesFile)); err != nil {
			return err
		}
	}
	return b.bodies.put(bodyBucket, docKey(doc), p.body)
}

func (b *builder) abandon() {
	_ = b.records.close()
	if b.bodies != nil {
		_ = b.bodies.close()
	}
	_ = b.docs.close()
	if b.vectors != nil {
		b.vectors.abandon()
	}
}

func (b *builder) finish(ctx context.Context) error {
	// One large table at a time: first the lists go, then the names.
	errs := []error{b.inverter.spill(), b.finishRecords(), b.docs.close()}
	b.works, b.names = workTable{}, nil
	if b.bodies != nil {
		errs = append(errs, b.bodies.close())
	}
	if b.vectors != nil {
		errs = append(errs, b.vectors.finish(ctx))
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	return b.writeDictionary()
}

func (b *builder) finishRecords() error {
	if b.blocks == nil {
		return errors.Join(b.works.write(b.records), b.records.close())
	}
	b.works = workTable{} // frees the IDs before the names are sorted
	return errors.Join(b.blocks.close(), writeNames(b.folder, b.names, b.manifest.Papers))
}

func (b *builder) writeDictionary() error {
	terms, err := newDictionary(b.folder, b.opts.Identity)
	if err != nil {
		return err
	}
	err = b.inverter.merge(terms.add)
	b.manifest.Terms, b.manifest.Pairs = terms.Terms, terms.Pairs
	return errors.Join(err, terms.close())
}
