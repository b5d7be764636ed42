package format

import (
	"bytes"
)

// A PageWalk iterates over a bucket in key order. It rejects empty pages and keys that are out of
// order, so that it ends even if pages point to each other.
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

// start returns the index of the first element to visit in a page. On the first descent it is the
// element for w.from, later 0.
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
