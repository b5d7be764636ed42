package engine

import (
	"github.com/scilit-lsp/scilit-lsp/engine/draft"
	"github.com/scilit-lsp/scilit-lsp/engine/highlight"
)

// A Highlight is a sentence quoted verbatim from a paper.
type Highlight = highlight.Highlight

// Mark is the placeholder for the citation in a Draft.
const Mark = draft.Mark

// Aliases for the types of package draft.
type (
	DraftRequest  = draft.Request
	Form          = draft.Form
	Draft         = draft.Draft
	Writer        = draft.Writer
	Tense         = draft.Tense
	Composer      = draft.Composer
	CheckedWriter = draft.CheckedWriter
	Checker       = draft.Checker
	Support       = draft.Support
)
