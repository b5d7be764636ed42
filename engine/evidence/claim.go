package evidence

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine/draft"
	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Claim is a sentence that cites or might cite a paper.
type Claim struct {
	Text    string   // text of the sentence; draft.Mark replaces the paper's citation, if any
	Context []string // sentences before the claim, oldest first; may be nil
	Title   string   // title of the manuscript, or ""
}

// Plain returns the sentence without citations.
func (c Claim) Plain() string {
	return draft.Plain(text.Cut(c.Text, maxClaim))
}

// Limits on a claim and its context.
const (
	maxClaim      = 1 << 12 // in bytes per sentence
	maxContext    = 3       // in sentences
	focusedBefore = 8       // number of terms before the citation that describe the cited work
	focusedAfter  = 4       // number of terms after the citation that describe it
)

// A bag maps the stems of a text to their rarities.
type bag struct {
	stems map[string]float64
	order []string // the stems in the order of the text, so that sums are bit-identical in every run
	total float64
}

func bagOf(s string) bag {
	b := bag{stems: make(map[string]float64)}
	text.EachUnigram(s, b.add)
	return b
}

func (b *bag) add(stem string) {
	b.set(stem, english.Rarity(stem))
}

// set adds a stem with its rarity, unless the bag contains it.
func (b *bag) set(stem string, rarity float64) {
	if _, known := b.stems[stem]; !known {
		b.stems[stem], b.order = rarity, append(b.order, stem)
		b.total += rarity
	}
}

// shareIn returns the share of the bag's total rarity contributed by the given stems.
func (b bag) shareIn(stems map[string]float64) float64 {
	if b.total == 0 {
		return 0
	}
	sum := 0.0
	for _, stem := range b.order {
		if _, in := stems[stem]; in {
			sum += b.stems[stem]
		}
	}
	return sum / b.total
}

// rarestIn returns the rarity of the bag's rarest stem among the given stems, relative to rarestStem.
func (b bag) rarestIn(stems map[string]float64) (rarest float64) {
	for stem, weight := range b.stems {
		if _, in := stems[stem]; in {
			rarest = max(rarest, weight)
		}
	}
	return rarest / rarestStem
}

// rarestStem is the maximum value of english.Rarity.
const rarestStem = 10.5

// A question is a parsed claim.
type question struct {
	text      string // the claim without citations
	context   string // the claim preceded by its context; "" if it has none
	title     string // title of the manuscript
	words     bag    // words of the claim
	near      bag    // words of the claim and its context
	focus     bag    // words near the citation
	names     bag    // abbreviations, methods and people
	pairs     bag    // bigrams of the claim
	nearPairs bag    // bigrams of the claim and its context
}

func ask(c Claim) question {
	marked := draft.WithoutCitations(text.Cut(c.Text, maxClaim))
	q := question{text: c.Plain(), title: text.Cut(c.Title, maxClaim)}
	q.words, q.pairs, q.focus, q.names = bagOf(q.text), pairsOf(q.text), focusOf(marked), namesOf(q.text)
	q.near, q.nearPairs = q.words, q.pairs
	if before := c.Context[max(0, len(c.Context)-maxContext):]; len(before) > 0 {
		for _, s := range before {
			q.context += draft.WithoutCitations(text.Cut(s, maxClaim)) + " "
		}
		q.context += q.text
		q.near, q.nearPairs = bagOf(q.context), pairsOf(q.context)
	}
	return q
}

// pairsOf returns the bigrams of a text. The weight of each is the lower rarity of its two stems.
func pairsOf(s string) bag {
	b := bag{stems: make(map[string]float64)}
	text.EachTerm(s, func(term string, bigram bool) {
		if left, right, _ := strings.Cut(term, " "); bigram {
			b.set(term, min(english.Rarity(left), english.Rarity(right)))
		}
	})
	return b
}

// pairsIn returns the weighted share of the pairs that occur in a text.
func pairsIn(s string, pairs bag) float64 {
	has := make(map[string]float64)
	text.EachTerm(s, func(term string, bigram bool) {
		if weight, in := pairs.stems[term]; bigram && in {
			has[term] = weight
		}
	})
	return pairs.shareIn(has)
}

// focusOf returns the words around the citation, or all words if the text has no citation.
func focusOf(marked string) bag {
	before, after, found := strings.Cut(marked, draft.Mark)
	if !found {
		return bagOf(marked)
	}
	left, right := text.Terms(before), text.Terms(strings.ReplaceAll(after, draft.Mark, " "))
	b := bag{stems: make(map[string]float64)}
	left, right = left[max(0, len(left)-focusedBefore):], right[:min(len(right), focusedAfter)]
	for _, stem := range slices.Concat(left, right) {
		b.add(stem)
	}
	return b
}

// namesOf returns words that contain a capital or a digit after the first letter, and capitalized words
// other than the first word.
func namesOf(s string) bag {
	b := bag{stems: make(map[string]float64)}
	first := true
	text.EachToken(s, func(word string, start, end int) bool {
		if isName(s[start:end], !first) && !text.IsStop(word) {
			b.add(text.Stem(word))
		}
		first = false
		return true
	})
	return b
}

func isName(raw string, inside bool) bool {
	first, size := utf8.DecodeRuneInString(raw)
	if !unicode.IsLetter(first) {
		return false
	}
	marked := strings.ContainsFunc(raw[size:], func(r rune) bool { return unicode.IsUpper(r) || unicode.IsDigit(r) })
	return marked || inside && unicode.IsUpper(first) && len(raw) > 1
}
