package evidence

import (
	"cmp"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/check"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// Limits on the quotes in a reason.
const (
	maxQuotes     = 3
	maxQuote      = 80 // in bytes
	shortestQuote = 3  // in bytes; excludes single letters and digits
	maxGapInQuote = 2  // maximum number of stop words between shared words
)

// A quote is a phrase that a passage and the claim have in common.
type quote struct {
	start, end int     // byte offsets in the passage
	weight     float64 // total rarity of its stems
	stems      map[string]bool
}

// reason returns a message that quotes the shared phrases.
func (q *question) reason(c candidate) string {
	quotes := q.quotesIn(c.Text)
	if len(quotes) == 0 {
		return "it shares no words with the claim"
	}
	quoted := make([]string, len(quotes))
	for i, x := range quotes {
		quoted[i] = "“" + text.OneLine(text.Cut(c.Text[x.start:x.end], maxQuote)) + "”"
	}
	return "it contains " + text.And(quoted)
}

// sentenceIn returns the sentence of a passage that has the most in common with the claim.
func (q *question) sentenceIn(passage string) (best string) {
	most := -1.0
	for _, s := range text.SplitSentences(passage) {
		weight := 0.0
		for _, x := range q.quotesIn(s) {
			weight += x.weight
		}
		if weight > most {
			best, most = s, weight
		}
	}
	return best
}

// quotesIn returns the quotes with the highest weights in a passage, in text order. Each contains a stem
// that no better quote contains.
func (q *question) quotesIn(passage string) []quote {
	all := q.runs(passage)
	slices.SortStableFunc(all, func(a, b quote) int { return cmp.Compare(b.weight, a.weight) })
	var best []quote
	said := make(map[string]bool)
	for _, x := range all {
		if len(best) < maxQuotes && x.end-x.start >= shortestQuote && text.Overlap(x.stems, said) < 1 {
			best = append(best, x)
			for stem := range x.stems {
				said[stem] = true
			}
		}
	}
	slices.SortFunc(best, func(a, b quote) int { return cmp.Compare(a.start, b.start) })
	return best
}

// runs returns all possible quotes from a passage.
func (q *question) runs(passage string) (all []quote) {
	gap := maxGapInQuote + 1
	text.EachToken(passage, func(word string, start, end int) bool {
		stem := text.Stem(word)
		weight, in := q.words.stems[stem]
		switch {
		case in && !text.IsStop(word) && !reportStems[stem]:
			if n := len(all); gap <= maxGapInQuote && !strings.ContainsAny(passage[all[n-1].end:start], ".;:()") {
				all[n-1].end = end
			} else {
				all = append(all, quote{start: start, end: end, stems: make(map[string]bool)})
			}
			last := &all[len(all)-1]
			if !last.stems[stem] {
				last.stems[stem] = true
				last.weight += weight
			}
			gap = 0
		case text.IsStop(word):
			gap++
		default:
			gap = maxGapInQuote + 1
		}
		return true
	})
	return all
}

// reportStems holds the stems of words that can report on any paper, such as "show".
var reportStems = func() map[string]bool {
	stems := make(map[string]bool)
	for word := range check.ReportWords() {
		stems[text.Stem(word)] = true
	}
	return stems
}()
