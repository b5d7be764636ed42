// Package highlight selects the important sentences of a paper verbatim. A small model, trained on
// abstracts, estimates the salience of each term. The selection maximizes the salient terms.
package highlight

import "github.com/scilit-lsp/scilit-lsp/paper"

// The types of records are those of package paper.
type (
	Paper     = paper.Paper
	Section   = paper.Section
	Paragraph = paper.Paragraph
	Sentence  = paper.Sentence
)

// AbstractSection is the section title of sentences in an abstract.
const AbstractSection = "Abstract"

// A Highlight is a verbatim sentence of a paper.
type Highlight struct {
	Text    string
	Section string // title of its section, "Abstract" for the abstract
	Index   int    // position among all sentences of the text
	Score   float64
}
