// Package draft writes the sentences that cite a paper: of the paper's own statements
// (Composer), or by a model whose sentences are checked against the paper
// (CheckedWriter, Checker).
package draft

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/engine/compose"
	"github.com/scilit-lsp/scilit-lsp/engine/highlight"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// Mark is the place of the citation in a Draft.
const Mark = compose.Mark

// A Request asks for the sentence that cites Paper after Context.
type Request struct {
	Paper    *paper.Paper
	Context  []string // as in Query
	Keywords []string // the words to name, best first
	Intent   string   // one of keyword.Intents: why the paper is cited; "" leaves it open
	Textual  bool     // a document that can name authors by a citation command, "Martins et al. (2009) show"
	// Passages are sentences of the paper that a writer which reads a text is to
	// read in place of the abstract; none leaves the choice to it.
	Passages []string
	// Beginnings are texts that such a writer is to begin its sentences with, as
	// many with each; none leaves it free.
	Beginnings []string
	// Vocabulary is all words that the sentence may have, for writers that make
	// up sentences; nil leaves them free.
	Vocabulary *Vocabulary
	Follows    string // the draft before this one in a paragraph, which is best begun otherwise; may be empty
}

// A Draft is a citing sentence, plain text in Unicode with exactly one Mark.
type Draft struct {
	Text string
	// Textual is set where Mark is the subject of the sentence and means
	// the authors' names too; else it is in parentheses.
	Textual  bool
	Evidence highlight.Highlight // the sentence of the paper that supports it
	Note     string              // what the user should know of how it was written, such as a model that failed; else ""
	OwnWork  bool                // it says what its author does with the paper ("We use ..."), which no paper can show
	MarkOnly bool                // Text is Mark alone: nothing is known of the paper that could be said of it
	Reason   string              // why MarkOnly, else ""
	Fluency  float64             // log probability of a token of Text, 0 where a model did not write it
}

// A Writer drafts sentences that cite a paper: at least one and at most n, the
// best first, each saying something else. The first one does not depend on n.
type Writer interface {
	Write(ctx context.Context, req Request, n int) ([]Draft, error)
}

// An Embedder turns texts into unit vectors, one for each.
type Embedder interface {
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}
