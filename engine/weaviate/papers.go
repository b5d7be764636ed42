package weaviate

import (
	"context"
	"fmt"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

const (
	// maxRefs is the maximum number of works looked up per request.
	maxRefs = 32
	// maxNamesakes is the maximum number of records fetched per work.
	maxNamesakes = 32
	// maxBodies is the maximum number of full texts fetched per request.
	maxBodies = 16
)

// Papers implements engine.Retriever.
func (c *Corpus) Papers(ctx context.Context, refs []engine.WorkRef) ([]*engine.Paper, error) {
	a, err := c.described(ctx)
	if err != nil {
		return nil, err
	}
	found := make([]*engine.Paper, 0, len(refs))
	for part := range slices.Chunk(refs, maxRefs) {
		papers, err := c.lookUp(ctx, part)
		if err != nil {
			return nil, err
		}
		found = append(found, papers...)
	}
	for _, p := range found {
		if p != nil {
			c.ours(p, a)
		}
	}
	return found, nil
}

// lookUp finds works with a single request. It searches for all names of each work.
func (c *Corpus) lookUp(ctx context.Context, refs []engine.WorkRef) ([]*engine.Paper, error) {
	var questions []string
	for i, ref := range refs {
		if ref.ID != "" {
			questions = append(questions, c.get(fmt.Sprint("id", i), scoredFields, byKeys(keyOf(ref.ID))))
		}
		if names := namesOf(ref.Normal()); len(names) > 0 {
			where := anyOf(namesProperty, names...).argument()
			questions = append(questions, c.get(fmt.Sprint("name", i), scoredFields, where, limit(maxNamesakes)))
		}
	}
	if len(questions) == 0 {
		return make([]*engine.Paper, len(refs)), ctx.Err()
	}
	answer, err := c.client.fetch(ctx, questions...)
	if err != nil {
		return nil, err
	}
	chosen := make([]hit, len(refs))
	papers := make([]*engine.Paper, len(refs))
	for i, ref := range refs {
		hits := slices.Concat(answer[fmt.Sprint("id", i)], answer[fmt.Sprint("name", i)])
		papers[i], chosen[i] = choose(ref.Normal(), hits)
	}
	return papers, c.addBodies(ctx, papers, chosen)
}

// choose returns the record of a work. If several records have the same name, it prefers those with
// full text, then the one with the lowest ID.
func choose(ref engine.WorkRef, hits []hit) (best *engine.Paper, of hit) {
	papers := make([]*engine.Paper, len(hits))
	for i, h := range hits {
		papers[i] = h.paper()
	}
	for _, name := range ref.Names() {
		for i, p := range papers {
			if p == nil || !ref.Finds(p, name) {
				continue
			}
			if h := hits[i]; best == nil || h.Full && !of.Full || h.Full == of.Full && p.ID < best.ID {
				best, of = p, h
			}
		}
		if best != nil {
			return best, of
		}
	}
	return nil, hit{}
}

// addBodies fetches the full texts and references of papers. hits must be parallel to papers.
func (c *Corpus) addBodies(ctx context.Context, papers []*engine.Paper, hits []hit) error {
	at := make(map[string][]int)
	var keys []string
	for i, p := range papers {
		if p == nil {
			continue
		}
		key := keyOf(p.ID)
		if at[key] == nil {
			keys = append(keys, key)
		}
		at[key] = append(at[key], i)
	}
	for part := range slices.Chunk(keys, maxBodies) {
		answer, err := c.client.fetch(ctx, c.get("whole", "body _additional{id}", byKeys(part...)))
		if err != nil {
			return err
		}
		for _, h := range answer["whole"] {
			var rest bodyRecord
			if h.Body == "" {
				continue
			}
			if err := decode(h.Body, &rest); err != nil {
				return fmt.Errorf("%s: the full text in object %s cannot be read (%w): push the index again", c.address,
					h.More.ID, err)
			}
			for _, i := range at[h.More.ID] {
				papers[i].Body, papers[i].References = rest.Sections, rest.References
			}
		}
	}
	return nil
}
