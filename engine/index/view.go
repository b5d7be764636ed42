package index

import (
	"encoding/binary"
	"errors"
	"sync"

	"go.etcd.io/bbolt"
)

// A view is a snapshot inside the transactions of one request.
type view struct {
	*snapshot
	readers []*reader // parallel to parts
}

// A reader is a segment inside the transactions of one request. It is the
// source that keywords are evaluated over.
type reader struct {
	part
	corpus                           string
	short, works, bodies, dictionary *bbolt.Bucket // nil where there are none
	transactions                     []*bbolt.Tx
}

func openReader(p part) (r *reader, err error) {
	r = &reader{part: p}
	for _, source := range []struct {
		db      *bbolt.DB
		name    []byte
		buckets **bbolt.Bucket
	}{{p.records, shortBucket, &r.short}, {p.records, worksBucket, &r.works}, {p.bodies, bodyBucket, &r.bodies}, {p.terms, termsBucket, &r.dictionary}} {
		if source.db == nil {
			continue
		}
		tx, err := source.db.Begin(false)
		if err != nil {
			r.close()
			return nil, err
		}
		r.transactions = append(r.transactions, tx)
		*source.buckets = tx.Bucket(source.name)
	}
	return r, nil
}

func (r *reader) close() {
	for _, tx := range r.transactions {
		_ = tx.Rollback()
	}
}

func (v *view) close() {
	for _, r := range v.readers {
		r.close()
	}
}

// each runs f on each segment, side by side where there are several.
func (v *view) each(f func(i int, r *reader) error) error {
	if len(v.readers) == 1 {
		return f(0, v.readers[0])
	}
	errs := make([]error, len(v.readers))
	var wait sync.WaitGroup
	for i, r := range v.readers {
		wait.Go(func() {
			errs[i] = guardFaults(func() error { return f(i, r) })
		})
	}
	wait.Wait()
	return errors.Join(errs...)
}

// documents returns the numbers of the papers that may have a name, see
// workNames: hashes can collide, so the caller compares. Deleted ones are
// left out.
func (r *reader) documents(name string) (docs []uint32) {
	if r.works == nil {
		return nil
	}
	raw := r.works.Get(binary.BigEndian.AppendUint64(nil, hashOf(name)))
	for ; len(raw) >= 4; raw = raw[4:] {
		if doc := binary.BigEndian.Uint32(raw); r.live.has(doc) {
			docs = append(docs, doc)
		}
	}
	return docs
}

// A place is where a snapshot has a paper.
type place struct {
	part int
	doc  uint32
}

// locate finds the paper with that ID, nil where there is none.
func (v *view) locate(id string) (*place, error) {
	for i, r := range v.readers {
		for _, doc := range r.documents("id:" + id) {
			p, err := r.paper(doc)
			if err != nil {
				return nil, err
			}
			if p.ID == id {
				return &place{i, doc}, nil
			}
		}
	}
	return nil, nil
}
