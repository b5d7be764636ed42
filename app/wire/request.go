package wire

// A Mode is a kind of citing text.
type Mode string

// The modes.
const (
	ModeSentence Mode = "sentence" // a citing sentence after the one at the cursor
	ModeMark     Mode = "mark"     // the bare citation
	ModeRewrite  Mode = "rewrite"  // another sentence in place of the citing one at the cursor
)

// SearchOverrides replace parts of the query that come from the document.
type SearchOverrides struct {
	Keywords *string `json:"keywords,omitempty"` // replaces the directive's keywords; null keeps them
	// Text replaces the sentences before the cursor; null keeps them.
	Text *string `json:"text,omitempty"`
}

// A PageRequest selects papers offset+1 to offset+limit of a ranking. The default limit is 10.
type PageRequest struct {
	Offset int `json:"offset,omitempty"`
	Limit  int `json:"limit,omitempty"`
	// Named is an identifier, a title, or words of authors and title. If it is set, the papers that
	// match it are returned and the text is ignored.
	Named string `json:"named,omitempty"`
}

// A CitationRequest requests sentences or a bare citation for papers.
type CitationRequest struct {
	Paper  string `json:"paper,omitempty"`
	Corpus string `json:"corpus,omitempty"`
	// Mode is "sentence" by default. A rewrite also writes the given keywords into the directive. If
	// no paper is given, the rewrite is about the paper cited at the cursor.
	Mode Mode `json:"mode,omitempty"`
	// Variants is the number of sentences, 1 to 3, each about a different statement in the paper. The
	// default is 1. The reply may contain fewer.
	Variants int `json:"variants,omitempty"`
	// Papers are cited together in one citation, instead of Paper.
	Papers []PaperRef `json:"papers,omitempty"`
	// Prefix and Locator are printed before the first and after the last key of a citation: "see", "p.
	// 3".
	Prefix  string `json:"prefix,omitempty"`
	Locator string `json:"locator,omitempty"`
}

// A ChosenPaper is a paper chosen by the user for a topic. Topics are counted from 0.
type ChosenPaper struct {
	Topic int `json:"topic"`
	PaperRef
}

// A SuggestRequest requests papers worth citing after a text.
type SuggestRequest struct {
	Text     string `json:"text"`
	Keywords string `json:"keywords,omitempty"` // in the syntax of directives
	Title    string `json:"title,omitempty"`    // of the manuscript, whose own record is not suggested
	From     int    `json:"from,omitempty"`     // first year
	To       int    `json:"to,omitempty"`       // last year
	// Corpora are IDs or names; if empty, all are searched.
	Corpora []string `json:"corpora,omitempty"`
	PageRequest
}

// An ExplainRequest requests a paper's evidence for and against the last sentence of a text.
type ExplainRequest struct {
	PaperRef
	Text  string `json:"text"`
	Title string `json:"title,omitempty"` // of the manuscript
}

// A DraftRequest requests sentences that cite a paper and follow a text.
type DraftRequest struct {
	PaperRef
	Text     string `json:"text,omitempty"`
	Keywords string `json:"keywords,omitempty"` // topics that a sentence should mention, and "intent: method"
	Variants int    `json:"variants,omitempty"` // 1 to 3; default 1
}

// A RelatedRequest requests papers for each topic of a paragraph, and its sentences.
type RelatedRequest struct {
	Topics []string `json:"topics"` // the keywords of each topic
	Text   string   `json:"text,omitempty"`
	Title  string   `json:"title,omitempty"`
	// Papers are the papers to write about, in this order. The default is the best paper of each
	// topic.
	Papers []ChosenPaper `json:"papers,omitempty"`
	// Write requests the sentences as well.
	Write bool `json:"write,omitempty"`
}

// A ReferencesRequest requests the references of papers in a format.
type ReferencesRequest struct {
	Papers []PaperRef `json:"papers"`
	Format string     `json:"format,omitempty"` // "bibtex" by default; "biblatex", "csl-json", "ris" or "plain"
	Style  string     `json:"style,omitempty"`  // for plain references; "apa" by default
}
