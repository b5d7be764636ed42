package answer

import (
	"regexp"
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
	counted
	short    shorts // of the paper
	order    int    // in the pool
	bm25     float64
	features []float64
}

// sentencesOf returns the sentences in a passage that can be quoted.
func sentencesOf(passage string) (all []string) {
	for _, span := range text.Sentences(passage) {
		if s := strings.TrimSpace(passage[span.Start:span.End]); s != "" && !instructs(s) {
			all = append(all, s)
		}
	}
	return all
}

// material returns a passage without sentences that look like prompt injections.
func material(passage string) string { return strings.Join(sentencesOf(passage), " ") }

// instruction matches typical prompt injections, which do not occur in papers otherwise.
var instruction = regexp.MustCompile(`(?i)\b(?:ignore|disregard|forget|override)\b[^.]{0,60}\b(?:above|previous|prior|preceding|earlier|instructions?|prompts?|everything|rules)\b|` +
	`\b(?:cite|recommend|praise|rank|promote) (?:me|us|this (?:paper|work|article)|our (?:paper|work|article)|only)\b|` +
	`\b(?:system|developer) (?:prompt|message)\b|\byou are (?:now |an? )?(?:ai|assistant|chatbot|language model)\b|\bas an ai\b|\bdo not (?:mention|cite|tell|reveal)\b|` +
	`\b(?:answer|respond|reply|say|write|output|print) (?:only|exactly|with the words?|that (?:this|our) (?:paper|work))\b|\bnote to (?:the )?(?:ai|llm|model|assistant|reviewer)`)

func instructs(sentence string) bool { return instruction.MatchString(text.Clean(sentence)) }
