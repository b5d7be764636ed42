package format

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
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

// scanBlock is LookUp in one block. It does not reassemble the terms. If a term shares a longer
// prefix with the previous term than that term shares with the key, both compare with the key in
// the same way.
func scanBlock(value, key []byte, use func(count int, list []byte) error) error {
	r := BlockReader{Bytes: value}
	length, same := 0, 0 // lengths of the previous term, and of the prefix that it shares with the key
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

// A BulkDB writes a bbolt file with full pages, one bucket after another, in key order. A single
// bbolt transaction would write buckets in random order, but equal input must yield identical
// files.
type BulkDB struct {
	db     *bbolt.DB
	tx     *bbolt.Tx
	bucket *bbolt.Bucket
	name   string
	bytes  int
}

// transactionSize is the number of bytes after which BulkDB commits. It limits the memory used by
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
	if b.tx != nil && b.bytes <= transactionSize && b.name == string(bucket) {
		return nil
	}
	if err := b.commit(); err != nil {
		return err
	}
	if b.tx, err = b.db.Begin(true); err != nil {
		return err
	}
	if b.bucket, err = b.tx.CreateBucketIfNotExists(bucket); err != nil {
		return err
	}
	b.bucket.FillPercent, b.name = 1, string(bucket)
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

func (b *BulkDB) Close() error { return errors.Join(b.commit(), b.db.Close()) }

// Prefixes of field terms, which contain a colon because words do not. Title words are stored twice:
// as stems to match whole words, and as written to match prefixes.
const (
	AuthorPrefix = "a:"
	TitlePrefix  = "t:"
	VenuePrefix  = "v:"
	WordPrefix   = "w:"
	DoiPrefix    = "d:"
	ArxivPrefix  = "x:"
	KeyPrefix    = "k:"
)

// A bucketSpool collects the blocks of a bucket in a temporary file while BulkDB writes the previous
// bucket.
type bucketSpool struct {
	name   []byte
	path   string
	block  block
	file   *os.File
	out    *bufio.Writer
	blocks []spooledBlock
}

type spooledBlock struct {
	first string
	size  int
}

func (b *bucketSpool) add(term string, count int, bytes []byte) error {
	b.block.add(term, count, bytes)
	if len(b.block.bytes) < blockSize {
		return nil
	}
	return b.flush()
}

func (b *bucketSpool) flush() (err error) {
	if len(b.block.bytes) == 0 {
		return nil
	}
	if b.file == nil {
		if b.file, err = os.Create(b.path); err != nil {
			return err
		}
		b.out = bufio.NewWriterSize(b.file, 1<<18)
	}
	_, err = b.out.Write(b.block.bytes)
	b.blocks = append(b.blocks, spooledBlock{b.block.first, len(b.block.bytes)})
	b.block = block{}
	return err
}

// moveTo writes the blocks to a database and removes the file.
func (b *bucketSpool) moveTo(db *BulkDB) error {
	err := b.flush()
	if b.file == nil {
		return errors.Join(err, db.use(b.name))
	}
	if err == nil {
		err = b.copyTo(db)
	}
	return errors.Join(err, b.file.Close(), os.Remove(b.path))
}

func (b *bucketSpool) copyTo(db *BulkDB) error {
	if err := b.out.Flush(); err != nil {
		return err
	}
	if _, err := b.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	in := bufio.NewReaderSize(b.file, 1<<18)
	for _, kept := range b.blocks {
		raw := make([]byte, kept.size)
		if _, err := io.ReadFull(in, raw); err != nil {
			return err
		}
		if err := db.Put(b.name, []byte(kept.first), raw); err != nil {
			return err
		}
	}
	return nil
}

// A block holds consecutive terms in ascending order. A term consists of the length of the prefix
// shared with the previous term, its remaining bytes, its number of postings, and its posting list.
// The remaining bytes and the list are preceded by their lengths.
type block struct {
	first string // first term, which is the block's key in the database
	bytes []byte
	last  string
}

// blockSize is the size in bytes at which a block is complete. Smaller blocks are faster, since a
// lookup scans a whole block. Larger blocks take less space, since each block wastes the end of a
// page.
const blockSize = 16 << 10

func (b *block) add(term string, count int, list []byte) {
	shared := 0
	if len(b.bytes) == 0 {
		b.first = term
	} else {
		shared = sharedPrefix(b.last, term)
	}
	b.bytes = binary.AppendUvarint(b.bytes, uint64(shared))
	b.bytes = binary.AppendUvarint(b.bytes, uint64(len(term)-shared))
	b.bytes = append(b.bytes, term[shared:]...)
	b.bytes = binary.AppendUvarint(b.bytes, uint64(count))
	b.bytes = binary.AppendUvarint(b.bytes, uint64(len(list)))
	b.bytes = append(b.bytes, list...)
	b.last = term
}

func sharedPrefix[T string | []byte](a, b T) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

var ErrBlock = errors.New("a block of terms cannot be decoded")

// A BlockReader iterates over the terms of a block.
type BlockReader struct {
	Bytes []byte
	Term  []byte
	Count int
	List  []byte // posting list of the term, a part of the block
}

// Next advances to the next term. It returns false at the end.
func (r *BlockReader) Next() (bool, error) {
	if len(r.Bytes) == 0 {
		return false, nil
	}
	shared, rest, err := r.next()
	if err != nil || shared > len(r.Term) {
		return false, ErrBlock
	}
	r.Term = append(r.Term[:shared], rest...)
	return true, nil
}

// next reads Count and List of the next term, and returns the parts of the term.
func (r *BlockReader) next() (shared int, rest []byte, err error) {
	shared, ok1 := r.uvarint()
	rest, ok2 := r.slice()
	count, ok3 := r.uvarint()
	list, ok4 := r.slice()
	if !(ok1 && ok2 && ok3 && ok4) {
		return 0, nil, ErrBlock
	}
	r.Count, r.List = count, list
	return shared, rest, nil
}

func (r *BlockReader) uvarint() (int, bool) {
	if len(r.Bytes) > 0 && r.Bytes[0] < 0x80 { // most numbers take one byte
		v := r.Bytes[0]
		r.Bytes = r.Bytes[1:]
		return int(v), true
	}
	v, n := binary.Uvarint(r.Bytes)
	if n <= 0 || v > 1<<40 {
		return 0, false
	}
	r.Bytes = r.Bytes[n:]
	return int(v), true
}

func (r *BlockReader) slice() ([]byte, bool) {
	n, ok := r.uvarint()
	if !ok || n > len(r.Bytes) {
		return nil, false
	}
	s := r.Bytes[:n]
	r.Bytes = r.Bytes[n:]
	return s, true
}
