package format

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"go.etcd.io/bbolt"
)

var (
	TermsBucket = []byte("terms")
	SkipsBucket = []byte("skips")
	DenseBucket = []byte("dense")
)

// A DictionaryWriter writes terms.db from terms in ascending order.
type DictionaryWriter struct {
	db     *BulkDB
	papers int // number of papers; 0 if the lists get no tables
	block  block
	tables []*bucketSpool
	Terms  int
	Pairs  int
}

// NewDictionary creates terms.db for a segment whose docs.bin is complete.
func NewDictionary(folder string, identity bool) (*DictionaryWriter, error) {
	if identity {
		return CreateDictionary(filepath.Join(folder, TermsFile), 0)
	}
	info, err := os.Stat(filepath.Join(folder, DocsFile))
	if err != nil {
		return nil, err
	}
	return CreateDictionary(filepath.Join(folder, TermsFile), int(info.Size()/DocSize))
}

func CreateDictionary(path string, papers int) (*DictionaryWriter, error) {
	db, err := CreateBulk(path)
	if err != nil {
		return nil, err
	}
	w := &DictionaryWriter{db: db, papers: papers}
	if papers > 0 {
		w.tables = []*bucketSpool{
			{name: SkipsBucket, path: path + "-skips"},
			{name: DenseBucket, path: path + "-dense"},
		}
	}
	return w, nil
}

func (w *DictionaryWriter) Add(term string, count int, list []byte) error {
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

// addTable writes the BlockTable or the DenseList of a long posting list.
func (w *DictionaryWriter) addTable(term string, count int, list []byte) error {
	if count < TabledFrom || w.papers == 0 {
		return nil
	}
	if IsDense(count, w.papers) {
		dense, inText := DenseOf(list, w.papers)
		return w.tables[1].add(term, inText, dense)
	}
	table, inText := TableOf(list, w.papers)
	return w.tables[0].add(term, inText, table)
}

func (w *DictionaryWriter) flush() error {
	if len(w.block.bytes) == 0 {
		return nil
	}
	err := w.db.Put(TermsBucket, []byte(w.block.first), w.block.bytes)
	w.block = block{}
	return err
}

func (w *DictionaryWriter) Close() error {
	err := w.flush()
	for _, table := range w.tables {
		err = errors.Join(err, table.moveTo(w.db))
	}
	return errors.Join(err, w.db.Close())
}

// LookUp calls use with the number of postings and the posting list of a term, if the term exists.
// The list points into the file.
func LookUp(terms *Bucket, term string, use func(count int, list []byte) error) error {
	key := []byte(term)
	found, value, err := terms.Floor(key)
	if err != nil || found == nil {
		return err
	}
	return scanBlock(value, key, use)
}

// scanBlock is LookUp in one block. It does not put the terms together: a term that shares more with the term
// before it than that shares with the key compares with the key as the term before it did.
func scanBlock(value, key []byte, use func(count int, list []byte) error) error {
	r := BlockReader{Bytes: value}
	length, same := 0, 0 // length of the term before, and of what it shares with the key
	for len(r.Bytes) > 0 {
		shared, rest, err := r.next()
		if err != nil || shared > length {
			return ErrBlock
		}
		length = shared + len(rest)
		if shared > same {
			continue
		}
		ahead := key[shared:]
		n := sharedPrefix(rest, ahead)
		same = shared + n
		switch {
		case n == len(rest) && n == len(ahead):
			return use(r.Count, r.List)
		case n == len(ahead) || n < len(rest) && rest[n] > ahead[n]:
			return nil
		}
	}
	return nil
}

// A BulkDB writes a bbolt file with full pages, one bucket after the other and in key order. A
// single bbolt transaction would write buckets in random order, but equal input must yield
// identical files.
type BulkDB struct {
	db     *bbolt.DB
	tx     *bbolt.Tx
	bucket *bbolt.Bucket
	name   string
	bytes  int
}

// transactionSize is the number of bytes after which BulkDB commits. It limits the memory for
// unwritten pages.
const transactionSize = 16 << 20

func CreateBulk(path string) (*BulkDB, error) {
	if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	db, err := bbolt.Open(path, 0o644, &bbolt.Options{NoSync: true, NoFreelistSync: true, NoGrowSync: true})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &BulkDB{db: db}, nil
}

func (b *BulkDB) Put(bucket, key, value []byte) error {
	if err := b.use(bucket); err != nil {
		return err
	}
	b.bytes += len(key) + len(value)
	return b.bucket.Put(key, value)
}

// use selects the bucket to write to and creates it if missing.
func (b *BulkDB) use(bucket []byte) (err error) {
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

func (b *BulkDB) commit() error {
	if b.tx == nil {
		return nil
	}
	tx := b.tx
	b.tx, b.bytes = nil, 0
	return tx.Commit()
}

func (b *BulkDB) Close() error {
	err := b.commit()
	if closed := b.db.Close(); err == nil {
		err = closed
	}
	return err
}
