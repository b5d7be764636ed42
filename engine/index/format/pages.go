package format

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/fnv"
)

// A pageFile reads a file written by BulkDB. bbolt cannot be used, since it trusts its files: pages
// that point to themselves overflow its stack, offsets can point outside the file, and a memory
// fault leaves its locks held. A pageFile checks every offset, limits the depth and takes no locks.
//
// The file is a tree of pages. A page has a number, a kind, a number of elements and a number of
// overflow pages. An element has the offset of its key, and either the offset of its value or the
// number of its child page.
type pageFile struct {
	*MappedFile
	pageSize int
	root     uint64 // number of the root page of the tree of bucket names
}

// Constants of bbolt's format version 2, in the byte order of the machine.
const (
	pageHeader   = 16
	elementSize  = 16
	metaSize     = 64
	bucketHeader = 16

	boltMagic   = 0xED0CDAED
	boltVersion = 2

	branchPage    = 1
	leafPage      = 2
	bucketElement = 1

	// maxDepth is the maximum depth of a tree. Even a tree with two elements per page stays far
	// below it.
	maxDepth = 40
)

var native = binary.NativeEndian

func OpenPages(file *MappedFile) (*pageFile, error) {
	f := &pageFile{MappedFile: file}
	return f, f.readMetas()
}

// readMetas selects the newer of the two meta pages.
func (f *pageFile) readMetas() error {
	first, err := f.meta(0)
	if err != nil {
		return err
	}
	second, err := f.meta(first.pageSize)
	if err != nil {
		return err
	}
	if second.transaction > first.transaction {
		first = second
	}
	f.pageSize, f.root = first.pageSize, first.root
	return nil
}

type meta struct {
	pageSize          int
	root, transaction uint64
}

func (f *pageFile) meta(at int) (m meta, err error) {
	raw, err := f.Bytes(at+pageHeader, metaSize)
	if err != nil {
		return m, err
	}
	sum := fnv.New64a()
	sum.Write(raw[:56])
	m = meta{int(native.Uint32(raw[8:])), native.Uint64(raw[16:]), native.Uint64(raw[48:])}
	switch {
	case native.Uint32(raw) != boltMagic || native.Uint32(raw[4:]) != boltVersion ||
		native.Uint64(raw[56:]) != sum.Sum64():
		return m, f.Damaged("this is not an index file")
	case m.pageSize < 512 || m.pageSize > 1<<20 || m.pageSize&(m.pageSize-1) != 0:
		return m, f.Damaged("invalid page size")
	}
	return m, nil
}

// A page is a page of the file together with its overflow pages.
type page struct {
	bytes []byte
	count int
	leaf  bool
}

func (f *pageFile) page(number uint64) (page, error) {
	pages := uint64(len(f.Mapping) / f.pageSize)
	if number < 2 || number >= pages {
		return page{}, f.Damaged("a page refers to a page outside the file")
	}
	at := int(number) * f.pageSize
	header, err := f.Bytes(at, pageHeader)
	if err != nil {
		return page{}, err
	}
	more := uint64(native.Uint32(header[12:]))
	if native.Uint64(header) != number || more >= pages-number {
		return page{}, f.Damaged("a page has an invalid number or length")
	}
	raw, err := f.Bytes(at, int(1+more)*f.pageSize)
	if err != nil {
		return page{}, err
	}
	return f.parsePage(raw)
}

func (f *pageFile) parsePage(raw []byte) (page, error) {
	if len(raw) < pageHeader {
		return page{}, f.Damaged("a page has no header")
	}
	kind, count := native.Uint16(raw[8:]), int(native.Uint16(raw[10:]))
	if kind != branchPage && kind != leafPage || pageHeader+count*elementSize > len(raw) {
		return page{}, f.Damaged("a page is of an unknown kind")
	}
	return page{raw, count, kind == leafPage}, nil
}

// element returns the bytes of an element and its offset in the page.
func (p page) element(i int) ([]byte, uint64) {
	at := pageHeader + i*elementSize
	return p.bytes[at : at+elementSize], uint64(at)
}

// key returns the key of an element, or nil if it is outside the page.
func (p page) key(i int) []byte {
	element, at := p.element(i)
	if p.leaf {
		element = element[4:]
	}
	return p.piece(at+uint64(native.Uint32(element)), uint64(native.Uint32(element[4:])))
}

// value returns the value of a leaf element, or nil if it is outside the page.
func (p page) value(i int) []byte {
	element, at := p.element(i)
	afterKey := at + uint64(native.Uint32(element[4:])) + uint64(native.Uint32(element[8:]))
	return p.piece(afterKey, uint64(native.Uint32(element[12:])))
}

// child returns the number of the page below a branch element.
func (p page) child(i int) uint64 {
	element, _ := p.element(i)
	return native.Uint64(element[8:])
}

func (p page) isBucket(i int) bool {
	element, _ := p.element(i)
	return native.Uint32(element)&bucketElement != 0
}

func (p page) piece(at, length uint64) []byte {
	if end := at + length; end <= uint64(len(p.bytes)) { // cannot overflow, since both are sums of 32-bit numbers
		return p.bytes[at:end:end]
	}
	return nil
}

var errPiece = errors.New("a key extends beyond its page")

// floor returns the index of the last element with a key <= wanted, or -1.
func (p page) floor(wanted []byte) (int, error) {
	low, high := 0, p.count
	for low < high {
		middle := (low + high) / 2
		key := p.key(middle)
		if key == nil {
			return -1, errPiece
		}
		if bytes.Compare(key, wanted) <= 0 {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low - 1, nil
}

// A Bucket is a tree of keys and values. The nil Bucket is empty.
type Bucket struct {
	File   *pageFile
	root   uint64
	inside []byte // page of a small bucket, which is stored inside its parent; nil for other buckets
}

// Bucket returns the bucket with that name, or nil if the file has none.
func (f *pageFile) Bucket(name []byte) (*Bucket, error) {
	names := &Bucket{File: f, root: f.root}
	leaf, i, err := names.find(name)
	if err != nil || i < 0 || !bytes.Equal(leaf.key(i), name) {
		return nil, err
	}
	value := leaf.value(i)
	if !leaf.isBucket(i) || len(value) < bucketHeader {
		return nil, f.Damaged("a table has no root page")
	}
	b := &Bucket{File: f, root: native.Uint64(value)}
	if b.root == 0 {
		b.inside = value[bucketHeader:]
	}
	return b, nil
}

func (b *Bucket) page(number uint64) (page, error) {
	if b.inside == nil {
		return b.File.page(number)
	}
	p, err := b.File.parsePage(b.inside)
	if err == nil && !p.leaf {
		err = b.File.Damaged("an inline table has child pages")
	}
	return p, err
}

// find descends to the last element with a key <= wanted. i is its index in leaf, or -1 if there is
// no such element. Each element of a branch page has the first key of its child.
func (b *Bucket) find(wanted []byte) (leaf page, i int, err error) {
	number := b.root
	for range maxDepth {
		p, err := b.page(number)
		if err != nil {
			return page{}, -1, err
		}
		if i, err = p.floor(wanted); err != nil {
			return page{}, -1, b.File.Damaged(err.Error())
		}
		if p.leaf || i < 0 {
			return p, i, nil
		}
		number = p.child(i)
	}
	return page{}, -1, b.File.Damaged("pages form a cycle")
}

// Get returns the value of a key, or nil if it is missing.
func (b *Bucket) Get(key []byte) ([]byte, error) {
	found, value, err := b.Floor(key)
	if err != nil || !bytes.Equal(found, key) {
		return nil, err
	}
	return value, nil
}

// Floor returns the last key <= wanted and its value, or nil if all keys are greater.
func (b *Bucket) Floor(wanted []byte) (key, value []byte, err error) {
	if b == nil {
		return nil, nil, nil
	}
	leaf, i, err := b.find(wanted)
	if err != nil || i < 0 {
		return nil, nil, err
	}
	if key, value = leaf.key(i), leaf.value(i); value == nil {
		return nil, nil, b.File.Damaged("a value extends beyond its page")
	}
	return key, value, nil
}

// A PageWalk iterates over a bucket in key order. It rejects empty pages and keys that are out of
// order, so that it terminates even if pages point to each other.
type PageWalk struct {
	bucket *Bucket
	path   []pagePlace // pages from the root to the current leaf
	from   []byte      // key to begin at; nil for the first one
	last   []byte
	begun  bool
}

type pagePlace struct {
	page
	next int // index of the next element
}

func (b *Bucket) Walk() *PageWalk { return &PageWalk{bucket: b} }

// WalkFrom returns a PageWalk that begins at the last key <= wanted.
func (b *Bucket) WalkFrom(wanted []byte) *PageWalk { return &PageWalk{bucket: b, from: wanted} }

// Next returns the next key and value. At the end, key is nil.
func (w *PageWalk) Next() (key, value []byte, err error) {
	if w.bucket == nil {
		return nil, nil, nil
	}
	if !w.begun {
		w.begun = true
		if err := w.descend(w.bucket.root); err != nil {
			return nil, nil, err
		}
	}
	for len(w.path) > 0 {
		top := &w.path[len(w.path)-1]
		switch {
		case top.next == top.count:
			w.path = w.path[:len(w.path)-1]
		case top.leaf:
			top.next++
			return w.element(top.page, top.next-1)
		default:
			top.next++
			if err := w.descend(top.child(top.next - 1)); err != nil {
				return nil, nil, err
			}
		}
	}
	return nil, nil, nil
}

func (w *PageWalk) descend(number uint64) error {
	p, err := w.bucket.page(number)
	switch {
	case err != nil:
		return err
	case len(w.path) == maxDepth:
		return w.bucket.File.Damaged("pages form a cycle")
	case p.count == 0 && len(w.path) > 0:
		return w.bucket.File.Damaged("a page is empty")
	}
	at, err := w.start(p)
	w.path = append(w.path, pagePlace{page: p, next: at})
	return err
}

// start returns the index of the first element to visit in a page. On the first descent, this is
// the element for w.from; later, it is 0.
func (w *PageWalk) start(p page) (int, error) {
	if w.from == nil || w.last != nil {
		return 0, nil
	}
	at, err := p.floor(w.from)
	if err != nil {
		return 0, w.bucket.File.Damaged(err.Error())
	}
	return max(at, 0), nil
}

func (w *PageWalk) element(p page, i int) (key, value []byte, err error) {
	key, value = p.key(i), p.value(i)
	switch {
	case key == nil || value == nil:
		return nil, nil, w.bucket.File.Damaged(errPiece.Error())
	case w.last != nil && bytes.Compare(key, w.last) <= 0:
		return nil, nil, w.bucket.File.Damaged("keys are out of order")
	}
	w.last = key
	return key, value, nil
}
