package answer

import (
	"cmp"
	"regexp"
	"slices"
)

// A Sentence is one sentence of an answer.
type Sentence struct {
	Text     string
	Passages []int // numbers of the supporting passages, from 1
	Quoted   bool
	Doubt    string // the part that the passages do not support, or ""
}

// Limits on an answer made of quotes.
const (
	maxQuotes    = 3
	perPassage   = 2
	fewestTerms  = 4   // minimum number of terms in a sentence that is clear without context
	longestQuote = 600 // in bytes
	closeToBest  = 2.0 // maximum difference between a quote's logit and the best logit
)

// quote returns the best sentences in the order of their passages. all must be sorted, best first.
func quote(all []*sentence) []Sentence {
	var taken []*sentence
	for _, s := range all {
		if len(taken) == maxQuotes || len(taken) > 0 && s.logit < taken[0].logit-closeToBest {
			break
		}
		if s.quotable && !saysTheSame(taken, s) {
			taken = append(taken, s)
		}
	}
	slices.SortStableFunc(taken, func(x, y *sentence) int {
		return cmp.Or(cmp.Compare(x.passage, y.passage), cmp.Compare(x.place, y.place))
	})
	sentences := make([]Sentence, len(taken))
	for i, s := range taken {
		sentences[i] = Sentence{Text: s.text, Passages: []int{s.passage}, Quoted: true}
	}
	return sentences
}

func saysTheSame(taken []*sentence, s *sentence) bool {
	n := 0
	for _, t := range taken {
		if t.passage == s.passage {
			n++
		}
		if isDuplicate(t.stems, s.stems) {
			return true
		}
	}
	return n == perPassage
}

// concluding matches words in sentences that report findings.
var concluding = regexp.MustCompile(`(?i)\b(?:conclu\w+|in summary|suggest\w*|indicat\w+|we (?:found|find|show|demonstrate|observe)\w*|our (?:results|findings|study|experiments|data)|results (?:show|suggest|indicate|demonstrate)\w*|findings|demonstrat\w+|was associated|were associated|is associated|outperform\w*|achiev\w+|reveal\w*)\b`)

// purpose matches words in sentences that state an aim or an open question.
var purpose = regexp.MustCompile(`(?i)\b(?:aim(?:ed|s)?|objectives?|purpose|to (?:determine|investigate|examine|assess|evaluate|explore|study|test)|remains? (?:unclear|unknown)|(?:little|not) is known|hypothes\w+|we (?:\w+ )?(?:investigat|examin|stud(?:y|ie)|explor|ask|address|attempt)\w*|further studies|was designed to|were examined|will be)\b`)

// cites matches references to other works.
var cites = regexp.MustCompile(`\[\d[\d,;\s–-]*\]|\((?:\d{1,3}(?:[,;\s–-]+\d{1,3})*)\)|\bet al\b|\b[A-Z]\w+,? \(?(?:19|20)\d\d\)?|(?i:\b(?:previous|earlier|prior) (?:reports?|stud(?:y|ies)|works?)\b)`)

// own matches titles of sections that report a paper's own findings.
var own = regexp.MustCompile(`(?i)abstract|result|conclusion|finding|experiment|evaluation|summary`)
