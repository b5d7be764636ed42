package wire

import (
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/answer"
)

// An AskRequest is a question as a client sends it. It names papers and corpora, and its options may
// be omitted. Package app resolves it to an answer.Question, which holds the records.
type AskRequest struct {
	Text string `json:"question"`
	// Papers are read in full. If empty, all papers in Corpora are searched.
	Papers []PaperRef `json:"papers,omitempty"`
	// Corpora are names or IDs; "library" is the user's library. If empty, all are searched.
	Corpora []string `json:"corpora,omitempty"`
	// History is the conversation so far, oldest first. A question that refers back ("and on German?")
	// is asked of the papers of the last answer.
	History []Exchange `json:"history,omitempty"`
	// Claim is the sentence in the manuscript that the question is about, and About describes the
	// manuscript. A model receives both as data.
	Claim string `json:"claim,omitempty"`
	About string `json:"about,omitempty"`
	// TopK and MinScore override the settings if set.
	TopK     int      `json:"topK,omitempty"`
	MinScore *float64 `json:"minScore,omitempty"`
	// Quotes requests an answer made of quotes, without a model.
	Quotes bool `json:"quotes,omitempty"`
}

// An Exchange is an earlier question with the text of its answer.
type Exchange = answer.Exchange

// An AskedPassage is a passage that may answer the question. It is an answer.Passage for display, with
// a reference in place of the record.
type AskedPassage struct {
	Quote
	Number int     `json:"number"` // in the answer, from 1
	ID     string  `json:"id"`     // of the paper
	Corpus string  `json:"corpus"`
	Title  string  `json:"title"`
	Byline string  `json:"byline"`
	Link   string  `json:"link,omitempty"` // http or https, safe to open
	File   string  `json:"file,omitempty"` // the PDF in the user's library
	Index  int     `json:"index"`          // of the paragraph in the paper, from 1; 0 in the abstract
	Score  float64 `json:"score"`          // probability, 0 to 1, that the passage answers the question
}

// An AnswerSentence is a sentence in an answer. It is an answer.Sentence with the numbers of its
// passages in place of the passages.
type AnswerSentence struct {
	Text     string `json:"text"`
	Passages []int  `json:"passages"`
	// Quoted reports whether the sentence is verbatim from the paper.
	Quoted bool `json:"quoted,omitempty"`
	// Unsupported reports whether the passages fail to support the whole sentence.
	Unsupported bool   `json:"unsupported,omitempty"`
	Reason      string `json:"reason,omitempty"` // why it is unsupported
}

// An AskReply is the answer to a question.
type AskReply struct {
	// Answered reports whether the papers answer. Otherwise no passage reaches the minimum score, or
	// none of the model's sentences is supported, and Passages holds the nearest ones.
	Answered  bool             `json:"said"`
	Text      string           `json:"text"` // plain text with passage numbers in brackets
	Sentences []AnswerSentence `json:"sentences"`
	Passages  []AskedPassage   `json:"passages"` // best first
	// By is "passages" for an answer made of quotes, and otherwise the name of the model.
	By       string   `json:"by"`
	Searched []string `json:"searched"` // names of the corpora that responded
	// Coverage lists all searched corpora with their outcomes. It is empty if the question names its
	// papers.
	Coverage engine.Coverage `json:"coverage"`
	Notices  []Notice        `json:"notices"`
}

// Exchange returns the reply as a part of the conversation that follows. Its papers are those that
// the answer cites, or those of the nearest passages.
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

// An AskStep is a part of a streamed answer. Exactly one field is set.
type AskStep struct {
	Passages []AskedPassage  `json:"passages,omitempty"` // all passages, in the first step
	Sentence *AnswerSentence `json:"sentence,omitempty"` // the next sentence, already checked
}
