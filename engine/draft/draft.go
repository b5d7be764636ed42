// Package draft writes sentences that cite a paper. A Composer rewrites the paper's own claims, and
// a CheckedWriter checks a model's sentences against the paper.
package draft

import (
	"cmp"
	"context"

	"github.com/scilit-lsp/scilit-lsp/engine/choice"
	"github.com/scilit-lsp/scilit-lsp/engine/compose"
	"github.com/scilit-lsp/scilit-lsp/engine/highlight"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// Mark is the placeholder for the citation in a Draft.
const Mark = compose.Mark

// A Request is a request for sentences that cite Paper after Context.
type Request struct {
	Paper    *paper.Paper
	Context  []string // sentences before the citation, as in Query
	Keywords []string // words to mention, most important first
	Intent   string   // purpose of the citation, one of keyword.Intents, or ""
	Textual  bool     // whether the document can cite textually, as in "Lee et al. (2009) show"
	Passages []string // best-matching sentences of the paper, for a model's prompt
	Follows  []string // previous sentences of the paragraph, oldest first; may be nil
	// Claim is the sentence that the draft directly follows, or "" if there is none or its relation to
	// the draft does not matter. See MarkContrasts.
	Claim string
	Tense Tense // tense of the verbs that report the paper; if zero, that of Context
}

// A Tense is the tense of verbs whose subject is the authors.
type Tense = compose.Tense

// A Draft is a citing sentence in plain text with exactly one Mark.
type Draft struct {
	Text string
	// Textual is set if Mark is the subject of the sentence and includes the authors' names.
	// Otherwise the citation is in parentheses.
	Textual  bool
	Form     choice.Form         // "" if Text is only Mark
	Evidence highlight.Highlight // sentence of the paper on which the draft is based
	Note     string              // message for the user, such as the reason for a model's failure, or ""
	OwnWork  bool                // whether the draft is about its author's work, as in "We use ..."
	MarkOnly bool                // whether Text consists only of Mark
	Reason   string              // reason for MarkOnly, or ""
	Fallback bool                // whether the draft was composed because a model failed
	// Contradicts is set if the draft contradicts Request.Claim. Text then begins with Contrasting.
	Contradicts bool
	Unmarked    choice.Form // form without Contrasting, if Contradicts is set
	Unjudged    bool        // whether the judge failed, so that Contradicts is unknown
}

// Base returns the form of the draft's sentence without Contrasting.
func (d Draft) Base() choice.Form { return cmp.Or(d.Unmarked, d.Form) }

// IsProvisional reports whether a model failed, so that another attempt may yield a better draft.
func (d Draft) IsProvisional() bool { return d.Fallback || d.Unjudged }

// Notes returns the messages for the user: whether the paper contradicts the claim, and Note.
func (d Draft) Notes() string {
	switch {
	case !d.Contradicts:
		return d.Note
	case d.Note == "":
		return Contradicting
	}
	return Contradicting + "; " + d.Note
}

// A Writer drafts between one and n sentences that cite a paper. The first one is the best and does not
// depend on n. Other forms of the same statement follow, and then other statements.
type Writer interface {
	Write(ctx context.Context, req Request, n int) ([]Draft, error)
}

// An Embedder returns a unit vector for each text.
type Embedder interface {
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}
