package app

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/app/display"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// Read returns the text of a paper up to a size limit, without acknowledgements and declarations.
func (s *Service) Read(ctx context.Context, ref wire.PaperRef) (wire.PaperText, error) {
	p, err := s.Paper(ctx, ref)
	if err != nil {
		return wire.PaperText{}, err
	}
	details, err := s.Details(ctx, ref)
	return wire.PaperText{PaperDetails: details, Text: textOf(p), References: referencesOf(p)}, err
}

func textOf(p *engine.Paper) []wire.TextSection {
	sections := []wire.TextSection{}
	for _, passage := range evidence.PassagesOf(p) {
		if passage.Index == 0 {
			continue // passages of the abstract are omitted, since the reply contains the abstract
		}
		if n := len(sections); n == 0 || sections[n-1].Title != text.OneLine(passage.Section) {
			sections = append(sections, wire.TextSection{Title: text.OneLine(passage.Section)})
		}
		last := &sections[len(sections)-1]
		last.Passages = append(last.Passages, wire.TextPassage{Index: passage.Index, Text: text.Clean(passage.Text)})
	}
	return sections
}

// maxReferencesRead is the maximum number of references listed per paper.
const maxReferencesRead = 500

func referencesOf(p *engine.Paper) []string {
	named := []string{}
	for _, r := range p.References[:min(len(p.References), maxReferencesRead)] {
		byline := display.Byline(&engine.Paper{Authors: r.Authors, Year: r.Year})
		if title := text.OneLine(r.Title); title != "" && byline != "" {
			byline += ": " + title
		} else {
			byline += title
		}
		if byline != "" {
			named = append(named, byline)
		}
	}
	return named
}
