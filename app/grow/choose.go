package grow

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/engine/online"
)

// An Index is a citation index from which a corpus can be built, such as an online.CitationIndex.
type Index interface {
	CitationBounds() online.CitationBounds
	Described(context.Context, []online.ID) ([]online.Node, error)
	Citing(context.Context, online.CitingQuery) (online.CitingPage, error)
}

// A Choice is the result of Choose.
type Choice struct {
	Keys     []string // keys of the chosen works, including seeds, in the order in which they were chosen
	Requests int
}

// Choose makes the decisions of a Grower without storing anything. It sends at most as many
// requests as a plan with these goals and seeds.
func Choose(ctx context.Context, x Index, seeds []online.ID, goals Goals) (c Choice, err error) {
	f := newFrontier(x.CitationBounds(), goals)
	f.seeds = seeds
	limit := (len(seeds)+f.bounds.Nodes-1)/f.bounds.Nodes + f.bounds.growth(goals.Papers)
	for c.Requests < limit {
		q, _, ok := f.next()
		if !ok {
			break
		}
		c.Requests++
		var a answer
		if q.Citers != nil {
			page, err := x.Citing(ctx, *q.Citers)
			if err != nil {
				return c, err
			}
			a = answer{Nodes: page.Nodes, Citations: page.Citations, More: page.More}
		} else if a.Nodes, err = x.Described(ctx, q.Describe); err != nil {
			return c, err
		}
		f.add(q, a)
	}
	for _, at := range f.kept {
		c.Keys = append(c.Keys, f.keys[at])
	}
	return c, ctx.Err()
}
