package weaviate

import (
	"context"
	"slices"
	"strconv"
	"strings"
)

const (
	// probed is how many papers are looked for by one question: Weaviate answers its parts
	// side by side.
	probed = 32
	// twin is up to what distance the nearest of two papers may be either.
	twin = .01
)

// hasGraph reports whether vectors are found through a graph, in which an object can be and yet
// not be reached.
func (c *Corpus) hasGraph(ctx context.Context) (bool, error) {
	class, err := do[struct {
		VectorIndexType string `json:"vectorIndexType"`
	}](ctx, &c.client, "GET", c.schemaPath(), nil)
	return class.VectorIndexType == "hnsw", err
}

// hidden are the objects that are not found by their own vectors. A question by keys does not go
// through the graph, so this one has no filter. Where a twin is nearest nothing is known.
func (c *Corpus) hidden(ctx context.Context, from *client, objects []stored) (all []stored, err error) {
	embedded := slices.DeleteFunc(slices.Clone(objects), func(o stored) bool { return len(o.Vector) == 0 })
	for some := range slices.Chunk(embedded, probed) {
		answer, err := do[reply](ctx, from, "POST", "/v1/graphql", question{c.nearestQuestions(some)})
		if err != nil {
			return nil, err
		}
		for i, o := range some {
			if nearest := answer.Data.Get[probe(i)]; len(nearest) == 0 || nearest[0].More.ID != o.ID && nearest[0].More.Distance > twin {
				all = append(all, o)
			}
		}
	}
	return all, nil
}

func (c *Corpus) nearestQuestions(objects []stored) string {
	var questions strings.Builder
	for i, o := range objects {
		questions.WriteString(c.get(probe(i), "_additional{id distance}", near(o.Vector), limit(1)))
	}
	return "{Get{" + questions.String() + "}}"
}

func probe(i int) string { return "n" + strconv.Itoa(i) }
