package eval

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/draft"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Pairing is a real citing sentence with a paper. The paper is the cited one or, if Swapped, one
// that is cited elsewhere in the same field.
type Pairing struct {
	Context Context
	Paper   *engine.Paper
	Swapped bool
}

// Pairings pairs each context with its cited paper, followed by the given number of other papers of
// its field. It skips contexts whose cited paper is missing or has neither an abstract nor a full
// text.
func Pairings(contexts []Context, papers iter.Seq2[*engine.Paper, error], others int) ([]Pairing, error) {
	cited := CitedIn(contexts)
	known := make(map[string]*engine.Paper)
	for p, err := range papers {
		if err != nil {
			return nil, err
		}
		if cited[p.ID] && (p.Abstract != "" || len(p.Body) > 0) {
			known[p.ID] = p
		}
	}
	fields := make(map[string][]string)
	for _, c := range contexts {
		if known[c.Cited] != nil && !slices.Contains(fields[c.Source], c.Cited) {
			fields[c.Source] = append(fields[c.Source], c.Cited)
		}
	}
	var all []Pairing
	for _, c := range contexts {
		if known[c.Cited] == nil {
			continue
		}
		all = append(all, Pairing{Context: c, Paper: known[c.Cited]})
		for _, id := range othersFor(c, fields[c.Source], others) {
			all = append(all, Pairing{Context: c, Paper: known[id], Swapped: true})
		}
	}
	if len(all) == 0 {
		return nil, errors.New("none of the papers is cited by a context: name the files that the contexts belong to")
	}
	return all, nil
}

// othersFor returns a random sample of n papers in the field that the context does not cite. The
// sample depends only on the context's ID.
func othersFor(c Context, field []string, n int) (ids []string) {
	random := rand.New(rand.NewPCG(hashOf(c.ID), 0))
	for _, at := range random.Perm(len(field)) {
		id := field[at]
		if len(ids) < n && id != c.Cited && id != c.Citing && !slices.Contains(c.Also, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// Claim returns the citing sentence as a claim, with its context.
func (p Pairing) Claim() evidence.Claim {
	c := p.Context
	marked := strings.ReplaceAll(c.Sentence, text.CiteMark, draft.Mark)
	return evidence.Claim{Text: marked, Context: c.Context, Title: c.CitingTitle}
}

// A SupportRow is a training example for the weights of evidence.Finder. It contains the features
// of a pairing.
type SupportRow struct {
	ID       string      `json:"id"`
	Citing   string      `json:"citing"`
	Field    string      `json:"field"`
	Swapped  bool        `json:"swapped"`
	Passages [][]float64 `json:"passages"`
	Claim    []float64   `json:"claim"`
	Context  []float64   `json:"context"`
}

// WriteSupportRows writes one SupportRow per pairing as JSON, one per line.
func WriteSupportRows(ctx context.Context, f evidence.Finder, all []Pairing, w io.Writer, progress Progress) error {
	out := json.NewEncoder(w)
	for _, p := range all {
		features, err := f.Features(ctx, p.Claim(), p.Paper)
		if err != nil {
			return err
		}
		row := SupportRow{p.Context.ID, p.Context.Citing, p.Context.Source, p.Swapped, features.Passages, features.Claim,
			features.Context}
		if err := out.Encode(row); err != nil {
			return err
		}
		progress.step()
	}
	return nil
}
