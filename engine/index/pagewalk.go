package index

import "bytes"

// A pageWalk goes through a bucket in the order of its keys. Since they must
// ascend and no page may be empty, no page is met twice, whatever points to it.
type pageWalk struct {
	bucket *bucket
	path   []pagePlace // from the root down
	from   []byte      // nil for the first
	last   []byte
	begun  bool
}

type pagePlace struct {
	page
	next int // element
}

func (b *bucket) walk() *pageWalk { return &pageWalk{bucket: b} }

// walkFrom begins at the last key that is not after the wanted one.
func (b *bucket) walkFrom(wanted []byte) *pageWalk { return &pageWalk{bucket: b, from: wanted} }

// next returns a nil key at the end.
func (w *pageWalk) next() (key, value []byte, err error) {
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

func (w *pageWalk) descend(number uint64) error {
	p, err := w.bucket.page(number)
	switch {
	case err != nil:
		return err
	case len(w.path) == maxDepth:
		return w.bucket.file.damaged("pages in a circle")
	case p.count == 0 && len(w.path) > 0:
		return w.bucket.file.damaged("an empty page")
	}
	at, err := w.start(p)
	w.path = append(w.path, pagePlace{page: p, next: at})
	return err
}

// start is the element that the walk begins with: behind the first path down it is
// that of any page.
func (w *pageWalk) start(p page) (int, error) {
	if w.from == nil || w.last != nil {
		return 0, nil
	}
	at, err := p.floor(w.from)
	if err != nil {
		return 0, w.bucket.file.damaged(err.Error())
	}
	return max(at, 0), nil
}

func (w *pageWalk) element(p page, i int) (key, value []byte, err error) {
	key, value = p.key(i), p.value(i)
	switch {
	case key == nil || value == nil:
		return nil, nil, w.bucket.file.damaged(errPiece.Error())
	case w.last != nil && bytes.Compare(key, w.last) <= 0:
		return nil, nil, w.bucket.file.damaged("keys out of order")
	}
	w.last = key
	return key, value, nil
}
