package index

import (
	"context"
	"encoding/binary"
	"iter"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
)

// FullTexts yields the papers that have a full text, whole. An error ends it.
func (x *Index) FullTexts(ctx context.Context) iter.Seq2[*engine.Paper, error] {
	return eachOf(ctx, x, (*reader).eachFullText)
}

// Embedded yields all papers, whole and with their vectors. An error ends it.
func (x *Index) Embedded(ctx context.Context) iter.Seq2[engine.Embedded, error] {
	return eachOf(ctx, x, (*reader).eachEmbedded)
}

// eachOf yields what each segment has, until it is told to stop.
func eachOf[T any](ctx context.Context, x *Index, each func(r *reader, ctx context.Context, use func(T) bool) error) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		s, err := x.use(ctx)
		if err != nil {
			yield(none, err)
			return
		}
		defer s.release()
		stopped := false
		err = s.view(func(v *view) error {
			for _, r := range v.readers {
				if err := each(r, ctx, func(t T) bool {
					stopped = !yield(t, nil)
					return !stopped
				}); err != nil || stopped {
					return err
				}
			}
			return nil
		})
		if err != nil && !stopped {
			yield(none, err)
		}
	}
}

func (r *reader) eachEmbedded(ctx context.Context, use func(engine.Embedded) bool) error {
	for doc := range uint32(r.manifest.Papers) {
		if !r.live.has(doc) {
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

func (r *reader) embedded(doc uint32) (e engine.Embedded, err error) {
	if e.Paper, err = r.paper(doc); err != nil {
		return e, err
	}
	if r.bodies != nil {
		if err := r.addBody(doc, e.Paper); err != nil {
			return e, err
		}
	}
	if r.vectors != nil {
		row, err := r.vectors.row(doc)
		if err != nil {
			return e, err
		}
		e.Vector = rank.Quantised{Scale: row.Scale, Components: slices.Clone(row.Components)}
	}
	return e, nil
}

func (r *reader) eachFullText(ctx context.Context, use func(*engine.Paper) bool) error {
	for walk := r.bodies.walk(); ; {
		key, _, err := walk.next()
		if key == nil || err != nil {
			return err
		}
		doc, err := r.docOf(key)
		if err != nil {
			return err
		}
		if !r.live.has(doc) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		p, err := r.paper(doc)
		if err == nil {
			err = r.addBody(doc, p)
		}
		if err != nil {
			return err
		}
		if len(p.Body) > 0 && !use(p) {
			return nil
		}
	}
}

// docOf is the document number of a key of a body.
func (r *reader) docOf(key []byte) (uint32, error) {
	if len(key) != 4 || int64(binary.BigEndian.Uint32(key)) >= int64(r.manifest.Papers) {
		return 0, r.bodies.file.damaged("a full text of no paper")
	}
	return binary.BigEndian.Uint32(key), nil
}
