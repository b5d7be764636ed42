package index

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/fnv"
)

// A pageFile reads what a bulkDB wrote. bbolt, which writes it, trusts the file:
// pages that point to themselves overflow its stack, offsets lead it out of the
// file, and a fault leaves its locks held. Here every offset is checked, depth is
// bounded, and there are no locks.
//
// The file is a tree of pages. A page has a number, a kind, how many elements it
// has, and how many pages more it takes; an element says where its key is, and
// where its value or the page below.
type pageFile struct {
	*mappedFile
	pageSize int
	root     uint64 // of the names of buckets
}

// The format is bbolt's version 2, in the byte order of the machine.
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

	// maxDepth is far above that of a tree of pages with two elements each.
	maxDepth = 40
)

var native = binary.NativeEndian

func openPages(file *mappedFile) (*pageFile, error) {
	f := &pageFile{mappedFile: file}
	return f, f.readMetas()
}

// readMetas takes the later one of the two states that a file holds.
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
	raw, err := f.bytes(at+pageHeader, metaSize)
	if err != nil {
		return m, err
	}
	sum := fnv.New64a()
	sum.Write(raw[:56])
	m = meta{int(native.Uint32(raw[8:])), native.Uint64(raw[16:]), native.Uint64(raw[48:])}
	switch {
	case native.Uint32(raw) != boltMagic || native.Uint32(raw[4:]) != boltVersion || native.Uint64(raw[56:]) != sum.Sum64():
		return m, f.damaged("not a file of an index")
	case m.pageSize < 512 || m.pageSize > 1<<20 || m.pageSize&(m.pageSize-1) != 0:
		return m, f.damaged("pages of an impossible size")
	}
	return m, nil
}

// A page is a page with all that belongs to it.
type page struct {
	bytes []byte
	count int
	leaf  bool
}

func (f *pageFile) page(number uint64) (page, error) {
	pages := uint64(len(f.mapping) / f.pageSize)
	if number < 2 || number >= pages {
		return page{}, f.damaged("a page points out of it")
	}
	at := int(number) * f.pageSize
	header, err := f.bytes(at, pageHeader)
	if err != nil {
		return page{}, err
	}
	more := uint64(native.Uint32(header[12:]))
	if native.Uint64(header) != number || more >= pages-number {
		return page{}, f.damaged("a page is not what another takes it for")
	}
	raw, err := f.bytes(at, int(1+more)*f.pageSize)
	if err != nil {
		return page{}, err
	}
	return f.parsePage(raw)
}

func (f *pageFile) parsePage(raw []byte) (page, error) {
	if len(raw) < pageHeader {
		return page{}, f.damaged("a page without a header")
	}
	kind, count := native.Uint16(raw[8:]), int(native.Uint16(raw[10:]))
	if kind != branchPage && kind != leafPage || pageHeader+count*elementSize > len(raw) {
		return page{}, f.damaged("a page that is none of the tree's")
	}
	return page{raw, count, kind == leafPage}, nil
}

// element returns the bytes of an element and where in the page they begin.
func (p page) element(i int) ([]byte, uint64) {
	at := pageHeader + i*elementSize
	return p.bytes[at : at+elementSize], uint64(at)
}

// key is that of an element, nil where it is not in the page.
func (p page) key(i int) []byte {
	element, at := p.element(i)
	if p.leaf {
		element = element[4:]
	}
	return p.piece(at+uint64(native.Uint32(element)), uint64(native.Uint32(element[4:])))
}

// value is that of an element of a leaf, nil where it is not in the page.
func (p page) value(i int) []byte {
	element, at := p.element(i)
	behindKey := at + uint64(native.Uint32(element[4:])) + uint64(native.Uint32(element[8:]))
	return p.piece(behindKey, uint64(native.Uint32(element[12:])))
}

// child is the page below an element of a branch.
func (p page) child(i int) uint64 {
	element, _ := p.element(i)
	return native.Uint64(element[8:])
}

func (p page) isBucket(i int) bool {
	element, _ := p.element(i)
	return native.Uint32(element)&bucketElement != 0
}

func (p page) piece(at, length uint64) []byte {
	if end := at + length; end <= uint64(len(p.bytes)) { // of 32 bits each, they do not overflow
		return p.bytes[at:end:end]
	}
	return nil
}

var errPiece = errors.New("a key is not in its page")

// floor is the last element whose key is not after the wanted one, -1 where all are.
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

// A bucket is a tree of keys and values. The nil one is empty.
type bucket struct {
	file   *pageFile
	root   uint64
	inside []byte // the only page, where it is part of another: of small ones
}

// bucket finds one by its name, nil where there is none.
func (f *pageFile) bucket(name []byte) (*bucket, error) {
	names := &bucket{file: f, root: f.root}
	leaf, i, err := names.find(name)
	if err != nil || i < 0 || !bytes.Equal(leaf.key(i), name) {
		return nil, err
	}
	value := leaf.value(i)
	if !leaf.isBucket(i) || len(value) < bucketHeader {
		return nil, f.damaged("a table without a root")
	}
	b := &bucket{file: f, root: native.Uint64(value)}
	if b.root == 0 {
		b.inside = value[bucketHeader:]
	}
	return b, nil
}

func (b *bucket) page(number uint64) (page, error) {
	if b.inside == nil {
		return b.file.page(number)
	}
	p, err := b.file.parsePage(b.inside)
	if err == nil && !p.leaf {
		err = b.file.damaged("a small table with pages below")
	}
	return p, err
}

// find goes down to the last element whose key is not after the wanted one; i is
// -1 where there is none. A branch knows the first key of each page below.
func (b *bucket) find(wanted []byte) (leaf page, i int, err error) {
	number := b.root
	for range maxDepth {
		p, err := b.page(number)
		if err != nil {
			return page{}, -1, err
		}
		if i, err = p.floor(wanted); err != nil {
			return page{}, -1, b.file.damaged(err.Error())
		}
		if p.leaf || i < 0 {
			return p, i, nil
		}
		number = p.child(i)
	}
	return page{}, -1, b.file.damaged("pages in a circle")
}

// get returns the value of a key, nil where there is none.
func (b *bucket) get(key []byte) ([]byte, error) {
	found, value, err := b.floor(key)
	if err != nil || !bytes.Equal(found, key) {
		return nil, err
	}
	return value, nil
}

// floor returns the last key that is not after the wanted one, with its value;
// nil where there is none.
func (b *bucket) floor(wanted []byte) (key, value []byte, err error) {
	if b == nil {
		return nil, nil, nil
	}
	leaf, i, err := b.find(wanted)
	if err != nil || i < 0 {
		return nil, nil, err
	}
	if key, value = leaf.key(i), leaf.value(i); value == nil {
		return nil, nil, b.file.damaged("a value is not in its page")
	}
	return key, value, nil
}
