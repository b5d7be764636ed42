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
	// sampled is the number of papers in the sample. The sample consists of the papers with the
	// lowest UUIDs, which are random because UUIDs are hashes.
	sampled = 2048
	// page is the number of papers fetched per request.
	page = 512
)

// A sample is a random sample of a collection's papers, used for estimates. An exact count takes
// minutes for a word in millions of papers, since Weaviate reads every matching object.
type sample struct {
	state  string // state of the collection when the sample was fetched
	papers []*engine.Paper
	full   int
	with   map[string]int // number of papers that contain each term
	length float64        // average length of a paper in terms
}

// sampleOf returns the sample for the current state of the collection. The first caller fetches it,
// and other callers wait.
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
		some := c.get("some", "record full _additional{id}", limit(page), "after:"+literal(after))
		answer, err := c.client.fetch(ctx, some)
		if err != nil {
			return nil, err
		}
		hits := answer["some"]
		for _, h := range hits {
			s.add(h)
		}
		if len(hits) < page {
			break
		}
		last := hits[len(hits)-1].More.ID
		if last <= after {
			return nil, fmt.Errorf("%s: the cluster keeps returning the same papers, so the collection was not "+
				"read completely: try again", c.address)
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

// of extrapolates from n papers in the sample to a collection with the given number of papers.
func (s *sample) of(n, papers int) int {
	return int(float64(n) * float64(papers) / float64(max(1, len(s.papers))))
}

// statistics estimates the term statistics of the collection. A term that the sample lacks gets half
// the frequency of the rarest terms in the sample.
func (s *sample) statistics(terms []engine.QueryTerm, papers int) enginesearch.Statistics {
	of := enginesearch.Statistics{Papers: papers, AverageLength: s.length, With: make([]int, len(terms))}
	for i, term := range terms {
		if of.With[i] = s.of(s.with[term.Text], papers); of.With[i] == 0 {
			of.With[i] = s.of(1, papers) / 2
		}
	}
	return of
}

// passing estimates the number of papers in the collection that match a request.
func (s *sample) passing(ctx context.Context, req engine.Request, papers int) (int, error) {
	places, err := memory.Passing(ctx, s.papers, req)
	return s.of(len(places), papers), err
}
