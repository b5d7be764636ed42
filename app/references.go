package app

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/bib/plan"
	"github.com/scilit-lsp/scilit-lsp/bib/reference"
)

// Cite returns the formatted references of papers.
func (s *Service) Cite(ctx context.Context, q wire.ReferencesRequest) (wire.References, error) {
	answer, err := newReferences(q)
	if err != nil {
		return answer, err
	}
	papers, err := s.papers(ctx, q.Papers)
	if err != nil {
		return answer, err
	}
	var file *bib.File
	answer.Keys, file = plan.Entries(papers)
	var works []reference.Work
	for i := range file.Entries {
		works = append(works, reference.Of(&file.Entries[i]))
	}
	answer.Text, err = reference.Export(works, answer.Format, answer.Style)
	return answer, err
}

// newReferences validates a request and returns a reply that has no text yet.
func newReferences(q wire.ReferencesRequest) (wire.References, error) {
	answer := wire.References{Format: cmp.Or(q.Format, "bibtex"), Style: q.Style}
	if answer.Format == reference.Plain && answer.Style == "" {
		answer.Style = reference.DefaultStyle
	}
	switch {
	case len(q.Papers) == 0 || len(q.Papers) > wire.MaxReferences:
		return answer, wire.Invalid("papers", "the request names %d papers: name "+
			"1 to %d", len(q.Papers), wire.MaxReferences)
	case !slices.Contains(reference.FormatNames(), answer.Format):
		return answer, wire.Invalid("format", "%q is not supported: use one of %s", q.Format,
			strings.Join(reference.FormatNames(), ", "))
	case answer.Style != "" && !slices.Contains(reference.StyleNames(), answer.Style):
		return answer, wire.Invalid("style", "%q is not supported: use one of %s", q.Style,
			strings.Join(reference.StyleNames(), ", "))
	}
	return answer, nil
}
