package weaviate

import (
	"context"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/memory"
	enginesearch "github.com/scilit-lsp/scilit-lsp/engine/search"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

const (
	// sampled is how many papers the statistics are of. They are the first by their UUIDs,
	// which are hashes, and so any.
	sampled = 2048
	// page is how many of them are asked for at a time.
	page = 512
)

// A sample is of the papers of a collection. Weaviate counts what a filter lets pass by
// reading each object, so that a word of millions of papers would take minutes: what is more
// than a page is estimated.
type sample struct {
	state  string // of the collection
	papers []*engine.Paper
	full   int
	with   map[string]int // papers that hold a term
	length float64        // on average, in terms
}

// sampleOf is that of a state of the collection. The first who asks reads it.
func (c *Corpus) sampleOf(ctx context.Context, a about) (*sample, error) {
	select {
	case c.sampling <- struct{}{}:
		defer func() { <-c.sampling }()
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	if c.sampled != nil && c.sampled.state == a.State {
		return c.sampled, nil
	}
	s := &sample{state: a.State, with: make(map[string]int)}
	for after := ""; len(s.papers) < sampled; {
		answer, err := c.ask(ctx, "{Get{"+c.get("some", "record full _additional{id}", limit(page), "after:"+literal(after))+"}}")
		if err != nil {
			return nil, err
		}
		hits := answer.Data.Get["some"]
		for _, h := range hits {
			s.add(h)
		}
		if len(hits) < page {
			break
		}
		last := hits[len(hits)-1].More.ID
		if last <= after {
			return nil, fmt.Errorf("%s: the cluster lists its papers in circles", c.address)
		}
		after = last
	}
	c.sampled = s
	return s, nil
}

func (s *sample) add(h hit) {
	p := h.paper()
	if p == nil {
		return
	}
	if h.Full {
		s.full++
	}
	seen, length := make(map[string]bool), 0
	for i, part := range []string{p.Title, p.Abstract} {
		text.EachTerm(part, func(term string, bigram bool) {
			if !seen[term] {
				seen[term] = true
				s.with[term]++
			}
			if !bigram {
				length += 2 - i
			}
		})
	}
	s.length += (float64(length) - s.length) / float64(len(s.papers)+1)
	s.papers = append(s.papers, p)
}

// of is what a number of papers of the sample is of all.
func (s *sample) of(n, papers int) int {
	return int(float64(n) * float64(papers) / float64(max(1, len(s.papers))))
}

// statistics are those of the corpus as its sample has them. A term that is not in the
// sample is taken to be in half as many papers as one of the rarest.
func (s *sample) statistics(terms []engine.QueryTerm, papers int) enginesearch.Statistics {
	of := enginesearch.Statistics{Papers: papers, AverageLength: s.length, With: make([]int, len(terms))}
	for i, term := range terms {
		if of.With[i] = s.of(s.with[term.Text], papers); of.With[i] == 0 {
			of.With[i] = s.of(1, papers) / 2
		}
	}
	return of
}

// passing is about how many papers of the corpus pass a request.
func (s *sample) passing(ctx context.Context, req engine.Request, papers int) (int, error) {
	places, err := memory.Passing(ctx, s.papers, req)
	return s.of(len(places), papers), err
}
