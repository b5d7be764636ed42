package answer

import (
	"regexp"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Passage is a scored passage of a paper.
type Passage struct {
	evidence.Passage
	Paper *engine.Paper
	Score float64 // probability that it answers the question
}

// A candidate is a passage with the inputs to its score.
type candidate struct {
	Passage
	termCounts
	short shorts // abbreviations of the paper
	order int    // position in the pool
	paper int    // position of the paper in the search results, from 0
	bm25  float64
}

// A sentence is a scored sentence of a passage.
type sentence struct {
	termCounts
	text     string
	of       *candidate
	place    int     // index of the sentence in the passage
	relative float64 // relative position in the abstract, from 0 to 1
	features []float64
	logit    float64
	answers  *float64 // the network's logit that it answers the question; nil if the network did not read it
	score    float64  // probability that it answers the question
	quotable bool     // whether the sentence is complete and short enough to be quoted
	passage  int      // number of the passage in the answer, from 1; 0 if it is not shown
}

func (in *inquiry) sentences(pool []*candidate) (all []*sentence) {
	for _, c := range pool {
		whole := text.OneLine(c.Paper.Abstract)
		for place, said := range sentencesOf(c.Text) {
			s := &sentence{termCounts: in.count(said, c.short), text: text.OneLine(said), of: c, place: place}
			s.quotable = s.length >= fewestTerms && len(said) <= longestQuote && !strings.HasSuffix(said, "?")
			if at := strings.Index(whole, s.text); c.Index == 0 && at > 0 {
				s.relative = float64(at) / float64(len(whole))
			}
			all = append(all, s)
		}
	}
	return all
}

// sentencesOf returns the sentences in a passage that do not look like prompt injections.
func sentencesOf(passage string) []string {
	return slices.DeleteFunc(text.SplitSentences(passage), instructs)
}

// instruction matches phrases that are typical of prompt injections and do not otherwise occur in papers.
var instruction = regexp.MustCompile(`(?i)\b(?:ignore|disregard|forget|override)\b[^.]{0,60}\b(?:above|previous|prior|preceding|earlier|instructions?|prompts?|everything|rules)\b|` +
	`\b(?:cite|recommend|praise|rank|promote) (?:me|us|this (?:paper|work|article)|our (?:paper|work|article)|only)\b|` +
	`\b(?:system|developer) (?:prompt|message)\b|\byou are (?:now |an? )?(?:ai|assistant|chatbot|language model)\b|\bas an ai\b|\bdo not (?:mention|cite|tell|reveal)\b|` +
	`\b(?:answer|respond|reply|say|write|output|print) (?:only|exactly|with the words?|that (?:this|our) (?:paper|work))\b|\bnote to (?:the )?(?:ai|llm|model|assistant|reviewer)`)

func instructs(sentence string) bool { return instruction.MatchString(text.Clean(sentence)) }
