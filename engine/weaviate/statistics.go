package weaviate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	enginesearch "github.com/scilit-lsp/scilit-lsp/engine/search"
)

// maxCounted is how many terms are counted by one request.
const maxCounted = 64

// statistics are those of the whole corpus, so that scores can be compared with those of
// other corpora. A pair of words counts by its hash.
func (c *Corpus) statistics(ctx context.Context, a about, terms []engine.QueryTerm) (of enginesearch.Statistics, err error) {
	of = enginesearch.Statistics{Papers: a.papers, AverageLength: a.length, With: make([]int, len(terms))}
	var unknown []int
	for i, term := range terms {
		n, known := c.counts.Get(storedTerm(term.Text))
		if of.With[i] = n; !known {
			unknown = append(unknown, i)
		}
	}
	for part := range slices.Chunk(unknown, maxCounted) {
		if err := c.countTerms(ctx, terms, part, of.With); err != nil {
			return of, err
		}
	}
	for i := range of.With {
		of.With[i] = min(of.With[i], of.Papers)
	}
	return of, nil
}

// countTerms counts the papers of the terms at some places.
func (c *Corpus) countTerms(ctx context.Context, terms []engine.QueryTerm, places, with []int) error {
	var questions strings.Builder
	for _, i := range places {
		questions.WriteString(c.count(fmt.Sprint("t", i), termsAny(storedTerm(terms[i].Text))))
	}
	answer, err := c.ask(ctx, "{Aggregate{"+questions.String()+"}}")
	if err != nil {
		return err
	}
	for _, i := range places {
		with[i] = countOf(answer, fmt.Sprint("t", i))
		c.counts.Add(storedTerm(terms[i].Text), with[i])
	}
	return nil
}
