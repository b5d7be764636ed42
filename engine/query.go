package engine

import (
	"github.com/scilit-lsp/scilit-lsp/engine/compose"
	"github.com/scilit-lsp/scilit-lsp/engine/highlight"
	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
)

// A Query asks for papers worth citing after a piece of text.
type Query struct {
	Context  []string // sentences before the cursor, oldest first, free of markup
	Keywords string   // in the language of package keyword; may be empty
	YearTo   int      // no paper newer than this; 0 for no bound
	Limit    int      // how many papers to return
	Quick    bool     // leave out what takes more than a few hundredths of a second
	Strict   bool     // no papers rather than those that the keywords match less closely

	Manuscript Manuscript
}

// A Manuscript is what is known of the text that will cite.
type Manuscript struct {
	Title string    // a record of the manuscript is never suggested to itself; "" where unknown
	Works []WorkRef // works that it cites already
}

// A Discovery answers a Query.
type Discovery struct {
	Papers   []Found // best first, each work once
	Matching int     // papers that the keywords let pass, all corpora together
	// Relaxed is set where the keywords match no paper: Papers are then the
	// best without them.
	Relaxed bool
	// Relaxation says how the keywords were taken where they match no paper as they
	// are written.
	Relaxation Relaxation
	Keywords   keyword.Expr      // the keywords as understood, nil where there are none
	Mistakes   []keyword.Mistake // what of the keywords was not understood
	Pending    int               // corpora that have not answered yet, where it is a step on the way
	Notices    []Notice          // what ran in its simple form or was left out, and why (invariant 7)
}

// Notes are the texts of the notices.
func (d Discovery) Notes() []string { return Texts(d.Notices) }

// A Found is a paper worth citing.
type Found struct {
	Paper *Paper // without Body and References
	Score float64
	// Relevance is the probability that the author of such a text cites this paper
	// at this place; 0 where the reranker is none that was calibrated.
	Relevance float64
}

// A Highlight is a sentence taken from a paper, word by word.
type Highlight = highlight.Highlight

// Mark stands in a Draft where the citation goes.
const Mark = compose.Mark

// A DraftRequest asks for the sentence that cites Paper after Context.
type DraftRequest struct {
	Paper    *Paper
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
	// Textual tells that Mark is the subject of the sentence and stands for
	// the authors' names too; else it is in parentheses.
	Textual  bool
	Evidence Highlight // the sentence of the paper that supports it
	Note     string    // what the user should know of how it was written, such as a model that failed; else ""
	OwnWork  bool      // it says what its author does with the paper ("We use ..."), which no paper can show
	MarkOnly bool      // Text is Mark alone: nothing is known of the paper that could be said of it
	Reason   string    // why MarkOnly, else ""
	Fluency  float64   // log probability of a token of Text, 0 where a model did not write it
}
