package chat

import (
	"cmp"
	"context"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// Limits on the description of a manuscript.
const (
	aboutSentences = 3
	maxAbout       = 1200 // maximum size of a description, in bytes
	maxRead        = 400  // maximum number of sentences read from a manuscript
)

// About describes a manuscript by its title and the sentences that an abstract would contain.
func About(ctx context.Context, e *engine.Engine, files []workspace.Part) string {
	paper := paperOf(files)
	parts := []string{strings.TrimSuffix(paper.Title, ".")}
	highlights, err := e.Highlight(ctx, paper, "", aboutSentences)
	if err != nil {
		return ""
	}
	about := ""
	for _, h := range highlights {
		parts = append(parts, strings.TrimSuffix(h.Text, "."))
	}
	for _, part := range parts {
		if next := strings.TrimSpace(about + " " + part + "."); part != "" && len(next) <= maxAbout {
			about = next
		}
	}
	return about
}

// paperOf converts a manuscript to an engine.Paper. It omits sentences with citations, which
// describe other works.
func paperOf(files []workspace.Part) *engine.Paper {
	paper, read := new(engine.Paper), 0
	for _, part := range files {
		m := part.Manuscript
		paper.Title = cmp.Or(paper.Title, m.Title)
		var section engine.Section
		last := -1
		for _, s := range m.Sentences[:min(len(m.Sentences), maxRead-read)] {
			if s.Paragraph != last || len(section.Paragraphs) == 0 {
				section.Paragraphs, last = append(section.Paragraphs, nil), s.Paragraph
			}
			if !s.Cites() {
				at := len(section.Paragraphs) - 1
				section.Paragraphs[at] = append(section.Paragraphs[at], engine.Sentence{Text: s.Text})
			}
		}
		read += min(len(m.Sentences), maxRead-read)
		if len(section.Paragraphs) > 0 {
			paper.Body = append(paper.Body, section)
		}
	}
	return paper
}
