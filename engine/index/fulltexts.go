package index

import (
	"context"
	"encoding/binary"
	"iter"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// FullTexts yields the papers that have a full text, whole. An error ends it.
func (x *Index) FullTexts(ctx context.Context) iter.Seq2[*engine.Paper, error] {
	return func(yield func(*engine.Paper, error) bool) {
		s, err := x.use()
		if err != nil {
			yield(nil, err)
			return
		}
		defer s.release()
		stopped := false
		err = s.view(func(v *view) error {
			for _, r := range v.readers {
				if err := r.eachFullText(ctx, func(p *engine.Paper) bool {
					stopped = !yield(p, nil)
					return !stopped
				}); err != nil || stopped {
					return err
				}
			}
			return nil
		})
		if err != nil && !stopped {
			yield(nil, err)
		}
	}
}

func (r *reader) eachFullText(ctx context.Context, f func(*engine.Paper) bool) error {
	if r.bodies == nil {
		return nil
	}
	cursor := r.bodies.Cursor()
	for key, _ := cursor.First(); key != nil; key, _ = cursor.Next() {
		doc := binary.BigEndian.Uint32(key)
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
		if len(p.Body) > 0 && !f(p) {
			return nil
		}
	}
	return nil
}
