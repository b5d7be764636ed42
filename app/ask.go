package app

import (
	"context"
	"errors"
)

// A Question is asked of papers.
type Question struct {
	Text string `json:"question"`
	// Papers are the ones that are asked, in full; where there are none, the passages
	// of all papers of Corpora are searched.
	Papers []PaperRef `json:"papers,omitempty"`
	// Corpora are names or IDs; "library" is the user's own. All are searched where none is named.
	Corpora []string `json:"corpora,omitempty"`
	// History is the conversation so far, oldest first. A question that refers to it
	// ("and on German?") is searched with the words of the one before.
	History []Exchange `json:"history,omitempty"`
	// Claim is the sentence of the manuscript that the question came up at, and About
	// what the manuscript is about; a model is told both, as data.
	Claim string `json:"claim,omitempty"`
	About string `json:"about,omitempty"`
	// TopK and MinScore replace the settings where they are given.
	TopK     int      `json:"topK,omitempty"`
	MinScore *float64 `json:"minScore,omitempty"`
	// Quotes asks for an answer of quotes alone, whatever model there is.
	Quotes bool `json:"quotes,omitempty"`
}

// An Exchange is a question that was asked before, and the text of its answer.
type Exchange struct {
	Question string `json:"question"`
	Answer   string `json:"answer"`
}

// An AskedPassage is a passage of a paper that may hold an answer.
type AskedPassage struct {
	Quote
	Number int     `json:"number"` // in the answer, from 1
	ID     string  `json:"id"`     // of the paper
	Corpus string  `json:"corpus"`
	Title  string  `json:"title"`
	Byline string  `json:"byline"`
	Link   string  `json:"link,omitempty"` // where the paper can be read: http or https, safe to open
	File   string  `json:"file,omitempty"` // the PDF in the user's own library
	Index  int     `json:"index"`          // of the paragraph in the paper, from 1; 0 in the abstract
	Score  float64 `json:"score"`          // 0 to 1: how probable it is that the passage answers the question
}

// An AnswerSentence is a sentence of an answer with the numbers of the passages that
// show it.
type AnswerSentence struct {
	Text     string `json:"text"`
	Passages []int  `json:"passages"`
	// Quoted is set where the sentence is the paper's own, word by word.
	Quoted bool `json:"quoted,omitempty"`
	// Unsupported is set where the check did not find all of the sentence in its passages.
	Unsupported bool   `json:"unsupported,omitempty"`
	Reason      string `json:"reason,omitempty"` // why it is unsupported
}

// An Answered question.
type Answered struct {
	// Said is false where the papers do not say: no passage reaches the least score, or
	// nothing that a model made of them is supported.
	Said      bool             `json:"said"`
	Text      string           `json:"text"` // the answer as plain text with numbers in brackets, or that the papers do not say
	Sentences []AnswerSentence `json:"sentences"`
	Passages  []AskedPassage   `json:"passages"` // best first
	// By is "passages" where the answer is made of quotes, or the name of the model.
	By       string   `json:"by"`
	Searched []string `json:"searched"` // the names of the corpora
	Notices  []Notice `json:"notices"`
}

// An AskStep is a part of an answer while it is made. One of its fields is set.
type AskStep struct {
	Passages []AskedPassage  `json:"passages,omitempty"` // all that were found; they come first
	Sentence *AnswerSentence `json:"sentence,omitempty"` // the next one of the answer, checked
}

// An Asker answers questions by what papers say. It is safe for concurrent use.
type Asker interface {
	// Ask answers a question. step is called with the parts of the answer as they are
	// there, one call at a time; it may be nil.
	Ask(ctx context.Context, q Question, step func(AskStep)) (Answered, error)
	// Passages are the passages alone, best first, down to the least score.
	Passages(ctx context.Context, q Question) (passages []AskedPassage, searched []string, err error)
}

// ErrNoQuestion is returned for a question without a word that can be searched for.
var ErrNoQuestion = errors.New("there is no question: write one in words that papers may use")
