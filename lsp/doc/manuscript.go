package doc

// A Span is a half-open range of byte offsets in the text of a Snapshot.
type Span struct{ Start, End int }

// Contains reports whether offset is in the span or at its end, where the cursor is
// after typing the last character.
func (s Span) Contains(offset int) bool { return s.Start <= offset && offset <= s.End }

// A Manuscript holds the findings of a scanner in one file. Scanning never fails;
// malformed markup is skipped.
type Manuscript struct {
	Title          string // "" if none is given
	Sentences      []Sentence
	Directives     []Directive
	Citations      []Citation
	Paragraphs     []Span
	Prose          []Prose   // of each paragraph
	Headings       []int     // start of each section but the first
	Bibliographies []FileRef // .bib files, as named in the text
	Includes       []FileRef // files that this one includes
	Root           FileRef   // "% !TeX root", if given
	Defines        []CiteKey // names that the text defines, of works or of its parts
	// CiteMacros are the citation commands that the text defines, by name.
	CiteMacros map[string]CiteMacro
	Style      CiteStyle
	KeyCase    KeyCase
	Quotes     Quotes // zero if this file does not show them
	Language   string // primary tag of BCP 47, "en" by default
	// Masked are the ranges that take no sentences: preamble, comments, maths,
	// verbatim text, code and front matter.
	Masked []Span
	// Code are the ranges without citations: comments, verbatim text, code and front
	// matter.
	Code []Span
	// Groups are the ranges with one formatting, such as emphasis.
	Groups []Group
	// Quoted are the ranges that the markup marks as quotations, such as quote
	// environments; quotation marks in the text are not among them.
	Quoted []Span
	// Notes are footnotes and other text attached to the text before it.
	Notes  []Span
	Insets []Inset
	Outer  *Manuscript // the manuscript that contains this inset, nil if this is none
	inset  Inset       // the part of Outer
}

// A CiteMacro is a citation command that a document defines.
type CiteMacro struct {
	Command string // the citation command that it uses
	Key     int    // the number of the braced argument with the keys, 0 if the arguments are Command's
}

// A KeyCase is how the program that makes the bibliography compares citation keys.
type KeyCase int

// BibTeX takes keys that differ only in case for the same key; biber, Pandoc and Typst do not.
const (
	KeyCaseUnknown KeyCase = iota // exact unless another file of the document folds keys
	KeyCaseFolded
	KeyCaseExact
)

// A Sentence of running text.
type Sentence struct {
	Span
	Stop      int    // where its citation mark goes: before the final stop
	Tail      int    // its end, including attached notes
	Lacks     Lack   // the missing full stop
	Text      string // without markup; a citation is one CiteMark
	Section   int    // the number of headings before it
	Paragraph int    // index into Manuscript.Paragraphs
}

// A Lack is the full stop that a sentence needs before more text.
type Lack int

// LacksStop needs a full stop before the next sentence, as after a list item.
// LacksStopBehindMark needs one after the mark, since the stop before the mark
// belongs to an abbreviation.
const (
	LacksNothing Lack = iota
	LacksStop
	LacksStopBehindMark
)

// CiteMark stands for a citation in the Text of a Sentence.
const CiteMark = "[CITE]"

// A Directive is a "scilit:" comment.
type Directive struct {
	Span             // the whole comment with its delimiters
	Keywords  Span   // the text after "scilit:", trimmed
	Text      string // the keywords themselves
	Paragraph int    // index into Manuscript.Paragraphs, or -1
	Line      Span   // the line that it shares with text, else empty
}

// A Citation is one citation command with its keys.
type Citation struct {
	Span
	Command string // "cite", "parencite", ...; "" in Markdown
	Textual bool   // names the authors in the text: \citet, \textcite, @key
	Aside   bool   // outside the running text: in a footnote, table or heading
	Behind  bool   // follows the full stop of its sentence
	Lists   []Span // the contents of the brackets around the keys
	Keys    []CiteKey
}

// A Group is a formatted range with its marks. Closing is the start of the closing
// mark.
type Group struct {
	Span
	Closing int
	Inline  bool // emphasis and the like, which contains no paragraphs
}

// An Inset is text outside the running text.
type Inset struct {
	Span // without its marks
	Kind InsetKind
}

// An InsetKind determines whether an Inset can take sentences.
type InsetKind int

// Notes and captions take sentences, cells of a table only marks.
const (
	Note InsetKind = iota
	Caption
	Table
)

// A CiteKey is one key of a citation.
type CiteKey struct {
	Span
	Name string
}

// A Typing is an incomplete key of a citation.
type Typing struct {
	Span              // replaced by the whole key; contains the cursor
	Typed    string   // from the start to the cursor, without markup
	Others   []string // the other keys of the citation
	Citation int      // start of the citation
}

// A FileRef is a file name as written in the text.
type FileRef struct {
	Span
	Path string
}

// A CiteStyle names the citation commands of a document.
type CiteStyle struct {
	Parenthetical string // LaTeX command without backslash: "citep", "parencite", "cite"; "" in Markdown
	Textual       string // "citet", "textcite"; "" if the document has no such command
}
