// Package draft writes sentences that cite a paper. A Composer rewrites the paper's own claims, and
// a CheckedWriter checks a model's sentences against the paper.
package draft

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/engine/compose"
	"github.com/scilit-lsp/scilit-lsp/engine/highlight"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// Mark stands for the citation in a Draft.
const Mark = compose.Mark

// A Request describes a citation of Paper after Context.
type Request struct {
	Paper    *paper.Paper
	Context  []string // as in Query
	Keywords []string // words to mention, most important first
	Intent   string   // purpose of the citation, one of keyword.Intents, or ""
	Textual  bool     // the document can cite textually: "Lee et al. (2009) show"
	Passages []string // sentences of the paper that fit best, for a model
	Follows  string   // previous sentence of the paragraph, or ""
}

// A Draft is a citing sentence in plain text with exactly one Mark.
type Draft struct {
	Text string
	// Textual means that Mark is the subject of the sentence and includes the authors' names.
	// Otherwise the citation is in parentheses.
	Textual  bool
	Evidence highlight.Highlight // sentence of the paper that supports the draft
	Note     string              // message for the user, such as a model's failure, or ""
	OwnWork  bool                // it is about its author's work ("We use ...")
	MarkOnly bool                // Text is Mark alone
	Reason   string              // reason for MarkOnly, or ""
}

// A Writer drafts between one and n sentences that cite a paper, best first, each with different
// content. The first one does not depend on n.
type Writer interface {
	Write(ctx context.Context, req Request, n int) ([]Draft, error)
}

// An Embedder returns a unit vector for each text.
type Embedder interface {
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}
