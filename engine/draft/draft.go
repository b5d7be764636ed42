// Package draft writes sentences that cite a paper: the Composer rewrites the paper's own claims,
// and a CheckedWriter checks the sentences of a model against the paper.
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
	Keywords []string // words to name, the most important first
	Intent   string   // purpose of the citation, one of keyword.Intents, or ""
	Textual  bool     // the document can name authors with a citation command: "Martins et al. (2009) show"
	// Passages are the sentences that a model reads instead of the abstract. None lets the model's
	// adapter choose.
	Passages []string
	// Beginnings are prefixes for the sentences of a model, used equally often. None leaves it
	// free.
	Beginnings []string
	// Vocabulary limits the words of a model's sentence. Nil leaves it free.
	Vocabulary *Vocabulary
	Follows    string // the previous sentence of a paragraph, whose beginning should not be repeated, or ""
}

// A Draft is a citing sentence in plain text with exactly one Mark.
type Draft struct {
	Text string
	// Textual means that Mark is the subject of the sentence and includes the authors' names.
	// Otherwise the citation is in parentheses.
	Textual  bool
	Evidence highlight.Highlight // the supporting sentence of the paper
	Note     string              // a message for the user, such as a model's failure, or ""
	OwnWork  bool                // describes its author's work ("We use ..."), which no paper can support
	MarkOnly bool                // Text is Mark alone
	Reason   string              // of MarkOnly, or ""
	Fluency  float64             // mean log probability per token, 0 for composed drafts
}

// A Writer drafts between one and n sentences that cite a paper, each with another content, the
// best first. The first does not depend on n.
type Writer interface {
	Write(ctx context.Context, req Request, n int) ([]Draft, error)
}

// An Embedder returns a unit vector for each text.
type Embedder interface {
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}
