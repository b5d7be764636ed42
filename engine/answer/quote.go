package answer

import (
	"cmp"
	"context"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/rank"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Sentence is one sentence of an answer.
type Sentence struct {
	Text     string
	Passages []int // numbers of the supporting passages, from 1
	Quoted   bool
	Doubt    string // the unsupported part, or ""
}

// Limits on an answer made of quotes.
const (
	maxQuotes    = 4
	perPassage   = 2
	fewestTerms  = 4   // minimum terms in a sentence that is clear without context
	longestQuote = 600 // bytes
	closeToBest  = 0.8 // minimum score of a quote relative to the best
)

// A quotable is a sentence that can be quoted.
type quotable struct {
	text    string
	passage int // number of the passage, from 1
	place   int // index of the sentence in the passage
	score   float64
	stems   map[string]bool
	words   map[string]int // occurrences of question terms
}

// quote selects the best sentences in the passages and returns them in the order of the passages.
func (a *Answerer) quote(ctx context.Context, in *inquiry, passages []candidate) ([]Sentence, error) {
	all := in.quotables(passages)
	if err := a.weigh(ctx, in, all, passages); err != nil {
		return nil, err
	}
	slices.SortStableFunc(all, func(x, y quotable) int { return cmp.Compare(y.score, x.score) })
	var taken []quotable
	for _, q := range all {
		if len(taken) == maxQuotes || q.score < closeToBest*all[0].score {
			break
		}
		if !saysTheSame(taken, q) {
			taken = append(taken, q)
		}
	}
	slices.SortStableFunc(taken, func(x, y quotable) int {
		return cmp.Or(cmp.Compare(x.passage, y.passage), cmp.Compare(x.place, y.place))
	})
	sentences := make([]Sentence, len(taken))
	for i, q := range taken {
		sentences[i] = Sentence{Text: q.text, Passages: []int{q.passage}, Quoted: true}
	}
	return sentences, nil
}

func saysTheSame(taken []quotable, q quotable) bool {
	n := 0
	for _, t := range taken {
		if t.passage == q.passage {
			n++
		}
		if isDuplicate(t.stems, q.stems) {
			return true
		}
	}
	return n == perPassage
}

func (in *inquiry) quotables(passages []candidate) (all []quotable) {
	for i, f := range passages {
		for place, s := range sentencesOf(f.Text) {
			c := in.count(s, f.short)
			if c.length < fewestTerms || len(s) > longestQuote || strings.HasSuffix(s, "?") {
				continue
			}
			all = append(all, quotable{text.OneLine(s), i + 1, place, 0, c.stems, c.words})
		}
	}
	return all
}

// concluding matches words in sentences that report findings.
var concluding = regexp.MustCompile(`(?i)\b(?:conclu\w+|in summary|suggest\w*|indicat\w+|we (?:found|find|show|demonstrate|observe)\w*|our (?:results|findings|study|experiments|data)|results (?:show|suggest|indicate|demonstrate)\w*|findings|demonstrat\w+|was associated|were associated|is associated|outperform\w*|achiev\w+|reveal\w*)\b`)

// purpose matches words in sentences that state an aim or an open question.
var purpose = regexp.MustCompile(`(?i)\b(?:aim(?:ed|s)?|objectives?|purpose|to (?:determine|investigate|examine|assess|evaluate|explore|study|test)|remains? (?:unclear|unknown)|(?:little|not) is known|hypothes\w+|we (?:\w+ )?(?:investigat|examin|stud(?:y|ie)|explor|ask|address|attempt)\w*|further studies|was designed to|were examined|will be)\b`)

// cites matches references to other works.
var cites = regexp.MustCompile(`\[\d[\d,;\s–-]*\]|\((?:\d{1,3}(?:[,;\s–-]+\d{1,3})*)\)|\bet al\b|\b[A-Z]\w+,? \(?(?:19|20)\d\d\)?|(?i:\b(?:previous|earlier|prior) (?:reports?|stud(?:y|ies)|works?)\b)`)

// own matches titles of sections that report a paper's own findings.
var own = regexp.MustCompile(`(?i)abstract|result|conclusion|finding|experiment|evaluation|summary`)

// Weights for scoring quotes, chosen on the tuning half of the questions.
const (
	weightWords   = 1.0
	weightCosine  = 1.0
	weightKind    = 0.3
	weightFinding = 0.15
	weightPurpose = -0.35
	weightCites   = -0.3
	weightOwn     = 0.15
	weightPassage = 0.5
	titleCounts   = 0.5 // relative weight of question words that occur only in the title
)

func (a *Answerer) weigh(ctx context.Context, in *inquiry, all []quotable, passages []candidate) error {
	texts := []string{in.text}
	for _, q := range all {
		texts = append(texts, q.text)
	}
	vectors, err := a.embed(ctx, texts)
	if err != nil {
		return err
	}
	for i := range all {
		q := &all[i]
		from := passages[q.passage-1]
		q.score = weightWords*in.covered(q.words, in.count(from.Paper.Title, nil).words) +
			weightCosine*rank.Inner(vectors[0], vectors[i+1]) +
			weightKind*truth(in.kind.answeredBy(q.text)) +
			weightFinding*truth(concluding.MatchString(q.text)) +
			weightPurpose*truth(purpose.MatchString(q.text)) +
			weightCites*truth(cites.MatchString(q.text)) +
			weightOwn*truth(own.MatchString(from.Section)) +
			weightPassage*from.Score
	}
	return nil
}

// covered returns the share of the question's words in a sentence. Words that occur only in the
// title count less.
func (in *inquiry) covered(sentence, title map[string]int) float64 {
	said := in.words.share(sentence)
	both := maps.Clone(sentence)
	maps.Copy(both, title)
	return said + titleCounts*(in.words.share(both)-said)
}
