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
		s, err := x.use(ctx)
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
		if len(p.Body) > 0 && !f(p) {
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
