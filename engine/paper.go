package engine

import "github.com/scilit-lsp/scilit-lsp/paper"

// Aliases for the types of package paper.
type (
	Paper     = paper.Paper
	Author    = paper.Author
	Section   = paper.Section
	Paragraph = paper.Paragraph
	Sentence  = paper.Sentence
	CiteSpan  = paper.CiteSpan
	Reference = paper.Reference
	WorkRef   = paper.Ref
)
