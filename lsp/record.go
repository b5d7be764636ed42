package lsp

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// label names a paper in a menu: "Martins et al. 2009, Concise Integer ...".
func label(p *engine.Paper) string {
	if by := app.Byline(p); by != "" {
		return by + ", " + shortened(text.OneLine(p.Title))
	}
	return shortened(text.OneLine(p.Title))
}

// labelWithOrigin is label, and whether the user has the work.
func labelWithOrigin(p *engine.Paper) string {
	if p.Own {
		return label(p) + " (" + engine.LibraryCorpus + ")"
	}
	return label(p)
}

const longestTitle = 70

// shortened cuts a title at a word.
func shortened(title string) string { return shortenedTo(title, longestTitle) }

func shortenedTo(text string, longest int) string {
	runes := []rune(text)
	if len(runes) <= longest {
		return text
	}
	cut := string(runes[:longest])
	if i := strings.LastIndexByte(cut, ' '); i > 0 {
		cut = cut[:i]
	}
	return cut + " ..."
}
