// Package highlight selects a paper's important sentences, verbatim. A small model, trained on abstracts,
// predicts the salience of each term and the gain from each sentence.
package highlight

import "github.com/scilit-lsp/scilit-lsp/paper"

// Aliases for the record types of package paper.
type (
	Paper     = paper.Paper
	Section   = paper.Section
	Paragraph = paper.Paragraph
	Sentence  = paper.Sentence
)

// AbstractSection is the section title of abstract sentences.
const AbstractSection = "Abstract"

// A Highlight is a verbatim sentence of a paper.
type Highlight struct {
	Text    string
	Section string // title of its section, AbstractSection for the abstract
	Index   int    // position among all sentences of the text
	Score   float64
}
