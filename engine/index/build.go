package index

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// BuildOptions say what to build and where.
type BuildOptions struct {
	Dir      string          // the folder of the corpus
	Name     string          // of the corpus; the folder's name where empty
	Embedder engine.Embedder // nil builds no vectors
	// Progress is called from time to time with the papers that are through.
	Progress func(papers int)
	// Rejected is called with each record that was left out.
	Rejected func(error)
}

// Build reads papers and publishes them as the corpus in opts.Dir, in place of
// what is published there. Until it returns without error the old snapshot
// stays. Errors among papers that concern one record are handed to
// opts.Rejected; any other one ends the build.
//
// Memory is bounded whatever the number of papers, but for about 100 bytes a
// paper. Vectors of papers whose text did not change are taken from the old
// snapshot where it was made with the same embedder.
func Build(ctx context.Context, opts BuildOptions, papers iter.Seq2[*engine.Paper, error]) (*Manifest, error) {
	if opts.Name == "" {
		opts.Name = filepath.Base(filepath.Clean(opts.Dir))
	}
	folder, err := newSnapshot(opts.Dir)
	if err != nil {
		return nil, err
	}
	manifest, err := buildInto(ctx, folder, opts, papers)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(folder))
	}
	hash, err := writeManifest(folder, manifest)
	if err != nil {
		return nil, err
	}
	return manifest, publish(opts.Dir, folder, hash)
}

func buildInto(ctx context.Context, folder string, opts BuildOptions, papers iter.Seq2[*engine.Paper, error]) (*Manifest, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // ends the workers of prepare when the builder fails
	b, err := newBuilder(folder, opts)
	if err != nil {
		return nil, err
	}
	err = b.consume(ctx, prepare(ctx, papers))
	if err != nil {
		b.abandon()
		return nil, err
	}
	return b.finish(ctx)
}

// A builder writes the files of one snapshot.
type builder struct {
	opts     BuildOptions
	folder   string
	records  *bulkDB
	bodies   *bulkDB
	inverter *inverter
	docs     *docsWriter
	vectors  *vectorWriter // nil without an embedder
	works    workTable
	manifest Manifest
	lengths  int
}

func newBuilder(folder string, opts BuildOptions) (*builder, error) {
	b := &builder{opts: opts, folder: folder, inverter: newInverter(folder)}
	b.manifest = Manifest{Format: FormatVersion, Name: opts.Name}
	var errs [3]error
	b.records, errs[0] = createBulk(filepath.Join(folder, papersFile))
	b.docs, errs[1] = createDocs(filepath.Join(folder, docsFile))
	if opts.Embedder != nil {
		b.manifest.Embedder, b.manifest.Dimension = opts.Embedder.ID(), opts.Embedder.Dim()
		b.vectors, errs[2] = createVectors(folder, opts.Embedder, openReuse(opts))
	}
	return b, errors.Join(errs[:]...)
}

func (b *builder) consume(ctx context.Context, prepared iter.Seq2[*preparedPaper, error]) error {
	for p, err := range prepared {
		if err != nil {
			return err
		}
		if p.rejected != nil {
			b.reject(p.rejected)
			continue
		}
		if b.works.hasID(p.paper.ID) {
			b.reject(fmt.Errorf("%s: a paper with this Id came before; the later record was left out", p.paper.ID))
			continue
		}
		if err := b.add(ctx, p); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (b *builder) reject(err error) {
	if b.opts.Rejected != nil {
		b.opts.Rejected(err)
	}
}

func (b *builder) add(ctx context.Context, p *preparedPaper) error {
	doc := uint32(b.manifest.Papers)
	b.manifest.Papers++
	b.lengths += p.length
	b.works.add(doc, p.paper)
	if err := b.store(doc, p); err != nil {
		return err
	}
	if err := b.docs.add(p.paper.Year, p.length); err != nil {
		return err
	}
	if err := b.inverter.add(doc, p.terms); err != nil {
		return err
	}
	if b.vectors != nil {
		if err := b.vectors.add(ctx, p.paper); err != nil {
			return err
		}
	}
	if b.opts.Progress != nil {
		b.opts.Progress(b.manifest.Papers)
	}
	return nil
}

// store writes short records to papers.db at once and bodies to a file of
// their own first, since bbolt loads quickly only in the order of buckets.
func (b *builder) store(doc uint32, p *preparedPaper) (err error) {
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
		_ = b.vectors.close()
	}
}

func (b *builder) finish(ctx context.Context) (*Manifest, error) {
	errs := []error{b.works.write(b.records), b.records.close(), b.docs.close()}
	if b.bodies != nil {
		errs = append(errs, b.bodies.close())
	}
	if b.vectors != nil {
		errs = append(errs, b.vectors.finish(ctx))
	}
	errs = append(errs, b.writeDictionary())
	b.manifest.AverageLength = float64(b.lengths) / float64(max(1, b.manifest.Papers))
	return &b.manifest, errors.Join(errs...)
}

func (b *builder) writeDictionary() error {
	terms, err := createDictionary(filepath.Join(b.folder, termsFile))
	if err != nil {
		return err
	}
	err = b.inverter.merge(terms.add)
	b.manifest.Terms, b.manifest.Pairs = terms.Terms, terms.Pairs
	return errors.Join(err, terms.close())
}
