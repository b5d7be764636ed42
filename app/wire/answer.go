package wire

import (
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// A PaperPage is one page of a ranking, best first.
type PaperPage struct {
	Context  []string     `json:"context"`  // sentences in the query, oldest first
	Keywords string       `json:"keywords"` // as typed
	Mistakes []ParseError `json:"mistakes"`
	Matching int          `json:"matching"` // number of papers that match the keywords
	Relaxed  bool         `json:"relaxed"`  // no paper matched, so these are the best without keywords
	// Relaxation is set if no paper matches the keywords as written.
	Relaxation *engine.Relaxation `json:"relaxation"`
	Notes      []string           `json:"notes"`    // the texts of notices
	Notices    []engine.Notice    `json:"notices"`  // parts that failed or ran in a simpler form, with the reason
	Coverage   engine.Coverage    `json:"coverage"` // all searched corpora with their outcomes
	Total      int                `json:"total"`    // number of papers on all pages
	Papers     []ListedPaper      `json:"papers"`
}

// A YearCount is the number of papers from a year.
type YearCount struct {
	Year   int `json:"year"`
	Papers int `json:"papers"`
}

// A ParseError marks a part of the keywords that could not be parsed.
type ParseError struct {
	Start   int    `json:"start"` // in UTF-16 code units, as used by editors' input fields
	End     int    `json:"end"`
	Message string `json:"message"`
	Hint    bool   `json:"hint,omitzero"` // it was parsed, but probably not as intended
}

// ParsedKeywords show how the parser understands keywords.
type ParsedKeywords struct {
	Keywords string       `json:"keywords"` // as written
	Meaning  string       `json:"meaning"`  // the parsed keywords, printed in full; "" if empty
	Mistakes []ParseError `json:"mistakes"`
	Matching *int         `json:"matching"` // number of matching papers; null if nothing can be searched
}

// A CitationText is a text that cites a paper.
type CitationText struct {
	Text     string `json:"text"`     // in the document's markup
	Evidence *Quote `json:"evidence"` // null for a bare citation
	// Support is the probability, 0 to 1, that the paper supports the whole sentence, calibrated on
	// statements half of which are true. It is null for a bare citation.
	Support *float64 `json:"support"`
	// Prefer is the mode to offer first, "sentence" or "mark". It is "mark" if the setting requires it
	// or the sentence has weak support.
	Prefer Mode   `json:"prefer"`
	Note   string `json:"note,omitempty"` // why it is a bare citation, or that the sentence is in another language
}

// TopicPapers are papers to cite for one topic of related work.
type TopicPapers struct {
	Keywords   string             `json:"keywords"`
	Relaxation *engine.Relaxation `json:"relaxation"` // as in PaperPage
	Papers     []ListedPaper      `json:"papers"`     // best first
}

// A RelatedReply contains the papers for the topics of a paragraph, and its sentences.
type RelatedReply struct {
	Topics    []TopicPapers     `json:"topics"`
	Sentences []RelatedSentence `json:"sentences"` // in the order of the paragraph; empty unless requested
}

// A RelatedSentence is a sentence about one paper on a topic.
type RelatedSentence struct {
	Topic int `json:"topic"` // counted from 0
	DraftReply
	PaperRef
}

// References are the formatted references of papers as one text.
type References struct {
	Format string   `json:"format"`
	Style  string   `json:"style,omitempty"`
	Text   string   `json:"text"`
	Keys   []string `json:"keys"` // citation keys, parallel to the papers
}

// A CitingSentence is a sentence that cites a paper, without markup.
type CitingSentence struct {
	MarkedSentence
	Corpus  string  `json:"corpus"`
	Support float64 `json:"support"` // as in CitationText
	Note    string  `json:"note,omitempty"`
}

// A DraftReply contains sentences about a paper, best first.
type DraftReply struct {
	Sentences []CitingSentence `json:"sentences"`
	Reason    string           `json:"reason,omitempty"` // why only a bare citation is possible
}

// A MarkedSentence is a citing sentence without markup.
type MarkedSentence struct {
	ID string `json:"id"`
	// Sentence is plain text with #CIT at the citation. If Textual is set, #CIT stands for the
	// authors' names as well.
	Sentence string         `json:"sentence"`
	Textual  bool           `json:"textual"`
	Evidence ScoredSentence `json:"evidence"`
}

// An Explanation is a paper's evidence for and against a claim.
type Explanation struct {
	ID     string `json:"id"`
	Corpus string `json:"corpus"`
	Title  string `json:"title"`
	Byline string `json:"byline"`
	Claim  string `json:"claim"` // the sentence, without markup
	// Known is the part of the paper that was compared: "full text", "abstract" or "title".
	Known    string   `json:"known"`
	Relation Relation `json:"relation"`
	Reason   string   `json:"reason"` // for the relation
	// Score is the probability, 0 to 1, that a sentence like the claim cites this paper rather than
	// another one in the field. It measures the topic, while Support measures the claim.
	Score float64 `json:"score"`
	// Support is the probability that the paper supports the whole claim, calibrated on statements
	// half of which are true.
	Support  float64            `json:"support"`
	Evidence *Quote             `json:"evidence"` // the sentence that covers most of the claim, or null
	Passages []ExplainedPassage `json:"passages"` // closest first, at most three
	Use      Use                `json:"use"`
	// Contradiction is the probability that the paper contradicts the claim; 0 without the judge.
	Contradiction float64 `json:"contradiction"`
	// Attributed are the words by which Evidence reports what others found, or "".
	Attributed string `json:"attributed,omitempty"`
}

// A Relation is the relation between a paper and a claim.
type Relation string

// The relations. A paper on the topic that supports only part of the claim is related.
const (
	ClaimSupports Relation = "supports"
	ClaimRefutes  Relation = "refutes"
	ClaimRelated  Relation = "related"
	ClaimNotFound Relation = "not_found" // in the available text of the paper
)

// An ExplainedPassage is a passage in a paper that is close to a claim.
type ExplainedPassage struct {
	Quote
	Index  int     `json:"index"`  // of the paragraph in the paper, from 1; 0 in the abstract
	Score  float64 `json:"score"`  // 0 to 1, like the paper's score
	Reason string  `json:"reason"` // quotes the passage
	// Sentence shares the most words with the claim.
	Sentence string `json:"sentence"`
}

// Use is advice on how to cite the paper.
type Use struct {
	Intent string `json:"intent"` // "background", "method", "result" or "contrast"
	Text   string `json:"text"`   // one line
}
