package doc

// A Span is a half-open range of byte offsets into a Snapshot's text.
type Span struct{ Start, End int }

// Contains reports whether offset is inside the span or at its end, where a
// cursor that has just typed its last character is now.
func (s Span) Contains(offset int) bool { return s.Start <= offset && offset <= s.End }

// A Manuscript is what a scanner finds in one file. Scanning never fails;
// what is broken is left out.
type Manuscript struct {
	Title          string // "" where none is given
	Sentences      []Sentence
	Directives     []Directive
	Citations      []Citation
	Paragraphs     []Span
	Headings       []int     // where each section but the first begins
	Bibliographies []FileRef // .bib files, as named in the text
	Includes       []FileRef // files that this one includes
	Root           FileRef   // "% !TeX root" where given
	Defines        []CiteKey // names that the text itself gives: to works that it describes, or to its parts
	Style          CiteStyle
	Language       string // "en" where nothing else is said (BCP 47, primary tag only)
	// Masked are the ranges where no sentence can be inserted: preamble,
	// comments, maths, verbatim, code, front matter.
	Masked []Span
	// Code are the ranges that cite nothing, whatever is there: comments,
	// verbatim text, code, front matter.
	Code []Span
	// Groups are the ranges that are set in one manner, such as emphasis.
	Groups []Group
	// Notes are footnotes and what else hangs on the text before it.
	Notes  []Span
	Insets []Inset
	Outer  *Manuscript // the manuscript that this is an inset of, nil where it is none
	inset  Inset       // the part of Outer
}

// A Sentence of running text.
type Sentence struct {
	Span
	Stop      int    // where a mark goes that belongs to it: before its final stop
	Tail      int    // its end with the notes that hang on it
	Lacks     Lack   // the full stop that is missing
	Text      string // free of markup; a citation is one CiteMark
	Section   int    // counts headings from the top of the file
	Paragraph int    // index into Manuscript.Paragraphs
}

// A Lack says which full stop a sentence needs before more is written.
type Lack int

// Nothing is missing; the next sentence needs a full stop before it, as behind
// an item of a list; a mark needs one behind it, since the one before it belongs
// to an abbreviation.
const (
	LacksNothing Lack = iota
	LacksStop
	LacksStopBehindMark
)

// CiteMark is a citation in the Text of a Sentence.
const CiteMark = "[CITE]"

// A Directive is a "scilit:" comment.
type Directive struct {
	Span             // the whole comment with its delimiters
	Keywords  Span   // what is after "scilit:", trimmed
	Text      string // the keywords themselves
	Paragraph int    // index into Manuscript.Paragraphs of the paragraph it belongs to, or -1
	Line      Span   // the line that it shares with text; empty where it has its own
}

// A Citation is one citation command with its keys.
type Citation struct {
	Span
	Command string // "cite", "parencite", ...; "" in Markdown
	Textual bool   // names the authors in the text: \citet, \textcite, @key
	Aside   bool   // in no running text: a footnote, a table, a heading
	Behind  bool   // hangs on the full stop of its sentence
	Lists   []Span // the insides of the brackets that hold the keys
	Keys    []CiteKey
}

// A Group is a range that is set in one manner: with the marks around it, and
// where its closing mark begins.
type Group struct {
	Span
	Closing int
	Inline  bool // emphasis and the like, which holds no paragraphs
}

// An Inset is text outside the running text.
type Inset struct {
	Span // without the marks around it
	Kind InsetKind
}

// An InsetKind says what can be written into an Inset.
type InsetKind int

// A note and a caption take sentences, a cell of a table only marks.
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

// A Typing is a key that is being typed into a citation.
type Typing struct {
	Span              // what the whole key replaces; the cursor is in it or at its end
	Typed    string   // from the start to the cursor, free of markup
	Others   []string // the other keys of the citation
	Citation int      // where the citation begins
}

// A FileRef is a file name as written in the text.
type FileRef struct {
	Span
	Path string
}

// A CiteStyle says by which commands the document cites.
type CiteStyle struct {
	Parenthetical string // LaTeX command name without backslash: "citep", "parencite", "cite"; "" in Markdown
	Textual       string // "citet", "textcite"; "" where the document has no such command
}
