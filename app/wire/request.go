package wire

// A Mode is a kind of text that cites a paper.
type Mode string

// The modes.
const (
	ModeSentence Mode = "sentence" // a citing sentence after the one at the cursor
	ModeMark     Mode = "mark"     // the citation alone
	ModeRewrite  Mode = "rewrite"  // another sentence in place of the citing one at the cursor
)

// SearchOverrides replace parts of the query that a document gives.
type SearchOverrides struct {
	Keywords *string `json:"keywords,omitempty"` // instead of those of the directive; null keeps them
	// Text replaces the sentences before the cursor; null keeps them.
	Text *string `json:"text,omitempty"`
}

// A PageRequest selects the papers offset+1 to offset+limit of a ranking. The default limit is 10.
type PageRequest struct {
	Offset int `json:"offset,omitempty"`
	Limit  int `json:"limit,omitempty"`
	// Named is an identifier, a title, or words of authors and title. If it is set, the papers are
	// those that it may mean, and the text is ignored.
	Named string `json:"named,omitempty"`
}

// A CitationRequest asks for sentences or a mark that cites papers.
type CitationRequest struct {
	Paper  string `json:"paper,omitempty"`
	Corpus string `json:"corpus,omitempty"`
	// Mode is "sentence" by default. A rewrite also writes the given keywords into the directive;
	// without a paper it is about the one that is cited at the cursor.
	Mode Mode `json:"mode,omitempty"`
	// Variants is the number of sentences, 1 to 3, each about another statement of the paper. The
	// default is 1; the reply may have fewer.
	Variants int `json:"variants,omitempty"`
	// Papers are cited by one mark, instead of Paper.
	Papers []PaperRef `json:"papers,omitempty"`
	// Prefix and Locator go before the first and after the last key of a mark:
	// "see", "p. 3".
	Prefix  string `json:"prefix,omitempty"`
	Locator string `json:"locator,omitempty"`
}

// A ChosenPaper is a paper that the user chose for a topic, counted from 0.
type ChosenPaper struct {
	Topic int `json:"topic"`
	PaperRef
}

// A SuggestRequest asks for papers worth citing after a text.
type SuggestRequest struct {
	Text     string `json:"text"`
	Keywords string `json:"keywords,omitempty"` // in the language of directives
	Title    string `json:"title,omitempty"`    // of the manuscript; its own record is left out
	From     int    `json:"from,omitempty"`     // no paper older than this year
	To       int    `json:"to,omitempty"`       // no paper newer than this year
	// Corpora are IDs or names of corpora; without any, all are searched.
	Corpora []string `json:"corpora,omitempty"`
	PageRequest
}

// An ExplainRequest asks for the evidence that a paper has for and against the last sentence of a
// text.
type ExplainRequest struct {
	PaperRef
	Text  string `json:"text"`
	Title string `json:"title,omitempty"` // of the manuscript
}

// A DraftRequest asks for sentences that cite a paper after a text.
type DraftRequest struct {
	PaperRef
	Text     string `json:"text,omitempty"`
	Keywords string `json:"keywords,omitempty"` // topics that a sentence should name, and "intent: method"
	Variants int    `json:"variants,omitempty"` // 1 to 3; the default is 1
}

// A RelatedRequest asks for papers for each topic of a paragraph, and for its sentences.
type RelatedRequest struct {
	Topics []string `json:"topics"` // the keywords of each
	Text   string   `json:"text,omitempty"`
	Title  string   `json:"title,omitempty"`
	// Papers are written about in this order; by default the best paper of each topic is.
	Papers []ChosenPaper `json:"papers,omitempty"`
	// Write asks for the sentences too.
	Write bool `json:"write,omitempty"`
}

// A ReferencesRequest asks for the references of papers in a format.
type ReferencesRequest struct {
	Papers []PaperRef `json:"papers"`
	Format string     `json:"format,omitempty"` // "bibtex" by default; "biblatex", "csl-json", "ris" or "plain"
	Style  string     `json:"style,omitempty"`  // of plain references; "apa" by default
}
