// Package doc holds the texts of open files and the results of scanning them.
//
// A Snapshot is the immutable text of one version of a file; edits create a new one. Offsets count
// bytes. Positions consist of a line and a character in the encoding chosen by the editor. The
// scanners in the subpackages convert a text into a Manuscript, which is independent of the markup.
// The subpackages also write text in that markup. Their edits insert text or complete a
// citation that the user has begun.
package doc

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Span is a half-open range of byte offsets in the text of a Snapshot.
type Span struct{ Start, End int }

// Contains reports whether offset is in the span or at its end. The cursor is at the end after the
// user types the last character.
func (s Span) Contains(offset int) bool { return s.Start <= offset && offset <= s.End }

// A Manuscript holds a scanner's findings in one file. Scanning never fails; malformed markup is
// skipped.
type Manuscript struct {
	Title          string // "" if the file has none
	Sentences      []Sentence
	Directives     []Directive
	Citations      []Citation
	Paragraphs     []Span
	Prose          []Prose   // running text, one per paragraph
	Headings       []int     // offset of each heading; every heading starts a section
	Bibliographies []FileRef // names of .bib files, as written in the text
	Includes       []FileRef // names of included files, as written in the text
	Root           FileRef   // file named by "% !TeX root", if any
	Defines        []CiteKey // names defined in the text itself, for works or for its own parts
	// CiteMacros maps the names of citation commands defined in the text to their definitions.
	CiteMacros map[string]CiteMacro
	Style      CiteStyle
	KeyCase    KeyCase
	Quotes     Quotes // quotation marks to use; zero if this file does not determine them
	Language   string // primary BCP 47 tag; "en" by default
	// Masked are the ranges in which no sentence can be inserted: preamble, comments, mathematics,
	// verbatim text, code and front matter. Masked and Code are sorted by their starts.
	Masked []Span
	// Code holds the ranges that cannot contain citations: comments, verbatim text, code and front
	// matter.
	Code []Span
	// Groups holds the formatted ranges, such as emphasis.
	Groups []Group
	// Emphasis are the characters of which each starts and ends emphasis that Groups does not hold.
	Emphasis string
	// Quoted holds the ranges that the markup identifies as quotations, such as quote environments.
	// It does not include text in quotation marks.
	Quoted []Span
	// Notes holds the ranges of footnotes and other text attached to the text before them.
	Notes  []Span
	Insets []Inset
	Outer  *Manuscript // the manuscript containing this inset; nil if this is not an inset
	inset  Inset       // the range and kind of this inset
}

// A CiteMacro is a citation command defined in a document.
type CiteMacro struct {
	Command string // name of the citation command that the macro expands to
	Key     int    // number of the braced argument with the keys; 0 if the same as for Command
}

// A KeyCase states whether the program that builds the bibliography ignores the case of citation
// keys.
type KeyCase int

// BibTeX ignores the case of keys; biber, Pandoc and Typst do not.
const (
	KeyCaseUnknown KeyCase = iota // keys are case-sensitive unless another file of the document folds their case
	KeyCaseFolded
	KeyCaseExact
)

// A Sentence is a sentence of running text.
type Sentence struct {
	Span
	Stop      int    // offset for a citation: before the final punctuation
	Tail      int    // end of the sentence with its attached notes
	Lacks     Lack   // the full stop that the sentence needs, if any
	Text      string // text without markup; text.CiteMark replaces each citation
	Section   int    // number of headings before the sentence
	Paragraph int    // index into Manuscript.Paragraphs
}

// Cites reports whether the sentence contains a citation.
func (s Sentence) Cites() bool { return strings.Contains(s.Text, text.CiteMark) }

// A Lack is the full stop that a sentence needs before more text can follow.
type Lack int

// LacksStop means that a full stop must precede the next sentence, such as after a list item.
// LacksStopAfterMark means that a full stop must follow the citation, since the one before it
// belongs to an abbreviation.
const (
	LacksNothing Lack = iota
	LacksStop
	LacksStopAfterMark
)

// A Directive is a comment that starts with "scilit:" and contains keywords for the citation to
// find.
type Directive struct {
	Span             // the whole comment, including its delimiters
	Keywords  Span   // range of the trimmed text after "scilit:"
	Text      string // the keywords
	Paragraph int    // index into Manuscript.Paragraphs, or -1
	Line      Span   // range of the line if it contains other text; otherwise empty
}

// A Citation is a citation command with its keys.
type Citation struct {
	Span
	Command   string // command name such as "cite" or "parencite"; "" in Markdown
	Textual   bool   // prints the authors' names as part of the sentence: \citet, \textcite, @key
	Aside     bool   // is outside the running text: in a footnote, table or heading
	AfterStop bool   // follows the full stop of its sentence
	Lists     []Span // contents of the brackets around the keys
	Keys      []CiteKey
}

// A Group is a formatted range including its delimiters. Closing is the offset of the closing
// delimiter.
type Group struct {
	Span
	Closing int
	Inline  bool // formats text within a paragraph, such as emphasis
}

// An Inset is a text outside the running text that may contain citations, such as a note or
// caption.
type Inset struct {
	Span // range without the delimiters
	Kind InsetKind
}

// An InsetKind determines whether sentences can be inserted in an Inset.
type InsetKind int

// The kinds of insets. Sentences can be inserted in notes and captions, but only citations in table
// cells.
const (
	Note InsetKind = iota
	Caption
	Table
)

// A CiteKey is one key in a citation.
type CiteKey struct {
	Span
	Name string
}

// A Typing is a citation key that the user is typing.
type Typing struct {
	Span              // range to replace with the whole key; contains the cursor
	Typed    string   // text from the start of the key to the cursor, without markup
	Others   []string // the other keys of the citation
	Citation int      // start offset of the citation
}

// A FileRef is a file name as written in the text.
type FileRef struct {
	Span
	Path string
}

// A CiteStyle holds the names of a document's citation commands.
type CiteStyle struct {
	Parenthetical string // name of a LaTeX command such as "citep"; "" in Markdown
	Textual       string // command such as "citet" or "textcite"; "" if the document has none
}
