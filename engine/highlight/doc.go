// Package highlight picks the sentences of a paper that matter, word by word: a small
// model that was trained on abstracts says which terms carry a paper, and sentences are
// taken that hold most of them.
package highlight

import "github.com/scilit-lsp/scilit-lsp/paper"

// The types of records are those of package paper.
type (
	Paper     = paper.Paper
	Section   = paper.Section
	Paragraph = paper.Paragraph
	Sentence  = paper.Sentence
)

// AbstractSection is the title of the section that an abstract is.
const AbstractSection = "Abstract"

// A Highlight is a sentence taken from a paper, word by word.
type Highlight struct {
	Text    string
	Section string // title of its section, "Abstract" for the abstract
	Index   int    // position among the sentences of the text it was taken from
	Score   float64
}
