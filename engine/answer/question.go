package answer

import (
	"maps"
	"regexp"
	"strings"
	"unicode"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Question is a question about papers.
type Question struct {
	Text    string
	Papers  []*engine.Paper // papers to answer from; if empty, a search finds them
	History []Exchange      // oldest first
	// Claim is the sentence at the cursor. About describes the manuscript. A model receives both as
	// data.
	Claim, About string
	TopK         int
	MinScore     float64
	Quotes       bool // whether to answer only with quotes, without a model
}

// An Exchange is an earlier question with the text of its answer.
type Exchange struct {
	Question string `json:"question"`
	Answer   string `json:"answer"`
	// Papers are the papers of the answer. A follow-up question is answered from them.
	Papers []PaperRef `json:"papers,omitempty"`
}

// A PaperRef identifies a paper of an earlier answer.
type PaperRef struct {
	Paper  string `json:"paper"`
	Corpus string `json:"corpus,omitempty"`
}

// Limits on the parts of a question, in bytes unless noted otherwise.
const (
	maxQuestion = 4 << 10
	maxAbout    = 8 << 10
	maxHistory  = 6 // in exchanges
	maxTold     = 8 << 10
)

// earlierWeight is the weight of words from earlier questions relative to the current question.
const earlierWeight = 0.5

// An inquiry is a parsed question.
type inquiry struct {
	text  string // search text, including earlier questions if this one refers to them
	named string // the words that name a paper, as in "In the paper on X, how many ...?"
	words terms
	own   terms // words of this question, without those of earlier questions
	pairs terms
	names []string       // words that contain capitals or digits
	form  *regexp.Regexp // matches sentences with the form of an answer; nil if answers have no typical form
	focus focus
	back  bool   // whether the question refers to earlier ones
	told  string // text of the last answer, if the question refers to it
	held  []PaperRef
}

func read(q Question) *inquiry {
	named, asked := splitNamed(text.OneLine(text.Cut(q.Text, maxQuestion)))
	in := &inquiry{text: asked, named: named, form: formOf(asked), words: termsOf(asked, 1), pairs: pairsOf(asked, 1)}
	in.own, in.names, in.focus = maps.Clone(in.words), namesOf(asked), in.focusOf(asked)
	in.back = refersBack(asked, in.words)
	if last := len(q.History) - 1; last >= 0 && named == "" {
		in.held = q.History[last].Papers[:min(papersRead, len(q.History[last].Papers))]
		in.told = text.Cut(q.History[last].Answer, maxTold)
	}
	if !in.back && len(in.held) == 0 {
		return in
	}
	for i := len(q.History) - 1; i >= max(0, len(q.History)-maxHistory); i-- {
		_, before := splitNamed(text.OneLine(text.Cut(q.History[i].Question, maxQuestion)))
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

// naming matches a question that names a paper, and captures the name and the rest.
var naming = regexp.MustCompile(`(?i)^((?:in|according to|for|by|from) (?:the|this|that|a|an) .{3,300}?),\s*` +
	`((?:(?:in|at|to|by|for|on|from|under|of|with|into) )?(?:what|which|who|whom|whose|how|why|when|where|do|does|did|is|are|was|were|can|could|has|have)\b.*)$`)

// work matches nouns for a publication.
var work = regexp.MustCompile(`(?i)\b(?:papers?|stud(?:y|ies)|articles?|works?|comparison|survey|review|reports?|theses|thesis|trial)\b`)

// splitNamed splits a question such as "In the paper on X, how many ...?" into the words that name
// a paper and the rest of the question. named is "" if the question names no paper.
func splitNamed(question string) (named, rest string) {
	m := naming.FindStringSubmatch(question)
	if m == nil || !work.MatchString(m[1]) {
		return "", question
	}
	return m[1], m[2]
}

// namesOf returns, in lower case, the words of a question that contain a digit or a capital letter. The
// question's first letter does not count.
func namesOf(question string) (names []string) {
	first := true
	text.EachToken(question, func(word string, start, end int) bool {
		raw := question[start:end]
		isName := strings.ContainsAny(raw, "0123456789") ||
			strings.ContainsFunc(raw, unicode.IsUpper) && (!first || raw[1:] != strings.ToLower(raw[1:]))
		if isName && !text.IsStop(word) {
			names = append(names, strings.ToLower(raw))
		}
		first = false
		return true
	})
	return names
}

// referring matches openings and pronouns that are typical of follow-up questions.
var referring = regexp.MustCompile(`(?i)^(?:and|but|so|or|also|then|what about|how about|what else|why\?|how\?|why not)\b|\b(?:it|its|they|them|their|theirs|this|these|those|he|she|his|her|that one|the same|there)\b`)

// fewWords is the minimum number of terms in a question that is clear without earlier ones.
const fewWords = 2

func refersBack(question string, words terms) bool {
	return len(words) < fewWords || referring.MatchString(question)
}

// HasWords reports whether a question has searchable words.
func (q Question) HasWords() bool { return len(read(q).words) > 0 }

// forms lists the questions whose answers have a typical form. The first match wins.
var forms = []struct {
	asked  *regexp.Regexp
	answer *regexp.Regexp // matches text that may be an answer
}{
	// a number
	{regexp.MustCompile(`(?i)\bhow (?:many|much|often|long|large|big|old|far|fast|high|well)\b|\b(?:what|which) (?:\w+ ){0,3}(?:percentage|percent|proportion|share|number|rate|size|score|accuracy|bleu|f1|f-score|precision|recall|dose|prevalence|incidence)\b`), regexp.MustCompile(`\d|(?i:\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozens?|half|twice|hundred|thousand|million|billion)\b)`)},
	// a time
	{regexp.MustCompile(`(?i)^(?:when|since when)\b|\b(?:what|which) (?:year|date|century|decade)\b`), regexp.MustCompile(`\b(?:1[5-9]|20)\d\d\b|(?i:\b(?:during|after|before|until|since|when)\b)`)},
	// a reason
	{regexp.MustCompile(`(?i)^why\b|\b(?:reason|cause|explain)s?\b`), regexp.MustCompile(`(?i)\b(?:because|due to|owing to|since|therefore|caused by|reasons?|as a result|so that|in order to|attribut\w+|explain\w*)\b`)},
	// a means
	{regexp.MustCompile(`(?i)^how\b|\b(?:method|approach|technique|algorithm)s?\b`), regexp.MustCompile(`(?i)\b(?:by|using|use[ds]?|with|via|through|based on|propos\w+|appl\w+|method|approach)\b`)},
	// a definition
	{regexp.MustCompile(`(?i)^(?:what (?:is|are|was|were)|define|what does .* mean)\b`), regexp.MustCompile(`(?i)\b(?:is|are|was|were) (?:an?|the|any|defined|called|known)\b|\b(?:refers? to|defined as|known as|called|means|namely)\b`)},
	// yes or no
	{regexp.MustCompile(`(?i)^(?:do|does|did|is|are|was|were|can|could|should|would|will|has|have|had|may|might|must)\b|[:;,.] (?:do|does|did|is|are|was|were|can|could|should|has|have) [^?]*\?$`), regexp.MustCompile(`(?i)\b(?:conclu\w+|suggest\w*|indicat\w+|found|find(?:ings?|s)?|show(?:s|ed|n)?|demonstrat\w+|associat\w+|significant\w*|no |not |improv\w+|appears?|effective\w*|results?)\b`)},
}

// formOf returns the pattern of answers to a question, or nil if they have no typical form.
func formOf(question string) *regexp.Regexp {
	question = strings.TrimSpace(question)
	for _, f := range forms {
		if f.asked.MatchString(question) {
			return f.answer
		}
	}
	return nil
}

// formOf returns 1 if a sentence has the form of an answer to the question, -1 if it does not, and 0 if
// answers have no typical form.
func (in *inquiry) formOf(sentence string) float64 {
	if in.form == nil {
		return 0
	}
	return 2*rank.Indicator(in.form.MatchString(sentence)) - 1
}
