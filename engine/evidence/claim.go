package evidence

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine/check"
	"github.com/scilit-lsp/scilit-lsp/engine/draft"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Claim is a sentence that a paper is cited for, or may be.
type Claim struct {
	Text    string   // with a draft.Mark where it cites the paper, or without any
	Context []string // the sentences before it, oldest first; may be nil
	Title   string   // of the manuscript; "" where it is not known
}

// Plain is the sentence as people read it, without citations.
func (c Claim) Plain() string {
	s := strings.ReplaceAll(draft.WithoutCitations(text.Cut(c.Text, maxClaim)), draft.Mark, " ")
	s = emptyBrackets.Replace(strings.Join(strings.Fields(text.Clean(s)), " "))
	return spaceBefore.Replace(strings.Join(strings.Fields(s), " "))
}

// A citation leaves its brackets, and a gap before the sign behind it.
var (
	emptyBrackets = strings.NewReplacer("( )", "", "()", "", "[ ]", "", "[]", "")
	spaceBefore   = strings.NewReplacer(" .", ".", " ,", ",", " ;", ";", " :", ":")
)

// Bounds of what is read of a claim.
const (
	maxClaim      = 1 << 12 // bytes, of the sentence and of each one before it
	maxContext    = 3       // sentences
	focusedBefore = 8       // content words before the mark that are about the cited work
	focusedBehind = 4       // and behind it
)

// A bag has the rarity of each stem of a text.
type bag struct {
	stems map[string]float64
	total float64
}

func bagOf(s string) bag {
	b := bag{stems: make(map[string]float64)}
	text.EachTerm(s, func(term string, bigram bool) {
		if !bigram {
			b.add(term)
		}
	})
	return b
}

func (b *bag) add(stem string) {
	if _, known := b.stems[stem]; !known {
		weight := check.Rarity(stem)
		b.stems[stem] = weight
		b.total += weight
	}
}

// shareIn is how much of a bag is in a text's stems, by rarity.
func (b bag) shareIn(stems map[string]float64) float64 {
	if b.total == 0 {
		return 0
	}
	sum := 0.0
	for stem, weight := range b.stems {
		if _, in := stems[stem]; in {
			sum += weight
		}
	}
	return sum / b.total
}

// rarestIn is the rarity of the rarest stem that is in a text, as a share of the rarest there is.
func (b bag) rarestIn(stems map[string]float64) (rarest float64) {
	for stem, weight := range b.stems {
		if _, in := stems[stem]; in {
			rarest = max(rarest, weight)
		}
	}
	return rarest / rarestStem
}

const rarestStem = 10.5

// A question is a claim that was read.
type question struct {
	text      string // without citations
	context   string // the claim with the sentences before it, "" where there are none
	title     string
	words     bag
	near      bag // the words of the context too
	focus     bag // around the mark
	names     bag // abbreviations, names of methods and of people
	pairs     bag
	nearPairs bag // of the context too
}

func ask(c Claim) question {
	marked := draft.WithoutCitations(text.Cut(c.Text, maxClaim))
	q := question{text: c.Plain(), title: text.Cut(c.Title, maxClaim)}
	q.words, q.focus, q.names = bagOf(q.text), focusOf(marked), namesOf(q.text)
	q.near = q.words
	if before := c.Context[max(0, len(c.Context)-maxContext):]; len(before) > 0 {
		for i, s := range before {
			q.context += draft.WithoutCitations(text.Cut(s, maxClaim))
			if i < len(before) {
				q.context += " "
			}
		}
		q.context += q.text
		q.near = bagOf(q.context)
	}
	q.pairs = pairsOf(q.text)
	q.nearPairs = q.pairs
	if q.context != "" {
		q.nearPairs = pairsOf(q.context)
	}
	return q
}

// pairsOf are the pairs of words that are side by side, with the rarity of the more common one.
func pairsOf(s string) bag {
	b := bag{stems: make(map[string]float64)}
	text.EachTerm(s, func(term string, bigram bool) {
		if _, known := b.stems[term]; !bigram || known {
			return
		}
		left, right, _ := strings.Cut(term, " ")
		b.stems[term] = min(check.Rarity(left), check.Rarity(right))
		b.total += b.stems[term]
	})
	return b
}

// pairsIn is the share of pairs that a text has.
func pairsIn(s string, pairs bag) float64 {
	has := make(map[string]float64)
	text.EachTerm(s, func(term string, bigram bool) {
		if weight, in := pairs.stems[term]; bigram && in {
			has[term] = weight
		}
	})
	return pairs.shareIn(has)
}

// focusOf are the words around the mark, or all of a text without one.
func focusOf(marked string) bag {
	before, behind, found := strings.Cut(marked, draft.Mark)
	if !found {
		return bagOf(marked)
	}
	left, right := text.Terms(before), text.Terms(strings.ReplaceAll(behind, draft.Mark, " "))
	b := bag{stems: make(map[string]float64)}
	for _, stem := range left[max(0, len(left)-focusedBefore):] {
		b.add(stem)
	}
	for _, stem := range right[:min(len(right), focusedBehind)] {
		b.add(stem)
	}
	return b
}

// namesOf are words with a capital or a digit behind their first letter, and those
// inside the sentence that begin with a capital.
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
