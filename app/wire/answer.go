package wire

import (
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// A PaperPage is one page of a ranking, best papers first.
type PaperPage struct {
	Context  []string     `json:"context"`  // sentences in the query, oldest first
	Keywords string       `json:"keywords"` // the keywords as typed
	Mistakes []ParseError `json:"mistakes"`
	Matching int          `json:"matching"` // number of papers that match the keywords
	Relaxed  bool         `json:"relaxed"`  // no paper matches the keywords, so the ranking ignores them
	// Relaxation describes how the keywords were relaxed. It is null if papers match the keywords
	// as written.
	Relaxation *engine.Relaxation `json:"relaxation"`
	Notes      []string           `json:"notes"` // the texts of notices
	// parts of the search that failed or were simplified, with the reasons
	Notices  []engine.Notice `json:"notices"`
	Coverage engine.Coverage `json:"coverage"` // all searched corpora with their outcomes
	Total    int             `json:"total"`    // number of papers on all pages
	Papers   []ListedPaper   `json:"papers"`
}

// A YearCount is the number of papers published in a year.
type YearCount struct {
	Year   int `json:"year"`
	Papers int `json:"papers"`
}

// A ParseError marks a part of the keywords that could not be parsed.
type ParseError struct {
	Start   int    `json:"start"` // in UTF-16 code units, as used by editors' input fields
	End     int    `json:"end"`
	Message string `json:"message"`
	Hint    bool   `json:"hint,omitzero"` // the part was parsed, but probably not as intended
}

// ParsedKeywords show how the server interprets keywords.
type ParsedKeywords struct {
	Keywords string       `json:"keywords"` // keywords as written
	Meaning  string       `json:"meaning"`  // the parsed keywords in full notation; "" without keywords
	Mistakes []ParseError `json:"mistakes"`
	Matching *int         `json:"matching"` // number of matching papers; null if nothing can be searched
}

// A CitationText is a text that cites a paper.
type CitationText struct {
	Text     string `json:"text"`               // text in the document's markup
	Evidence *Quote `json:"evidence"`           // sentence of the paper that supports the text; null for a citation mark
	Form     Form   `json:"form,omitempty"`     // empty for a citation mark
	FormName string `json:"formName,omitempty"` // name of the form for menus
	// Support is the probability, 0 to 1, that the paper supports the whole sentence. It is
	// calibrated on statements half of which are true. It is null for a citation mark.
	Support *float64 `json:"support"`
	// Prefer is the mode to offer first, "sentence" or "mark". It is "mark" if the setting requires
	// it or if the paper supports the sentence only weakly.
	Prefer Mode `json:"prefer"`
	// a note for the user, such as why only a citation mark is offered or that the sentence is in
	// another language
	Note string `json:"note,omitempty"`
}

// TopicPapers contains the papers to cite for one topic of related work.
type TopicPapers struct {
	Keywords   string             `json:"keywords"`
	Relaxation *engine.Relaxation `json:"relaxation"` // as in PaperPage
	Papers     []ListedPaper      `json:"papers"`     // best papers first
}

// A RelatedReply contains the papers for the topics of a paragraph and, if requested, its
// sentences.
type RelatedReply struct {
	Topics    []TopicPapers     `json:"topics"`
	Sentences []RelatedSentence `json:"sentences"` // in the order of the paragraph; empty unless requested
}

// A RelatedSentence is a sentence about one paper on a topic.
type RelatedSentence struct {
	Topic int `json:"topic"` // number of the topic, counted from 0
	// Joins is the index of the earlier sentence that this paper also supports. If it is set, cite the
	// paper there and omit this sentence, which is the same.
	Joins *int `json:"joins,omitempty"`
	DraftReply
	PaperRef
}

// References contains the formatted references of papers as one text.
type References struct {
	Format string   `json:"format"`
	Style  string   `json:"style,omitempty"`
	Text   string   `json:"text"`
	Keys   []string `json:"keys"` // citation keys of the papers, in the same order
}

// A CitingSentence is a sentence that cites a paper, without markup.
type CitingSentence struct {
	MarkedSentence
	Corpus  string  `json:"corpus"`
	Support float64 `json:"support"` // probability of support, as in CitationText
	Note    string  `json:"note,omitempty"`
}

// A DraftReply contains sentences about a paper, best first.
type DraftReply struct {
	Sentences []CitingSentence `json:"sentences"`
	Reason    string           `json:"reason,omitempty"` // why only a citation mark is possible
}

// A MarkedSentence is a citing sentence without markup.
type MarkedSentence struct {
	ID string `json:"id"`
	// Sentence is plain text with #CIT in place of the citation. If Textual is set, #CIT also stands
	// for the authors' names.
	Sentence string         `json:"sentence"`
	Textual  bool           `json:"textual"`
	Form     Form           `json:"form"`
	Evidence ScoredSentence `json:"evidence"`
}

// An Explanation describes the evidence in a paper for and against a claim.
type Explanation struct {
	ID     string `json:"id"`
	Corpus string `json:"corpus"`
	Title  string `json:"title"`
	Byline string `json:"byline"`
	Claim  string `json:"claim"` // the compared sentence, without markup
	// Known is the part of the paper that was compared: "full text", "abstract" or "title".
	Known    string   `json:"known"`
	Relation Relation `json:"relation"`
	Reason   string   `json:"reason"` // reason for the relation
	// Score is the probability, 0 to 1, that a sentence like the claim cites this paper rather than
	// another one in the field. Score depends on the topic of the claim, while Support depends on
	// its content.
	Score float64 `json:"score"`
	// Support is the probability that the paper supports the whole claim. It is calibrated on
	// statements half of which are true.
	Support  float64            `json:"support"`
	Evidence *Quote             `json:"evidence"` // the sentence that covers most of the claim, or null
	Passages []ExplainedPassage `json:"passages"` // at most three passages, closest first
	Use      Use                `json:"use"`
}

// A Relation is the relation between a paper and a claim.
type Relation string

// The relations. A paper that is about the topic but supports only part of the claim is related.
const (
	ClaimSupports Relation = "supports"
	ClaimRefutes  Relation = "refutes"
	ClaimRelated  Relation = "related"
	ClaimNotFound Relation = "not_found" // not found in the available text of the paper
)

// An ExplainedPassage is a passage in a paper that is close to a claim.
type ExplainedPassage struct {
	Quote
	Index  int     `json:"index"`  // number of the paragraph in the paper, counted from 1; 0 in the abstract
	Score  float64 `json:"score"`  // probability, 0 to 1, as in Explanation
	Reason string  `json:"reason"` // text that quotes the passage
	// Sentence is the sentence of the passage that shares the most words with the claim.
	Sentence string `json:"sentence"`
}

// A Use is advice on how to cite the paper.
type Use struct {
	Intent string `json:"intent"` // "background", "method", "result" or "contrast"
	Text   string `json:"text"`   // advice in one line
}

// A Ranking is a search result printed by the command line.
type Ranking struct {
	TookMS float64       `json:"took_ms"`
	Total  int           `json:"total"`
	Papers []RankedPaper `json:"papers"`
	// Relaxed reports whether the keywords matched no paper and were ignored.
	Relaxed bool `json:"relaxed,omitempty"`
	// Relaxation describes how the keywords were relaxed. It is omitted if papers match the
	// keywords as written.
	Relaxation *engine.Relaxation `json:"relaxation,omitempty"`
	Mistakes   []string           `json:"mistakes,omitempty"`
	Coverage   engine.Coverage    `json:"coverage,omitempty"` // all searched corpora with their outcomes
	// parts of the search that failed or were simplified, with the reasons
	Notices []engine.Notice `json:"notices,omitempty"`
}

// A RankedPaper is a paper in a Ranking.
type RankedPaper struct {
	Rank   int     `json:"rank"`
	ID     string  `json:"id"`
	Corpus string  `json:"corpus"`
	Score  float64 `json:"score"`
	// Relevance is the probability that the query's text cites this paper, or 0 if unknown.
	Relevance float64  `json:"relevance"`
	Title     string   `json:"title"`
	Authors   []string `json:"authors"`
	Year      int      `json:"year"`
	DOI       string   `json:"doi"`
}

// Highlights contains the important sentences of a paper.
type Highlights struct {
	ID         string           `json:"id"`
	Title      string           `json:"title"`
	Highlights []ScoredSentence `json:"highlights"`
}

// A ScoredSentence is a sentence of a paper, with its position and score.
type ScoredSentence struct {
	Text    string  `json:"text"`
	Section string  `json:"section"`
	Index   int     `json:"index"`
	Score   float64 `json:"score"`
}
