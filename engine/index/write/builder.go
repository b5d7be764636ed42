package write

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"runtime"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/index/read"
)

// A builder writes the files of one segment.
type builder struct {
	opts      SegmentOptions
	seen      int // number of papers processed, including skipped ones
	records   *format.BulkDB
	blocks    *format.RecordBlocks // writes to records; nil unless the index is for identity search
	names     format.NameTable     // used instead of works if the index is for identity search
	bodies    *format.BulkDB
	inverter  *inverter
	mentions  *mentions // nil if the index is for identity search
	docs      *format.DocsWriter
	vectors   *vectorWriter // nil without an embedder
	works     format.WorkTable
	replaced  []read.Location // locations of the records replaced by the papers
	unchanged int             // number of papers skipped
	manifest  format.Manifest
}

// newBuilder creates the files of a segment. It reuses the vectors in old.
func newBuilder(opts SegmentOptions, old *read.View) (*builder, error) {
	folder := opts.Folder
	b := &builder{opts: opts, inverter: newInverter(folder, "run", opts.Identity)}
	b.manifest = format.Manifest{Format: format.FormatVersion, Name: opts.Name, Identity: opts.Identity}
	var errs [3]error
	if opts.Identity {
		b.records, errs[0] = format.CreateBulk(filepath.Join(folder, format.RecordsFile))
		b.blocks = &format.RecordBlocks{Db: b.records}
	} else {
		b.records, errs[0] = format.CreateBulk(filepath.Join(folder, format.PapersFile))
		b.mentions = newMentions(folder)
	}
	b.docs, errs[1] = format.CreateDocs(filepath.Join(folder, format.DocsFile), opts.Identity)
	if opts.Embedder != nil {
		b.manifest.Embedder, b.manifest.Dimension = opts.Embedder.ID(), opts.Embedder.Dim()
		b.vectors, errs[2] = newEmbedding(opts, old)
	}
	return b, errors.Join(errs[:]...)
}

// build writes the segment and flushes it to disk. Without papers, it writes nothing. On
// failure it removes all files of the segment, but not the journal.
func (b *builder) build(
	ctx context.Context, prepared iter.Seq2[*preparedPaper, error],
) (entry []format.SegmentState, err error) {
	if err := b.consume(ctx, prepared); err != nil {
		b.abandon()
		return nil, errors.Join(err, os.RemoveAll(b.opts.Folder))
	}
	if err := b.finish(ctx); err != nil {
		return nil, errors.Join(err, os.RemoveAll(b.opts.Folder))
	}
	if b.manifest.Papers == 0 {
		return nil, os.RemoveAll(b.opts.Folder)
	}
	s, err := seal(b.opts.Folder, &b.manifest)
	return []format.SegmentState{s}, err
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
	case !b.works.FirstOf(p.paper.ID):
		b.reject(fmt.Errorf("%s: duplicate ID; the later record was skipped", p.paper.ID))
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
		b.names.Add(doc, p.paper)
	} else {
		b.works.Add(doc, p.paper)
	}
	if p.replaces != nil {
		b.replaced = append(b.replaced, *p.replaces)
	}
	if err := b.store(doc, p); err != nil {
		return err
	}
	if err := b.docs.Add(p.paper.Year, p.length, p.paper.ID); err != nil {
		return err
	}
	if err := b.inverter.add(doc, p.terms); err != nil {
		return err
	}
	if b.mentions != nil {
		if err := b.mentions.add(doc, p.mentions); err != nil {
			return err
		}
	}
	if b.vectors == nil {
		return nil
	}
	return b.vectors.add(ctx, p.paper)
}

// store writes the short record to papers.db and the body, if any, to bodies.db. They are separate
// files, since a BulkDB commits a transaction whenever the bucket changes. An index for identity
// search stores only short records.
func (b *builder) store(doc uint32, p *preparedPaper) (err error) {
	if b.blocks != nil {
		return b.blocks.Add(doc, p.short)
	}
	if err := b.records.Put(format.ShortBucket, format.DocKey(doc), p.short); err != nil {
		return err
	}
	if p.body == nil {
		return nil
	}
	b.manifest.Bodies++
	if !p.fullText {
		b.manifest.ReferencesOnly++
	}
	if b.bodies == nil {
		if b.bodies, err = format.CreateBulk(filepath.Join(b.opts.Folder, format.BodiesFile)); err != nil {
			return err
		}
	}
	return b.bodies.Put(format.BodyBucket, format.DocKey(doc), p.body)
}

func (b *builder) abandon() {
	_ = b.records.Close()
	if b.bodies != nil {
		_ = b.bodies.Close()
	}
	_ = b.docs.Close()
	if b.mentions != nil {
		_ = b.mentions.rows.Close()
	}
	if b.vectors != nil {
		b.vectors.abandon()
	}
}

func (b *builder) finish(ctx context.Context) error {
	// Finish in this order to free one large table at a time: first the lists, then the names.
	errs := []error{b.inverter.spill(), b.finishRecords(), b.docs.Close()}
	b.works, b.names = format.WorkTable{}, nil
	if b.bodies != nil {
		errs = append(errs, b.bodies.Close())
	}
	if b.vectors != nil {
		errs = append(errs, b.vectors.finish(ctx))
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	if b.mentions != nil {
		if err := b.mentions.finish(&b.manifest); err != nil {
			return err
		}
	}
	return b.writeDictionary()
}

func (b *builder) finishRecords() error {
	if b.blocks == nil {
		return errors.Join(b.works.Write(b.records), b.records.Close())
	}
	b.works = format.WorkTable{} // frees the IDs before the names are sorted
	return errors.Join(b.blocks.Close(), format.WriteNames(b.opts.Folder, b.names, b.manifest.Papers))
}

func (b *builder) writeDictionary() error {
	terms, err := format.NewDictionary(b.opts.Folder, b.opts.Identity)
	if err != nil {
		return err
	}
	err = b.inverter.merge(terms.Add)
	b.manifest.Terms, b.manifest.Pairs = terms.Terms, terms.Pairs
	return errors.Join(err, terms.Close())
}

// SegmentOptions are the options of Segment.
type SegmentOptions struct {
	Folder   string // folder of the segment, which must be empty
	Journal  string // folder of the journal; "" for none
	Name     string // name of the corpus
	Embedder engine.Embedder
	Identity bool // whether the index is for identity search
	Progress func(papers int)
	Rejected func(error)
	Cores    int               // number of cores to use; 0 for all
	Update   bool              // skips papers that equal their published record
	Renamed  map[string]string // maps new IDs to published ones
}

func (o SegmentOptions) cores() int {
	if o.Cores > 0 {
		return o.Cores
	}
	return runtime.NumCPU()
}

// A Result is the outcome of Segment.
type Result struct {
	Segments  []format.SegmentState // one segment, or none if there are no papers
	Manifest  *format.Manifest
	Replaced  []read.Location // locations of the published records replaced by the papers
	Unchanged int             // number of papers skipped
}

// Segment writes one segment from papers. It reuses the vectors of published papers.
func Segment(
	ctx context.Context, o SegmentOptions, old *read.View, papers iter.Seq2[*engine.Paper, error],
) (written Result, err error) {
	b, err := newBuilder(o, old)
	if err != nil {
		return written, err
	}
	segments, err := b.build(ctx, prepare(ctx, papers, old, o))
	return Result{segments, &b.manifest, b.replaced, b.unchanged}, err
}

// seal writes the manifest of a segment and flushes all files to disk.
func seal(folder string, m *format.Manifest) (format.SegmentState, error) {
	hash, err := format.WriteManifest(folder, m)
	if err != nil {
		return format.SegmentState{}, err
	}
	s := format.SegmentState{Folder: filepath.Base(folder), SegmentContent: format.SegmentContent{Manifest: hash}}
	return s, files.SyncAll(folder)
}
