package index

import (
	"context"
	"iter"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index/read"
	"github.com/scilit-lsp/scilit-lsp/engine/profile"
)

// FullTexts yields the complete records of the papers with full text. It ends after an error.
func (x *Index) FullTexts(ctx context.Context) iter.Seq2[*engine.Paper, error] {
	return eachOf(ctx, x, (*read.SegmentView).EachFullText)
}

// Embedded yields the complete records of all papers with their vectors. It ends after an error.
func (x *Index) Embedded(ctx context.Context) iter.Seq2[engine.PaperVector, error] {
	return eachOf(ctx, x, (*read.SegmentView).EachEmbedded)
}

// eachOf yields the values of all segments until the consumer stops.
func eachOf[T any](
	ctx context.Context, x *Index,
	each func(r *read.SegmentView, ctx context.Context, use func(T) bool) error,
) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		s, err := x.use(ctx)
		if err != nil {
			yield(none, err)
			return
		}
		defer s.Release()
		stopped := false
		err = s.View(func(v *read.View) error {
			for _, r := range v.Segments {
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

// Papers implements engine.Retriever.
func (x *Index) Papers(ctx context.Context, refs []engine.WorkRef) ([]*engine.Paper, error) {
	s, err := x.use(ctx)
	if err != nil {
		return nil, err
	}
	defer s.Release()
	found := make([]*engine.Paper, len(refs))
	err = s.View(func(v *read.View) error {
		for i, ref := range refs {
			if err := ctx.Err(); err != nil {
				return err
			}
			if found[i], err = v.Find(ctx, ref); err != nil {
				return err
			}
		}
		return nil
	})
	return found, err
}

// Search implements engine.Retriever.
func (x *Index) Search(ctx context.Context, req engine.Request) (answer engine.Result, err error) {
	s, err := x.use(ctx)
	if err != nil {
		return answer, err
	}
	defer s.Release()
	err = s.View(func(v *read.View) error {
		answer, err = v.Search(ctx, req)
		return err
	})
	return answer, err
}

// Profiles implements engine.Profiler.
func (x *Index) Profiles(ctx context.Context, req engine.Request) (hits []profile.Hit, err error) {
	s, err := x.use(ctx)
	if err != nil {
		return nil, err
	}
	defer s.Release()
	err = s.View(func(v *read.View) error {
		hits, err = v.Profiles(ctx, req)
		return err
	})
	return hits, err
}

// Companions implements engine.Profiler.
func (x *Index) Companions(
	ctx context.Context, req engine.Request, cited profile.Table,
) (hits []profile.Hit, err error) {
	s, err := x.use(ctx)
	if err != nil {
		return nil, err
	}
	defer s.Release()
	err = s.View(func(v *read.View) error {
		hits, err = v.Companions(ctx, req, cited)
		return err
	})
	return hits, err
}
