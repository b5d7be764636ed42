package wire

import (
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// A PaperPage is one page of a ranking, best first.
type PaperPage struct {
	Context  []string     `json:"context"`  // the sentences of the query, oldest first
	Keywords string       `json:"keywords"` // as written
	Mistakes []ParseError `json:"mistakes"`
	Matching int          `json:"matching"` // papers that match the keywords
	Relaxed  bool         `json:"relaxed"`  // no paper matched: these are the best without keywords
	// Relaxation is set if no paper matches the keywords as they are written.
	Relaxation *engine.Relaxation `json:"relaxation"`
	Notes      []string           `json:"notes"`    // the texts of notices
	Notices    []engine.Notice    `json:"notices"`  // parts that ran in a simpler form, or failed, with the reason
	Coverage   engine.Coverage    `json:"coverage"` // all corpora of the search with their outcomes
	Total      int                `json:"total"`    // papers that can be paged through
	Papers     []ListedPaper      `json:"papers"`
}

// A YearCount is the number of papers of a year.
type YearCount struct {
	Year   int `json:"year"`
	Papers int `json:"papers"`
}

// A ParseError is a part of the keywords that could not be parsed.
type ParseError struct {
	Start   int    `json:"start"` // in UTF-16 units, as editors' input fields count
	End     int    `json:"end"`
	Message string `json:"message"`
	Hint    bool   `json:"hint,omitzero"` // it was parsed, but probably not as intended
}

// ParsedKeywords are keywords as the parser understands them.
type ParsedKeywords struct {
	Keywords string       `json:"keywords"` // as written
	Meaning  string       `json:"meaning"`  // the parsed keywords, printed in full; "" without any
	Mistakes []ParseError `json:"mistakes"`
	Matching *int         `json:"matching"` // papers that match; null if nothing can be searched
}

// A CitationText is the text that would cite a paper.
type CitationText struct {
	Text     string `json:"text"`     // for the document, in its markup
	Evidence *Quote `json:"evidence"` // null for a mark
	// Support is the probability, 0 to 1, that the paper shows the whole sentence, calibrated on
	// statements of which half are true; null for a mark.
	Support *float64 `json:"support"`
	// Prefer is "sentence" or "mark", whichever is offered first. It is the mark by the setting or
	// if the sentence has weak support.
	Prefer Mode   `json:"prefer"`
	Note   string `json:"note,omitempty"` // why it is a mark, or that the sentence is in another language
}

// TopicPapers are the papers that related work can cite for one topic.
type TopicPapers struct {
	Keywords   string             `json:"keywords"`
	Relaxation *engine.Relaxation `json:"relaxation"` // as in PaperPage
	Papers     []ListedPaper      `json:"papers"`     // best first
}

// A RelatedReply has the papers for the topics of a paragraph, and its sentences.
type RelatedReply struct {
	Topics    []TopicPapers     `json:"topics"`
	Sentences []RelatedSentence `json:"sentences"` // in the order of the paragraph; empty unless requested
}

// A RelatedSentence is about one paper of a topic.
type RelatedSentence struct {
	Topic int `json:"topic"` // counted from 0
	DraftReply
	PaperRef
}

// References are the references of papers as one text.
type References struct {
	Format string   `json:"format"`
	Style  string   `json:"style,omitempty"`
	Text   string   `json:"text"`
	Keys   []string `json:"keys"` // of the entries, parallel to the papers
}

// A CitingSentence is a sentence that cites a paper, independent of markup.
type CitingSentence struct {
	MarkedSentence
	Corpus  string  `json:"corpus"`
	Support float64 `json:"support"` // as in CitationText
	Note    string  `json:"note,omitempty"`
}

// A DraftReply has sentences about a paper, best first.
type DraftReply struct {
	Sentences []CitingSentence `json:"sentences"`
	Reason    string           `json:"reason,omitempty"` // the reason for no sentence: cite with the mark alone
}

// A MarkedSentence is a citing sentence independent of markup.
type MarkedSentence struct {
	ID string `json:"id"`
	// Sentence is plain text with #CIT at the citation. If Textual is set, #CIT stands for the
	// authors' names too.
	Sentence string         `json:"sentence"`
	Textual  bool           `json:"textual"`
	Evidence ScoredSentence `json:"evidence"`
}

// An Explanation is the evidence that a paper has for and against a claim.
type Explanation struct {
	ID     string `json:"id"`
	Corpus string `json:"corpus"`
	Title  string `json:"title"`
	Byline string `json:"byline"`
	Claim  string `json:"claim"` // the sentence, free of markup
	// Known is "full text", "abstract" or "title", the part of the paper that was compared.
	Known    string   `json:"known"`
	Relation Relation `json:"relation"`
	Reason   string   `json:"reason"` // of the relation
	// Score is the probability, 0 to 1, that a sentence like the claim cites this paper and not
	// another one of its field. It measures the topic; Support measures the claim.
	Score float64 `json:"score"`
	// Support is the probability that the paper shows the whole claim, calibrated on statements of
	// which half are true.
	Support  float64            `json:"support"`
	Evidence *Quote             `json:"evidence"` // the sentence that shows most of the claim; null without one
	Passages []ExplainedPassage `json:"passages"` // closest first, at most three
	Use      Use                `json:"use"`
}

// A Relation is the relation of a paper to a claim.
type Relation string

// The relations. A paper on the topic that shows only a part of the claim is related.
const (
	ClaimSupports Relation = "supports"
	ClaimRefutes  Relation = "refutes"
	ClaimRelated  Relation = "related"
	ClaimNotFound Relation = "not_found" // in the known text of the paper
)

// An ExplainedPassage is a part of a paper that is close to a claim.
type ExplainedPassage struct {
	Quote
	Index  int     `json:"index"`  // of the paragraph in the paper, from 1; 0 in the abstract
	Score  float64 `json:"score"`  // 0 to 1, as that of the paper
	Reason string  `json:"reason"` // quotes the passage
	// Sentence shares most words with the claim.
	Sentence string `json:"sentence"`
}

// Use is advice on how to cite the paper.
type Use struct {
	Intent string `json:"intent"` // "background", "method", "result" or "contrast"
	Text   string `json:"text"`   // one line
}
