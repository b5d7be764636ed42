package wire

// A Mode is the kind of text to insert.
type Mode string

// The modes.
const (
	ModeSentence Mode = "sentence" // a citing sentence after the sentence at the cursor
	ModeMark     Mode = "mark"     // a citation mark without a sentence
	ModeRewrite  Mode = "rewrite"  // a different sentence that replaces the citing sentence at the cursor
)

// A Form is the role of the citation in a citing sentence.
type Form string

// The forms.
const (
	FormResult     Form = "result"     // the authors are the subject: "Lee et al. (2010) show ..."
	FormMention    Form = "mention"    // the citation follows the phrase that it supports
	FormUse        Form = "use"        // the document's authors use the work: "We use ..."
	FormFact       Form = "fact"       // the citation is at the end
	FormContrast   Form = "contrast"   // "In contrast, ..."
	FormDefinition Form = "definition" // "X is defined as ..."
	FormQuotation  Form = "quotation"  // the paper's words in quotation marks
)

// SearchOverrides replace parts of the query that would come from the document.
type SearchOverrides struct {
	Keywords *string `json:"keywords,omitempty"` // replaces the directive's keywords; null keeps them
	// Text replaces the sentences before the cursor; null keeps them.
	Text *string `json:"text,omitempty"`
}

// A PageRequest selects up to limit papers of a ranking, after the first offset papers. The default
// limit is 10.
type PageRequest struct {
	Offset int `json:"offset,omitempty"`
	Limit  int `json:"limit,omitempty"`
	// Named is an identifier, a title, or words from the authors and title. If it is set, the reply
	// contains the papers that match it and the text is ignored.
	Named string `json:"named,omitempty"`
}

// A CitationRequest requests sentences or a citation mark for papers.
type CitationRequest struct {
	Paper  string `json:"paper,omitempty"`
	Corpus string `json:"corpus,omitempty"`
	// Mode is "sentence" by default. A rewrite also writes the given keywords into the directive.
	// If a rewrite names no paper, it is about the paper cited at the cursor.
	Mode Mode `json:"mode,omitempty"`
	// Variants is the number of sentences, 1 to 6. The default is 1. The first is the best; its other
	// forms follow, then other statements of the paper. The reply may contain fewer sentences.
	Variants int `json:"variants,omitempty"`
	// Form, one of those in CitationText, selects the first sentence in that form instead of the best.
	Form Form `json:"form,omitempty"`
	// Papers, if not empty, replaces Paper. One citation mark cites all of them.
	Papers []PaperRef `json:"papers,omitempty"`
	// Prefix is printed before the first key of a citation mark, such as "see". Locator is printed
	// after the last key, such as "p. 3".
	Prefix  string `json:"prefix,omitempty"`
	Locator string `json:"locator,omitempty"`
}

// A ChosenPaper is a paper that the user chose for a topic. Topics are numbered from 0.
type ChosenPaper struct {
	Topic int `json:"topic"`
	PaperRef
}

// A SuggestRequest requests papers that are worth citing at the end of a text.
type SuggestRequest struct {
	Text     string `json:"text"`
	Keywords string `json:"keywords,omitempty"` // keywords in the syntax of directives
	Title    string `json:"title,omitempty"`    // title of the manuscript, whose own record is never suggested
	From     int    `json:"from,omitempty"`     // earliest year
	To       int    `json:"to,omitempty"`       // latest year
	// Corpora contains IDs or names of corpora. If empty, all are searched.
	Corpora []string `json:"corpora,omitempty"`
	PageRequest
}

// An ExplainRequest requests the evidence in a paper for and against the last sentence of a text.
type ExplainRequest struct {
	PaperRef
	Text  string `json:"text"`
	Title string `json:"title,omitempty"` // title of the manuscript
}

// A DraftRequest requests sentences that cite a paper and follow a text.
type DraftRequest struct {
	PaperRef
	Text     string `json:"text,omitempty"`
	Keywords string `json:"keywords,omitempty"` // topics that a sentence should mention; may contain "intent: method"
	Variants int    `json:"variants,omitempty"` // number of sentences, 1 to 6, as in CitationRequest; default 1
}

// A RelatedRequest requests papers for each topic of a paragraph and, optionally, sentences about
// them.
type RelatedRequest struct {
	Topics []string `json:"topics"` // keywords of each topic
	Text   string   `json:"text,omitempty"`
	Title  string   `json:"title,omitempty"`
	// Papers lists the papers to write about, in this order. The default is the best paper for each
	// topic.
	Papers []ChosenPaper `json:"papers,omitempty"`
	// Write requests sentences about the papers as well.
	Write bool `json:"write,omitempty"`
}

// A ReferencesRequest requests the references of papers in a format.
type ReferencesRequest struct {
	Papers []PaperRef `json:"papers"`
	Format string     `json:"format,omitempty"` // one of "bibtex" (default), "biblatex", "csl-json", "ris" or "plain"
	Style  string     `json:"style,omitempty"`  // citation style of plain references; default "apa"
}
