package index

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"

	"go.etcd.io/bbolt"
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
	m := &merger{folder: folder, manifest: Manifest{Format: FormatVersion, Name: readers[0].corpus, Embedder: first.Embedder, Dimension: first.Dimension}}
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
	db, err := createBulk(filepath.Join(m.folder, papersFile))
	if err != nil {
		return err
	}
	err = m.each(ctx, func(s *mergeSource, doc, number uint32) error {
		return db.put(shortBucket, docKey(number), s.short.Get(docKey(doc)))
	})
	if err == nil {
		err = m.works().write(db)
	}
	return errors.Join(err, db.close())
}

// works renumbers the names of all papers that stay.
func (m *merger) works() *workTable {
	t := &workTable{}
	for _, s := range m.sources {
		names := s.reader.works.Cursor()
		for hash, docs := names.First(); hash != nil; hash, docs = names.Next() {
			for ; len(docs) >= 4; docs = docs[4:] {
				if number := s.numbers[binary.BigEndian.Uint32(docs)]; number != gone {
					t.entries = append(t.entries, workEntry{binary.BigEndian.Uint64(hash), number})
				}
			}
		}
	}
	return t
}

func (m *merger) bodies(ctx context.Context) error {
	var db *bulkDB
	err := m.each(ctx, func(s *mergeSource, doc, number uint32) (err error) {
		if s.reader.bodies == nil {
			return nil
		}
		packed := s.reader.bodies.Get(docKey(doc))
		if packed == nil {
			return nil
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
	w, err := createDocs(filepath.Join(m.folder, docsFile))
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
		t := s.reader.vectors
		w.add(vector{t.hash(doc), t.codes.At(int(doc)), t.rawRow(doc)})
		return nil
	})
	return errors.Join(err, w.close())
}

func (m *merger) terms(ctx context.Context) error {
	terms, err := createDictionary(filepath.Join(m.folder, termsFile))
	if err != nil {
		return err
	}
	runs := &runMerger{}
	for _, s := range m.sources {
		if s.dictionary != nil {
			runs.sources = append(runs.sources, &segmentRun{numbers: s.numbers, cursor: s.dictionary.Cursor()})
		}
	}
	err = runs.each(func(term string, count int, list []byte) error {
		return errors.Join(ctx.Err(), terms.add(term, count, list))
	})
	m.manifest.Terms, m.manifest.Pairs = terms.Terms, terms.Pairs
	return errors.Join(err, terms.close())
}

// A segmentRun is a termSource over a segment, with new numbers.
type segmentRun struct {
	numbers []uint32
	cursor  *bbolt.Cursor
	block   blockReader
	started bool
}

func (r *segmentRun) next() (term string, count int, list []byte, err error) {
	for {
		more, err := r.block.next()
		if err != nil {
			return "", 0, nil, err
		}
		if !more {
			if err := r.nextBlock(); err != nil {
				return "", 0, nil, err
			}
			continue
		}
		if w := r.renumbered(); w.count > 0 {
			return string(r.block.term), w.count, w.bytes, nil
		}
	}
}

func (r *segmentRun) nextBlock() error {
	move := r.cursor.Next
	if !r.started {
		move, r.started = r.cursor.First, true
	}
	_, value := move()
	if value == nil {
		return io.EOF
	}
	r.block = blockReader{bytes: value}
	return nil
}

// renumbered is the posting list of the block's term without deleted papers.
func (r *segmentRun) renumbered() (w listWriter) {
	postings := listReader{bytes: r.block.list}
	for p, ok := postings.read(); ok; p, ok = postings.read() {
		if p.doc = r.numbers[p.doc]; p.doc != gone {
			w.add(p)
		}
	}
	return w
}
