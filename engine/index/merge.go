package index

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
)

// A merger writes the papers of segments that are not deleted as one segment,
// in their order: the same bytes as a build of these papers would write.
type merger struct {
	folder   string
	sources  []*mergeSource
	manifest Manifest
}

// A mergeSource is a segment with the numbers that its papers get.
type mergeSource struct {
	*reader
	numbers []uint32 // gone for a deleted paper
}

const gone = math.MaxUint32

// mergeInto writes into an empty folder; of no papers there is no segment.
func mergeInto(ctx context.Context, folder string, readers []*reader) ([]segmentState, error) {
	first := readers[0].manifest
	m := &merger{folder: folder, manifest: Manifest{Format: FormatVersion, Name: readers[0].corpus, Embedder: first.Embedder, Dimension: first.Dimension, Identity: first.Identity}}
	for _, r := range readers {
		m.sources = append(m.sources, m.number(r))
	}
	if m.manifest.Papers == 0 {
		return nil, os.RemoveAll(folder)
	}
	for _, step := range []func(context.Context) error{m.records, m.bodies, m.docs, m.vectors, m.terms} {
		if err := step(ctx); err != nil {
			return nil, errors.Join(err, os.RemoveAll(folder))
		}
	}
	s, err := seal(folder, &m.manifest)
	return []segmentState{s}, err
}

func (m *merger) number(r *reader) *mergeSource {
	s := &mergeSource{reader: r, numbers: make([]uint32, r.manifest.Papers)}
	for doc := range s.numbers {
		if !r.live.has(uint32(doc)) {
			s.numbers[doc] = gone
			continue
		}
		s.numbers[doc] = uint32(m.manifest.Papers)
		m.manifest.Papers++
		m.manifest.Length += r.docs.length(uint32(doc))
	}
	return s
}

// each calls use with the papers that stay, in the order of their new numbers.
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
	db, err := createBulk(filepath.Join(m.folder, papersFile))
	if err != nil {
		return err
	}
	err = m.each(ctx, func(s *mergeSource, doc, number uint32) error {
		packed, err := s.short.get(docKey(doc))
		if err != nil {
			return err
		}
		return db.put(shortBucket, docKey(number), packed)
	})
	if err == nil {
		err = m.writeWorks(db)
	}
	return errors.Join(err, db.close())
}

func (m *merger) identityRecords(ctx context.Context) error {
	db, err := createBulk(filepath.Join(m.folder, recordsFile))
	if err != nil {
		return err
	}
	blocks := &recordBlocks{db: db}
	err = m.each(ctx, func(s *mergeSource, doc, number uint32) error {
		record, err := s.blockRecord(doc)
		if err != nil {
			return err
		}
		return blocks.add(number, record)
	})
	if err := errors.Join(err, blocks.close()); err != nil {
		return err
	}
	var names nameTable
	for _, s := range m.sources {
		err := s.namesFrom(nil, func(hash, doc uint32) bool {
			if number := s.numbers[doc]; number != gone {
				names.put(hash, number)
			}
			return true
		})
		if err != nil {
			return err
		}
	}
	return writeNames(m.folder, names, m.manifest.Papers)
}

// writeWorks renumbers the names of all papers that stay.
func (m *merger) writeWorks(db *bulkDB) error {
	t := &workTable{}
	for _, s := range m.sources {
		if err := s.addWorks(t); err != nil {
			return err
		}
	}
	return t.write(db)
}

func (s *mergeSource) addWorks(t *workTable) error {
	for names := s.reader.works.walk(); ; {
		hash, docs, err := names.next()
		if hash == nil || err != nil {
			return err
		}
		if len(hash) != 8 {
			return s.reader.works.file.damaged("a name that is no hash")
		}
		err = s.eachDocument(docs, func(doc uint32) {
			if number := s.numbers[doc]; number != gone {
				t.entries = append(t.entries, workEntry{binary.BigEndian.Uint64(hash), number})
			}
		})
		if err != nil {
			return err
		}
	}
}

func (m *merger) bodies(ctx context.Context) error {
	var db *bulkDB
	err := m.each(ctx, func(s *mergeSource, doc, number uint32) (err error) {
		packed, err := s.reader.bodies.get(docKey(doc))
		if packed == nil || err != nil {
			return err
		}
		if db == nil {
			if db, err = createBulk(filepath.Join(m.folder, bodiesFile)); err != nil {
				return err
			}
		}
		m.manifest.FullTexts++
		return db.put(bodyBucket, docKey(number), packed)
	})
	if db != nil {
		err = errors.Join(err, db.close())
	}
	return err
}

func (m *merger) docs(ctx context.Context) error {
	w, err := createDocs(filepath.Join(m.folder, docsFile), m.manifest.Identity)
	if err != nil {
		return err
	}
	err = m.each(ctx, func(s *mergeSource, doc, _ uint32) error { return w.copy(s.reader.docs.row(doc)) })
	return errors.Join(err, w.close())
}

func (m *merger) vectors(ctx context.Context) error {
	if m.manifest.Embedder == "" {
		return nil
	}
	w, err := createVectors(m.folder, m.manifest.Dimension)
	if err != nil {
		return err
	}
	err = m.each(ctx, func(s *mergeSource, doc, _ uint32) error {
		v, err := s.reader.vectors.vector(doc)
		if err == nil {
			w.add(v)
		}
		return err
	})
	return errors.Join(err, w.close())
}

func (m *merger) terms(ctx context.Context) error {
	terms, err := newDictionary(m.folder, m.manifest.Identity)
	if err != nil {
		return err
	}
	runs := &runMerger{plain: m.manifest.Identity}
	for _, s := range m.sources {
		runs.sources = append(runs.sources, &segmentRun{source: s, walk: s.dictionary.walk()})
	}
	err = runs.each(func(term string, count int, list []byte) error {
		return errors.Join(ctx.Err(), terms.add(term, count, list))
	})
	m.manifest.Terms, m.manifest.Pairs = terms.Terms, terms.Pairs
	return errors.Join(err, terms.close())
}

// A segmentRun is a termSource over a segment, with new numbers.
type segmentRun struct {
	source *mergeSource
	walk   *pageWalk
	block  blockReader
}

func (r *segmentRun) next() (term string, count int, list []byte, err error) {
	for {
		more, err := r.block.next()
		if err != nil {
			return "", 0, nil, r.source.inTerms(err)
		}
		if !more {
			if err := r.nextBlock(); err != nil {
				return "", 0, nil, err
			}
			continue
		}
		w, err := r.renumbered()
		if err != nil {
			return "", 0, nil, r.source.inTerms(err)
		}
		if w.count > 0 {
			return string(r.block.term), w.count, w.bytes, nil
		}
	}
}

func (r *segmentRun) nextBlock() error {
	_, value, err := r.walk.next()
	if value == nil && err == nil {
		return io.EOF
	}
	r.block = blockReader{bytes: value}
	return err
}

// renumbered is the posting list of the block's term without deleted papers.
func (r *segmentRun) renumbered() (w listWriter, err error) {
	w.plain = r.source.manifest.Identity
	postings := r.source.postings(r.block.list)
	for p, ok := postings.read(); ok; p, ok = postings.read() {
		if p.doc = r.source.numbers[p.doc]; p.doc != gone {
			w.add(p)
		}
	}
	return w, postings.whole()
}
