package index

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"go.etcd.io/bbolt"
)

var (
	termsBucket = []byte("terms")
	skipsBucket = []byte("skips")
	denseBucket = []byte("dense")
)

// A dictionaryWriter fills terms.db with terms in ascending order.
type dictionaryWriter struct {
	db     *bulkDB
	papers int // 0 where lists get no tables
	block  block
	tables []*laterBucket
	Terms  int
	Pairs  int
}

// newDictionary begins the terms of a segment that has its docs.bin.
func newDictionary(folder string, identity bool) (*dictionaryWriter, error) {
	if identity {
		return createDictionary(filepath.Join(folder, termsFile), 0)
	}
	info, err := os.Stat(filepath.Join(folder, docsFile))
	if err != nil {
		return nil, err
	}
	return createDictionary(filepath.Join(folder, termsFile), int(info.Size()/docSize))
}

func createDictionary(path string, papers int) (*dictionaryWriter, error) {
	db, err := createBulk(path)
	if err != nil {
		return nil, err
	}
	w := &dictionaryWriter{db: db, papers: papers}
	if papers > 0 {
		w.tables = []*laterBucket{{name: skipsBucket, path: path + "-skips"}, {name: denseBucket, path: path + "-dense"}}
	}
	return w, nil
}

func (w *dictionaryWriter) add(term string, count int, list []byte) error {
	w.Terms++
	w.Pairs += count
	w.block.add(term, count, list)
	if err := w.addTable(term, count, list); err != nil {
		return err
	}
	if len(w.block.bytes) < blockSize {
		return nil
	}
	return w.flush()
}

// addTable makes what a search of a long list needs beside it.
func (w *dictionaryWriter) addTable(term string, count int, list []byte) error {
	if count < tabledFrom || w.papers == 0 {
		return nil
	}
	if isDense(count, w.papers) {
		dense, inText := denseOf(list, w.papers)
		return w.tables[1].add(term, inText, dense)
	}
	table, inText := tableOf(list, w.papers)
	return w.tables[0].add(term, inText, table)
}

func (w *dictionaryWriter) flush() error {
	if len(w.block.bytes) == 0 {
		return nil
	}
	err := w.db.put(termsBucket, []byte(w.block.first), w.block.bytes)
	w.block = block{}
	return err
}

func (w *dictionaryWriter) close() error {
	err := w.flush()
	for _, table := range w.tables {
		err = errors.Join(err, table.moveTo(w.db))
	}
	return errors.Join(err, w.db.close())
}

// lookUp calls use with the number of postings and the posting list of term,
// where it has one. The list is part of the file.
func lookUp(terms *bucket, term string, use func(count int, list []byte) error) error {
	key := []byte(term)
	found, value, err := terms.floor(key)
	if err != nil || found == nil {
		return err
	}
	return scanBlock(value, key, use)
}

func scanBlock(value, key []byte, use func(count int, list []byte) error) error {
	r := blockReader{bytes: value}
	for {
		more, err := r.next()
		if err != nil || !more {
			return err
		}
		switch bytes.Compare(r.term, key) {
		case 0:
			return use(r.count, r.list)
		case 1:
			return nil
		}
	}
}

// bulkDB loads a bbolt file in the order of its keys, page by full page, one
// bucket after the other: bbolt lays out the buckets of a transaction in random
// order, and the same input shall give the same file.
type bulkDB struct {
	db     *bbolt.DB
	tx     *bbolt.Tx
	bucket *bbolt.Bucket
	name   string
	bytes  int
}

// transactionSize bounds the memory of the pages not yet written.
const transactionSize = 16 << 20

func createBulk(path string) (*bulkDB, error) {
	if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	db, err := bbolt.Open(path, 0o644, &bbolt.Options{NoSync: true, NoFreelistSync: true, NoGrowSync: true})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &bulkDB{db: db}, nil
}

func (b *bulkDB) put(bucket, key, value []byte) error {
	if err := b.use(bucket); err != nil {
		return err
	}
	b.bytes += len(key) + len(value)
	return b.bucket.Put(key, value)
}

// use makes a bucket the one that is filled.
func (b *bulkDB) use(bucket []byte) (err error) {
	if b.tx == nil || b.bytes > transactionSize || b.name != string(bucket) {
		if err := b.commit(); err != nil {
			return err
		}
		if b.tx, err = b.db.Begin(true); err != nil {
			return err
		}
		b.bucket = nil
	}
	if b.bucket == nil || b.name != string(bucket) {
		if b.bucket, err = b.tx.CreateBucketIfNotExists(bucket); err != nil {
			return err
		}
		b.bucket.FillPercent = 1
		b.name = string(bucket)
	}
	return nil
}

func (b *bulkDB) commit() error {
	if b.tx == nil {
		return nil
	}
	tx := b.tx
	b.tx, b.bytes = nil, 0
	return tx.Commit()
}

func (b *bulkDB) close() error {
	err := b.commit()
	if closed := b.db.Close(); err == nil {
		err = closed
	}
	return err
}
