package read

import (
	"context"
	"encoding/binary"
	"errors"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
)

func (r *SegmentView) EachEmbedded(ctx context.Context, use func(engine.PaperVector) bool) error {
	for doc := range uint32(r.Manifest.Papers) {
		if !r.Live.Has(doc) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		whole, err := r.embedded(doc)
		if err != nil {
			return err
		}
		if !use(whole) {
			return nil
		}
	}
	return nil
}

func (r *SegmentView) embedded(doc uint32) (e engine.PaperVector, err error) {
	if e.Paper, err = r.Paper(doc); err != nil {
		return e, err
	}
	if r.Bodies != nil {
		if err := r.AddBody(doc, e.Paper); err != nil {
			return e, err
		}
	}
	if r.Vectors != nil {
		row, err := r.Vectors.Row(doc)
		if err != nil {
			return e, err
		}
		e.Vector = rank.QuantisedVector{Scale: row.Scale, Components: slices.Clone(row.Components)}
	}
	return e, nil
}

func (r *SegmentView) EachFullText(ctx context.Context, use func(*engine.Paper) bool) error {
	for walk := r.Bodies.Walk(); ; {
		key, _, err := walk.Next()
		if key == nil || err != nil {
			return err
		}
		doc, err := r.docOf(key)
		if err != nil {
			return err
		}
		if !r.Live.Has(doc) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		p, err := r.Paper(doc)
		if err == nil {
			err = r.AddBody(doc, p)
		}
		if err != nil {
			return err
		}
		if len(p.Body) > 0 && !use(p) {
			return nil
		}
	}
}

// docOf returns the document number in a key.
func (r *SegmentView) docOf(key []byte) (uint32, error) {
	if len(key) != 4 || int64(binary.BigEndian.Uint32(key)) >= int64(r.Manifest.Papers) {
		return 0, r.Bodies.File.Damaged("a full text belongs to no paper")
	}
	return binary.BigEndian.Uint32(key), nil
}

// EachLive calls use for each paper that is not deleted.
func (v *View) EachLive(ctx context.Context, use func(r *SegmentView, doc uint32) error) error {
	for _, r := range v.Segments {
		for doc := range uint32(r.Manifest.Papers) {
			if !r.Live.Has(doc) {
				continue
			}
			if err := errors.Join(ctx.Err(), use(r, doc)); err != nil {
				return err
			}
		}
	}
	return nil
}
