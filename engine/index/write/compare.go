package write

import (
	"bytes"

	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/index/read"
)

// comparePublished sets the location of the published record that p replaces, and whether that
// record is equal.
func comparePublished(v *read.View, p *preparedPaper) (err error) {
	if p.replaces, err = v.Locate(p.paper.ID); err != nil || p.replaces == nil {
		return err
	}
	r, key := v.Segments[p.replaces.Part], format.DocKey(p.replaces.Doc)
	if v.State.Identity {
		old, err := r.BlockRecord(p.replaces.Doc)
		p.unchanged = bytes.Equal(old, p.short)
		return err
	}
	short, err := r.Short.Get(key)
	if err != nil {
		return err
	}
	body, err := r.Bodies.Get(key)
	p.unchanged = samePacked(short, p.short) && samePacked(body, p.body)
	return err
}

// samePacked reports whether two packed records are equal. It compares them unpacked, since another
// version of the compressor may produce different bytes.
func samePacked(a, b []byte) bool {
	if len(a) == 0 || len(b) == 0 || bytes.Equal(a, b) {
		return len(a) == len(b)
	}
	x, errX := format.Decompressor.DecodeAll(a, nil)
	y, errY := format.Decompressor.DecodeAll(b, nil)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}
