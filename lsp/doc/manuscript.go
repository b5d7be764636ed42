package doc

// A Span is a half-open range of byte offsets in the text of a Snapshot.
type Span struct{ Start, End int }

// Contains reports whether offset is in the span or at its end, where the cursor is after typing
// the last character.
func (s Span) Contains(offset int) bool { return s.Start <= offset && offset <= s.End }

// A Manuscript holds a scanner's findings in one file. Scanning never fails; malformed markup is
// skipped.
type Manuscript struct {
	Title          string // "" if unknown
	Sentences      []Sentence
	Directives     []Directive
	Citations      []Citation
	Paragraphs     []Span
	Prose          []Prose   // one per paragraph
	Headings       []int     // start of each section except the first
	Bibliographies []FileRef // .bib files as named in the text
	Includes       []FileRef // files included by this one
	Root           FileRef   // file named by "% !TeX root", if any
	Defines        []CiteKey // names that the text defines, for works or for parts of the text
	// CiteMacros are the citation commands defined in the text, by name.
	CiteMacros map[string]CiteMacro
	Style      CiteStyle
	KeyCase    KeyCase
	Quotes     Quotes // zero if this file does not show them
	Language   string // primary BCP 47 tag; "en" by default
	// Masked are the ranges in which no sentence can be inserted: preamble, comments, mathematics,
	// verbatim text, code and front matter.
	Masked []Span
	// Code are the ranges without citations: comments, verbatim text, code and front matter.
	Code []Span
	// Groups are the formatted ranges, such as emphasis.
	Groups []Group
	// Quoted holds the ranges marked up as quotations, such as quote environments. Text in quotation
	// marks is not included.
	Quoted []Span
	// Notes are footnotes and other text attached to the text before them.
	Notes  []Span
	Insets []Inset
	Outer  *Manuscript // the manuscript containing this inset; nil if this is not an inset
	inset  Inset       // the inset's place in Outer
}

// A CiteMacro is a citation command defined in a document.
type CiteMacro struct {
	Command string // the underlying citation command
	Key     int    // number of the braced argument with the keys; 0 if as in Command
}

// A KeyCase is how the program that builds the bibliography compares citation keys.
type KeyCase int

// BibTeX ignores the case of keys; biber, Pandoc and Typst do not.
const (
	KeyCaseUnknown KeyCase = iota // exact unless another file of the document folds keys
	KeyCaseFolded
	KeyCaseExact
)

// A Sentence is a sentence of running text.
type Sentence struct {
	Span
	Stop      int    // where a citation goes: before the final stop
	Tail      int    // its end, including attached notes
	Lacks     Lack   // the missing full stop
	Text      string // without markup; each citation is one CiteMark
	Section   int    // number of headings before it
	Paragraph int    // index into Manuscript.Paragraphs
}

// A Lack is the full stop that a sentence needs before more text.
type Lack int

// LacksStop means that a full stop is needed before the next sentence, such as after a list item.
// LacksStopAfterMark means that one is needed after the citation, since the stop before it belongs
// to an abbreviation.
const (
	LacksNothing Lack = iota
	LacksStop
	LacksStopAfterMark
)

// CiteMark replaces a citation in the Text of a Sentence.
const CiteMark = "[CITE]"

// A Directive is a comment that starts with "scilit:".
type Directive struct {
	Span             // the whole comment including delimiters
	Keywords  Span   // the text after "scilit:", trimmed
	Text      string // the keywords themselves
	Paragraph int    // index into Manuscript.Paragraphs, or -1
	Line      Span   // the line if it also contains text; otherwise empty
}

// A Citation is a citation command with its keys.
type Citation struct {
	Span
	Command   string // such as "cite" or "parencite"; "" in Markdown
	Textual   bool   // names the authors in the text: \citet, \textcite, @key
	Aside     bool   // outside the running text: in a footnote, table or heading
	AfterStop bool   // follows the full stop of its sentence
	Lists     []Span // contents of the brackets around the keys
	Keys      []CiteKey
}

// A Group is a formatted range including its marks. Closing is the start of the closing mark.
type Group struct {
	Span
	Closing int
	Inline  bool // emphasis or similar, which contains no paragraphs
}

// An Inset is text outside the running text.
type Inset struct {
	Span // without its marks
	Kind InsetKind
}

// An InsetKind determines whether sentences can be inserted in an Inset.
type InsetKind int

// Sentences can be inserted in notes and captions. Table cells only take citations.
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

// A Typing is an incomplete key in a citation.
type Typing struct {
	Span              // to be replaced with the whole key; contains the cursor
	Typed    string   // from the start of the key to the cursor, without markup
	Others   []string // the other keys of the citation
	Citation int      // start of the citation
}

// A FileRef is a file name as written in the text.
type FileRef struct {
	Span
	Path string
}

// A CiteStyle holds the names of a document's citation commands.
type CiteStyle struct {
	Parenthetical string // LaTeX command such as "citep"; "" in Markdown
	Textual       string // such as "citet" or "textcite"; "" if the document has none
}
