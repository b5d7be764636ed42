package write

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"

	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/index/read"
)

// A merger writes the live papers of several segments as one segment, in their order. The result is
// identical to a segment built from these papers.
type merger struct {
	folder   string
	sources  []*mergeSource
	manifest format.Manifest
}

// A mergeSource is a segment to merge, with the new document numbers of its papers.
type mergeSource struct {
	*read.SegmentView
	numbers []uint32 // new document numbers; gone for deleted papers
}

const gone = math.MaxUint32

// Merge writes the live papers of segments as one segment into an empty folder. If all papers are
// deleted, it removes the folder.
func Merge(ctx context.Context, folder string, readers []*read.SegmentView) ([]format.SegmentState, error) {
	first := readers[0].Manifest
	m := &merger{folder: folder, manifest: format.Manifest{
		Format: format.FormatVersion, Name: readers[0].Corpus, Embedder: first.Embedder, Dimension: first.Dimension,
		Identity: first.Identity,
	}}
	for _, r := range readers {
		m.sources = append(m.sources, m.number(r))
	}
	if m.manifest.Papers == 0 {
		return nil, os.RemoveAll(folder)
	}
	for _, step := range []func(context.Context) error{m.records, m.bodies, m.docs, m.vectors, m.terms, m.mentions} {
		if err := step(ctx); err != nil {
			return nil, errors.Join(err, os.RemoveAll(folder))
		}
	}
	s, err := seal(folder, &m.manifest)
	return []format.SegmentState{s}, err
}

func (m *merger) number(r *read.SegmentView) *mergeSource {
	s := &mergeSource{SegmentView: r, numbers: make([]uint32, r.Manifest.Papers)}
	for doc := range s.numbers {
		if !r.Live.Has(uint32(doc)) {
			s.numbers[doc] = gone
			continue
		}
		s.numbers[doc] = uint32(m.manifest.Papers)
		m.manifest.Papers++
		m.manifest.Length += r.Docs.Length(uint32(doc))
	}
	return s
}

// each calls use for each live paper, in the order of the new numbers.
func (m *merger) each(ctx context.Context, use func(s *mergeSource, doc, number uint32) error) error {
	for _, s := range m.sources {
		for doc, number := range s.numbers {
			if number == gone {
				continue
			}
			if err := errors.Join(ctx.Err(), use(s, uint32(doc), number)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (m *merger) records(ctx context.Context) error {
	if m.manifest.Identity {
		return m.identityRecords(ctx)
	}
	db, err := format.CreateBulk(filepath.Join(m.folder, format.PapersFile))
	if err != nil {
		return err
	}
	err = m.each(ctx, func(s *mergeSource, doc, number uint32) error {
		packed, err := s.Short.Get(format.DocKey(doc))
		if err != nil {
			return err
		}
		return db.Put(format.ShortBucket, format.DocKey(number), packed)
	})
	if err == nil {
		err = m.writeWorks(db)
	}
	return errors.Join(err, db.Close())
}

func (m *merger) identityRecords(ctx context.Context) error {
	db, err := format.CreateBulk(filepath.Join(m.folder, format.RecordsFile))
	if err != nil {
		return err
	}
	blocks := &format.RecordBlocks{Db: db}
	err = m.each(ctx, func(s *mergeSource, doc, number uint32) error {
		record, err := s.BlockRecord(doc)
		if err != nil {
			return err
		}
		return blocks.Add(number, record)
	})
	if err := errors.Join(err, blocks.Close()); err != nil {
		return err
	}
	var names format.NameTable
	for _, s := range m.sources {
		err := s.NamesFrom(nil, func(hash, doc uint32) bool {
			if number := s.numbers[doc]; number != gone {
				names.Put(hash, number)
			}
			return true
		})
		if err != nil {
			return err
		}
	}
	return format.WriteNames(m.folder, names, m.manifest.Papers)
}

// writeWorks writes the names of all live papers with the new document numbers.
func (m *merger) writeWorks(db *format.BulkDB) error {
	t := &format.WorkTable{}
	for _, s := range m.sources {
		if err := s.addWorks(t); err != nil {
			return err
		}
	}
	return t.Write(db)
}

func (s *mergeSource) addWorks(t *format.WorkTable) error {
	for names := s.SegmentView.Works.Walk(); ; {
		hash, docs, err := names.Next()
		if hash == nil || err != nil {
			return err
		}
		if len(hash) != 8 {
			return s.SegmentView.Works.File.Damaged("a key is not an 8-byte hash")
		}
		err = s.EachDocument(docs, func(doc uint32) {
			if number := s.numbers[doc]; number != gone {
				t.Put(binary.BigEndian.Uint64(hash), number)
			}
		})
		if err != nil {
			return err
		}
	}
}

func (m *merger) bodies(ctx context.Context) error {
	var db *format.BulkDB
	err := m.each(ctx, func(s *mergeSource, doc, number uint32) (err error) {
		packed, err := s.SegmentView.Bodies.Get(format.DocKey(doc))
		if packed == nil || err != nil {
			return err
		}
		if db == nil {
			if db, err = format.CreateBulk(filepath.Join(m.folder, format.BodiesFile)); err != nil {
				return err
			}
		}
		m.manifest.Bodies++
		if full, err := format.HasFullText(packed); err != nil {
			return s.DamagedBody(doc, err)
		} else if !full {
			m.manifest.ReferencesOnly++
		}
		return db.Put(format.BodyBucket, format.DocKey(number), packed)
	})
	if db != nil {
		err = errors.Join(err, db.Close())
	}
	return err
}

func (m *merger) docs(ctx context.Context) error {
	w, err := format.CreateDocs(filepath.Join(m.folder, format.DocsFile), m.manifest.Identity)
	if err != nil {
		return err
	}
	err = m.each(ctx, func(s *mergeSource, doc, _ uint32) error { return w.Copy(s.SegmentView.Docs.Row(doc)) })
	return errors.Join(err, w.Close())
}

func (m *merger) vectors(ctx context.Context) error {
	if m.manifest.Embedder == "" {
		return nil
	}
	w, err := format.CreateVectors(m.folder, m.manifest.Dimension)
	if err != nil {
		return err
	}
	err = m.each(ctx, func(s *mergeSource, doc, _ uint32) error {
		v, err := s.SegmentView.Vectors.Vector(doc)
		if err == nil {
			w.Add(v)
		}
		return err
	})
	return errors.Join(err, w.Close())
}

func (m *merger) terms(ctx context.Context) error {
	terms, err := format.NewDictionary(m.folder, m.manifest.Identity)
	if err != nil {
		return err
	}
	runs := &runMerger{plain: m.manifest.Identity}
	for _, s := range m.sources {
		runs.sources = append(runs.sources, &segmentRun{
			walk: s.Dictionary.Walk(), numbers: s.numbers, plain: m.manifest.Identity, failed: s.InTerms,
		})
	}
	err = runs.each(func(term string, count int, list []byte) error {
		return errors.Join(ctx.Err(), terms.Add(term, count, list))
	})
	m.manifest.Terms, m.manifest.Pairs = terms.Terms, terms.Pairs
	return errors.Join(err, terms.Close())
}

// A segmentRun is a termSource that reads a dictionary and replaces the document numbers.
type segmentRun struct {
	walk    *format.PageWalk
	numbers []uint32 // new document numbers; gone for deleted papers
	plain   bool
	failed  func(error) error // adds the file name to an error
	block   format.BlockReader
}

func (r *segmentRun) next() (term string, count int, list []byte, err error) {
	for {
		more, err := r.block.Next()
		if err != nil {
			return "", 0, nil, r.failed(err)
		}
		if !more {
			_, value, err := r.walk.Next()
			if value == nil || err != nil {
				return "", 0, nil, cmp.Or(err, io.EOF)
			}
			r.block = format.BlockReader{Bytes: value}
			continue
		}
		w, err := r.renumbered()
		if err != nil {
			return "", 0, nil, r.failed(err)
		}
		if w.Count > 0 {
			return string(r.block.Term), w.Count, w.Bytes, nil
		}
	}
}

// renumbered returns the posting list of the current term with the new document numbers. It omits
// deleted papers.
func (r *segmentRun) renumbered() (w format.ListWriter, err error) {
	w.Plain = r.plain
	postings := format.ListReader{Bytes: r.block.List, Papers: uint32(len(r.numbers)), Plain: r.plain}
	for p, ok := postings.Read(); ok; p, ok = postings.Read() {
		if p.Doc = r.numbers[p.Doc]; p.Doc != gone {
			w.Add(p)
		}
	}
	return w, postings.Err()
}
