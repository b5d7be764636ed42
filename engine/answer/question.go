package answer

import (
	"regexp"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Question is a question about papers.
type Question struct {
	Text    string
	Papers  []*engine.Paper // papers to answer from; if empty, a search finds them
	History []Exchange      // oldest first
	// Claim is the sentence at the cursor, and About describes the manuscript. Both are passed to the
	// model as data.
	Claim, About string
	TopK         int
	MinScore     float64
	Quotes       bool // answer only with quotes
}

// An Exchange is an earlier question with the text of its answer.
type Exchange struct {
	Question string `json:"question"`
	Answer   string `json:"answer"`
}

// Limits on the parts of a question, in bytes except maxHistory.
const (
	maxQuestion = 4 << 10
	maxAbout    = 8 << 10
	maxHistory  = 6 // exchanges
)

// earlierWeight is the weight of words from earlier questions relative to the current question.
const earlierWeight = 0.5

// An inquiry is a parsed question.
type inquiry struct {
	text  string // for searching, preceded by earlier questions that it refers to
	words terms
	pairs terms
	kind  kind
	focus focus
}

func read(q Question) inquiry {
	asked := text.OneLine(text.Cut(q.Text, maxQuestion))
	in := inquiry{text: asked, kind: kindOf(asked), words: termsOf(asked, 1), pairs: pairsOf(asked, 1)}
	in.focus = in.focusOf(asked)
	if !refersBack(asked, in.words) {
		return in
	}
	for i := len(q.History) - 1; i >= max(0, len(q.History)-maxHistory); i-- {
		before := text.OneLine(text.Cut(q.History[i].Question, maxQuestion))
		words := termsOf(before, earlierWeight)
		in.words.addAll(words)
		in.pairs.addAll(pairsOf(before, earlierWeight))
		in.text = before + " " + in.text
		if !refersBack(before, words) {
			break
		}
	}
	return in
}

// referring matches openings and pronouns that are typical of follow-up questions.
var referring = regexp.MustCompile(`(?i)^(?:and|but|so|or|also|then|what about|how about|what else|why\?|how\?|why not)\b|\b(?:it|its|they|them|their|theirs|this|these|those|he|she|his|her|that one|the same|there)\b`)

// fewWords is the minimum number of terms in a question that is clear without context.
const fewWords = 2

func refersBack(question string, words terms) bool {
	return len(words) < fewWords || referring.MatchString(question)
}

// HasWords reports whether a question has searchable words.
func (q Question) HasWords() bool { return len(read(q).words) > 0 }

// A kind classifies questions by the form of their answers.
type kind int

const (
	other kind = iota
	yesNo
	number
	reason
	definition
	time
	means
)

// kinds lists the patterns for each kind. The first match wins.
var kinds = []struct {
	kind   kind
	asked  *regexp.Regexp
	answer *regexp.Regexp // matches possible answers
}{
	{number, regexp.MustCompile(`(?i)\bhow (?:many|much|often|long|large|big|old|far|fast|high|well)\b|\b(?:what|which) (?:\w+ ){0,3}(?:percentage|percent|proportion|share|number|rate|size|score|accuracy|bleu|f1|f-score|precision|recall|dose|prevalence|incidence)\b`), regexp.MustCompile(`\d|(?i:\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozens?|half|twice|hundred|thousand|million|billion)\b)`)},
	{time, regexp.MustCompile(`(?i)^(?:when|since when)\b|\b(?:what|which) (?:year|date|century|decade)\b`), regexp.MustCompile(`\b(?:1[5-9]|20)\d\d\b|(?i:\b(?:during|after|before|until|since|when)\b)`)},
	{reason, regexp.MustCompile(`(?i)^why\b|\b(?:reason|cause|explain)s?\b`), regexp.MustCompile(`(?i)\b(?:because|due to|owing to|since|therefore|caused by|reasons?|as a result|so that|in order to|attribut\w+|explain\w*)\b`)},
	{means, regexp.MustCompile(`(?i)^how\b|\b(?:method|approach|technique|algorithm)s?\b`), regexp.MustCompile(`(?i)\b(?:by|using|use[ds]?|with|via|through|based on|propos\w+|appl\w+|method|approach)\b`)},
	{definition, regexp.MustCompile(`(?i)^(?:what (?:is|are|was|were)|define|what does .* mean)\b`), regexp.MustCompile(`(?i)\b(?:is|are|was|were) (?:an?|the|any|defined|called|known)\b|\b(?:refers? to|defined as|known as|called|means|namely)\b`)},
	{yesNo, regexp.MustCompile(`(?i)^(?:do|does|did|is|are|was|were|can|could|should|would|will|has|have|had|may|might|must)\b|[:;,.] (?:do|does|did|is|are|was|were|can|could|should|has|have) [^?]*\?$`), regexp.MustCompile(`(?i)\b(?:conclu\w+|suggest\w*|indicat\w+|found|find(?:ings?|s)?|show(?:s|ed|n)?|demonstrat\w+|associat\w+|significant\w*|no |not |improv\w+|appears?|effective\w*|results?)\b`)},
}

func kindOf(question string) kind {
	question = strings.TrimSpace(question)
	for _, k := range kinds {
		if k.asked.MatchString(question) {
			return k.kind
		}
	}
	return other
}

// answeredBy reports whether a sentence has the form of an answer to this kind of question.
func (k kind) answeredBy(sentence string) bool {
	for _, x := range kinds {
		if x.kind == k {
			return x.answer.MatchString(sentence)
		}
	}
	return false
}
