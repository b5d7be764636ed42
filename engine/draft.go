package engine

import (
	"github.com/scilit-lsp/scilit-lsp/engine/draft"
	"github.com/scilit-lsp/scilit-lsp/engine/highlight"
)

// A Highlight is a sentence taken from a paper, word by word.
type Highlight = highlight.Highlight

// Mark is the place of the citation in a Draft.
const Mark = draft.Mark

// The types of drafts are those of package draft.
type (
	DraftRequest  = draft.Request
	Draft         = draft.Draft
	Writer        = draft.Writer
	Composer      = draft.Composer
	CheckedWriter = draft.CheckedWriter
	Checker       = draft.Checker
	Support       = draft.Support
)
