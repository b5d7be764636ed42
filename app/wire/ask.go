package wire

import (
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/answer"
)

// An AskRequest is a question as sent by a client. It contains references to papers and corpora, and
// its options may be omitted. Package app converts it into an answer.Question, which contains the
// records.
type AskRequest struct {
	Text string `json:"question"`
	// Papers are searched in full. If empty, all papers in Corpora are searched.
	Papers []PaperRef `json:"papers,omitempty"`
	// Corpora contains names or IDs of corpora; "library" is the user's library. If empty, all are
	// searched.
	Corpora []string `json:"corpora,omitempty"`
	// History is the conversation so far, oldest first. A question that refers to an earlier one
	// ("and on German?") is answered from the papers of the last answer.
	History []Exchange `json:"history,omitempty"`
	// Claim is the sentence in the manuscript that the question is about, and About describes the
	// manuscript. A model receives both as data.
	Claim string `json:"claim,omitempty"`
	About string `json:"about,omitempty"`
	// TopK and MinScore override the settings if set.
	TopK     int      `json:"topK,omitempty"`
	MinScore *float64 `json:"minScore,omitempty"`
	// Quotes requests an answer that consists of quotations, without a model.
	Quotes bool `json:"quotes,omitempty"`
}

// An Exchange is an earlier question with the text of its answer.
type Exchange = answer.Exchange

// An AskedPassage is a passage that may answer the question. It corresponds to an answer.Passage,
// with a reference in place of the record.
type AskedPassage struct {
	Quote
	Number int     `json:"number"` // number in the answer, counted from 1
	ID     string  `json:"id"`     // ID of the paper
	Corpus string  `json:"corpus"`
	Title  string  `json:"title"`
	Byline string  `json:"byline"`
	Link   string  `json:"link,omitempty"` // an http or https URL that is safe to open
	File   string  `json:"file,omitempty"` // path of the PDF in the user's library
	Index  int     `json:"index"`          // number of the paragraph in the paper, counted from 1; 0 in the abstract
	Score  float64 `json:"score"`          // probability, 0 to 1, that the passage answers the question
}

// An AnswerSentence is a sentence in an answer. It corresponds to an answer.Sentence, with the
// numbers of its passages in place of the passages.
type AnswerSentence struct {
	Text     string `json:"text"`
	Passages []int  `json:"passages"`
	// Quoted reports whether the sentence is a verbatim quotation from the paper.
	Quoted bool `json:"quoted,omitempty"`
	// Unsupported reports whether the passages do not support the whole sentence.
	Unsupported bool   `json:"unsupported,omitempty"`
	Reason      string `json:"reason,omitempty"` // why the sentence is unsupported
}

// An AskReply is the answer to a question.
type AskReply struct {
	// Answered reports whether the papers answer the question. Otherwise no passage reaches the
	// minimum score, or none of the model's sentences is supported; Passages then contains the
	// closest passages.
	Answered  bool             `json:"said"`
	Text      string           `json:"text"` // plain text with passage numbers in brackets
	Sentences []AnswerSentence `json:"sentences"`
	Passages  []AskedPassage   `json:"passages"` // best passages first
	// By is "passages" if the answer consists of quotations, and otherwise the name of the model.
	By       string   `json:"by"`
	Searched []string `json:"searched"` // names of the corpora that responded
	// Coverage lists all searched corpora with their outcomes. It is empty if the question names its
	// papers.
	Coverage engine.Coverage `json:"coverage"`
	Notices  []Notice        `json:"notices"`
}

// Exchange returns the question and the reply in the form needed for follow-up questions. Its
// papers are those that the answer cites, or else those of the closest passages.
func (r AskReply) Exchange(question string) Exchange {
	x := Exchange{Question: question, Answer: r.Text}
	cited := make(map[int]bool)
	for _, s := range r.Sentences {
		for _, n := range s.Passages {
			cited[n] = true
		}
	}
	for _, p := range r.Passages {
		ref := answer.PaperRef{Paper: p.ID, Corpus: p.Corpus}
		if (len(cited) == 0 || cited[p.Number]) && !slices.Contains(x.Papers, ref) {
			x.Papers = append(x.Papers, ref)
		}
	}
	return x
}

// An AskStep is one part of a streamed answer. Exactly one field is set.
type AskStep struct {
	Passages []AskedPassage  `json:"passages,omitempty"` // all passages; sent in the first step
	Sentence *AnswerSentence `json:"sentence,omitempty"` // the next sentence, already checked
}
