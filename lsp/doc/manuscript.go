package doc

// A Span is a half-open range of byte offsets into a Snapshot's text.
type Span struct{ Start, End int }

// Contains reports whether offset is inside the span or at its end, where a
// cursor that has just typed its last character stands.
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
	Style          CiteStyle
	Language       string // "en" where nothing else is said (BCP 47, primary tag only)
	// Masked are the ranges where no sentence can be inserted: preamble,
	// comments, maths, verbatim, code, front matter.
	Masked []Span
	// Code are the ranges that cite nothing, whatever stands there: comments,
	// verbatim text, code, front matter.
	Code []Span
}

// A Sentence of running text.
type Sentence struct {
	Span
	Text      string // free of markup; a citation is one CiteMark
	Section   int    // counts headings from the top of the file
	Paragraph int    // index into Manuscript.Paragraphs
}

// CiteMark stands for a citation in the Text of a Sentence.
const CiteMark = "[CITE]"

// A Directive is a "scilit:" comment.
type Directive struct {
	Span             // the whole comment with its delimiters
	Keywords  Span   // what stands after "scilit:", trimmed
	Text      string // the keywords themselves
	Paragraph int    // index into Manuscript.Paragraphs of the paragraph it belongs to, or -1
}

// A Citation is one citation command with its keys.
type Citation struct {
	Span
	Command string // "cite", "parencite", ...; "" in Markdown
	Textual bool   // names the authors in the text: \citet, \textcite, @key
	Aside   bool   // in no running text: a footnote, a table, a heading
	Keys    []CiteKey
}

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
