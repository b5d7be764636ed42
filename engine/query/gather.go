package query

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// Weights and limits of candidates.
const (
	termWeight = 2.0 // factor for a technical term
	repeated   = 0.5 // weight of a word from the context, for each sentence that contains it
	outside    = 0.3 // factor for a word that the claim does not contain
	maxOutside = 6   // keywords that a claim may borrow from its context; more if it has few of its own
	// titleRarity is the highest inverse document frequency of a title word that may be sent. It
	// corresponds to one paper in 200.
	titleRarity = 5.3
)

// A candidate is a word or phrase that may become a keyword.
type candidate struct {
	written string
	stems   []string
	term    bool // looks like a technical term
	inClaim bool
	at      int // position among all candidates
	weight  float64
}

// A gatherer collects the keyword candidates of a claim.
type gatherer struct {
	claim   string
	title   string
	context []string
	names   map[string]bool
	known   Vocabulary
	all     []candidate
	seen    map[string]int // indices into all, by the candidate's stems
	loose   bool           // treat every word as a noun that names a subject

	titleStems map[string]bool
}

func newGatherer(claim string, context []string, s Selection, known Vocabulary) *gatherer {
	g := &gatherer{claim: claim, title: text.Cut(s.Title, maxSentence), names: nameWords(s.Authors), known: known,
		seen: make(map[string]int), titleStems: make(map[string]bool)}
	for _, token := range text.Tokens(g.title) {
		if !text.IsStop(token.Text) {
			g.titleStems[text.Stem(token.Text)] = true
		}
	}
	for _, sentence := range context[max(0, len(context)-maxContext):] {
		g.context = append(g.context, text.Cut(sentence, maxSentence))
	}
	for _, s := range append([]string{g.claim, g.title}, g.context...) {
		addCited(g.names, s)
	}
	return g
}

// keywords returns the best candidates. Words of the claim come first, then technical terms, then the
// highest weights.
func (g *gatherer) keywords() []string {
	g.read(g.claim, true, 1)
	if len(g.all) == 0 {
		g.loose = true
		g.read(g.claim, true, 1)
		g.loose = false
	}
	inClaim := len(g.all)
	for _, sentence := range slices.Backward(g.context) {
		g.read(sentence, false, repeated)
	}
	slices.SortStableFunc(g.all, func(a, b candidate) int {
		return cmp.Or(boolCompare(b.inClaim, a.inClaim), boolCompare(b.term, a.term), cmp.Compare(b.weight, a.weight),
			cmp.Compare(a.at, b.at))
	})
	return g.choose(inClaim)
}

func boolCompare(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// choose returns up to MaxKeywords of the best candidates. It limits how many come from outside the
// claim, and uses at most half of the title's words.
func (g *gatherer) choose(inClaim int) (keywords []string) {
	stems := make(map[string]bool) // stems of the chosen keywords
	borrowed, ofTitle := max(maxOutside, maxOutside+2-inClaim), (len(g.titleStems)+1)/2
	for _, c := range g.all {
		if len(keywords) == MaxKeywords {
			break
		}
		n := g.inTitle(c, stems)
		if covers(stems, c) || n > ofTitle || !c.inClaim && borrowed == 0 {
			continue
		}
		if ofTitle -= n; !c.inClaim {
			borrowed--
		}
		keywords = append(keywords, c.written)
		for _, stem := range c.stems {
			stems[stem] = true
		}
	}
	return g.withoutWhole(keywords)
}

// inTitle counts the words of a candidate that are in the title but not in a chosen keyword.
func (g *gatherer) inTitle(c candidate, taken map[string]bool) (n int) {
	for _, stem := range c.stems {
		if g.titleStems[stem] && !taken[stem] {
			n++
		}
	}
	return n
}

// covers reports whether the chosen keywords contain all words of a candidate.
func covers(taken map[string]bool, c candidate) bool {
	return !slices.ContainsFunc(c.stems, func(stem string) bool { return !taken[stem] })
}

// withoutWhole drops keywords until the rest is neither the whole sentence nor the whole title. It
// also drops keywords of more than three terms.
func (g *gatherer) withoutWhole(keywords []string) []string {
	for len(keywords) > 1 {
		whole := strings.Join(keywords, " ")
		if !sameWords(whole, g.claim) && !sameWords(whole, g.title) {
			break
		}
		keywords = keywords[:len(keywords)-1]
	}
	return slices.DeleteFunc(keywords, func(k string) bool { return len(text.Terms(k)) > 3 })
}

// read adds the candidates of a text. A repeated candidate gains weight.
func (g *gatherer) read(s string, inClaim bool, weight float64) {
	for _, run := range g.runsOf(s) {
		for _, c := range g.phrasesOf(s, run) {
			g.add(c, inClaim, weight)
		}
	}
}

func (g *gatherer) add(c candidate, inClaim bool, weight float64) {
	if slices.ContainsFunc(c.stems, func(stem string) bool { return g.names[stem] }) || g.named(c.written) {
		return
	}
	key := strings.Join(c.stems, " ")
	if i, seen := g.seen[key]; seen {
		g.all[i].weight *= 1 + weight/2
		g.all[i].term = g.all[i].term || c.term
		return
	}
	c.inClaim, c.at = inClaim, len(g.all)
	c.weight = weight
	if c.term {
		c.weight *= termWeight
	}
	if !inClaim {
		c.weight *= outside
	}
	g.seen[key] = len(g.all)
	g.all = append(g.all, c)
}

func (g *gatherer) named(written string) (found bool) {
	text.EachToken(written, func(word string, _, _ int) bool {
		found = g.names[word]
		return !found
	})
	return found
}

// isWithheld reports whether a word must not leave the machine, because the screen withholds it or it
// is a rare word in the title.
func (g *gatherer) isWithheld(s *screen, i int) bool {
	stem := text.Stem(s.tokens[i].Text)
	return s.withheld[i] || g.titleStems[stem] && english.Rarity(stem) > titleRarity
}

// isKeyword reports whether a word can be a keyword. It must have a letter, a plausible length and
// few digits.
func isKeyword(w string) bool {
	return len(w) > 1 && len(w) <= 40 && strings.ContainsFunc(w, unicode.IsLetter) && digits(w) <= maxDigits
}

// maxDigits is the maximum number of digits in a term such as 5-HT2A. Trial and patient numbers
// have more.
const maxDigits = 3

func digits(w string) (n int) {
	for _, r := range w {
		if unicode.IsDigit(r) {
			n++
		}
	}
	return n
}
