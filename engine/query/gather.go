package query

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// How candidates weigh.
const (
	termWeight  = 2.0 // a technical term, against a core concept
	titleFactor = 1.5 // a word that the title has, too
	repeated    = 0.5 // each sentence of the context that has the word, too
	outside     = 0.3 // a word of context or title that the claim lacks
	minOutside  = 4   // keywords of context and title that a claim may borrow; a short one more
	known       = 0.4 // what a borrowed one weighs at least: a term of the title, or one that recurs
)

// A candidate is a word or a phrase that may become a keyword.
type candidate struct {
	written string
	stems   []string
	term    bool // looks like a technical term
	inClaim bool
	at      int // its place, in the order of claim, title, context
	weight  float64
}

// A gatherer collects the candidates of one claim.
type gatherer struct {
	claim   string
	title   string
	context []string
	names   map[string]bool
	rare    Rarity
	all     []candidate
	seen    map[string]int // the stems of a candidate to its place in all

	titleStems map[string]bool
}

func newGatherer(claim string, context []string, s Selection, rare Rarity) *gatherer {
	g := &gatherer{claim: claim, title: text.Cut(s.Title, maxSentence), names: nameWords(s.Authors), rare: rare, seen: make(map[string]int), titleStems: make(map[string]bool)}
	for _, stem := range text.Terms(g.title) {
		g.titleStems[stem] = true
	}
	for _, sentence := range context[max(0, len(context)-maxContext):] {
		g.context = append(g.context, text.Cut(sentence, maxSentence))
	}
	for _, s := range append([]string{g.claim, g.title}, g.context...) {
		addCited(g.names, s)
	}
	return g
}

// keywords are the best candidates: technical terms first, then core concepts.
func (g *gatherer) keywords() []string {
	g.read(g.claim, true, 1)
	inClaim := len(g.all)
	g.read(g.title, false, titleFactor)
	for _, sentence := range slices.Backward(g.context) {
		g.read(sentence, false, repeated)
	}
	slices.SortStableFunc(g.all, func(a, b candidate) int {
		return cmp.Or(boolCompare(b.inClaim, a.inClaim), boolCompare(b.term, a.term), cmp.Compare(b.weight, a.weight), cmp.Compare(a.at, b.at))
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

// choose takes candidates until there are enough. Words that the claim lacks come
// last, and so few of them that the claim decides and the title stays unknown.
func (g *gatherer) choose(inClaim int) (keywords []string) {
	stems := make(map[string]bool) // of those that are taken
	borrowed, ofTitle := max(minOutside, minOutside+2-inClaim), 2*len(g.titleStems)/3
	for _, c := range g.all {
		if len(keywords) == MaxKeywords {
			break
		}
		if covers(stems, c) {
			continue
		}
		if !c.inClaim {
			n := g.inTitle(c)
			if borrowed == 0 || n > ofTitle || c.weight < known {
				continue
			}
			borrowed, ofTitle = borrowed-1, ofTitle-n
		}
		keywords = append(keywords, c.written)
		for _, stem := range c.stems {
			stems[stem] = true
		}
	}
	return g.withoutWhole(keywords)
}

// inTitle counts the words of a candidate that the title has.
func (g *gatherer) inTitle(c candidate) (n int) {
	for _, stem := range c.stems {
		if g.titleStems[stem] {
			n++
		}
	}
	return n
}

// covers reports whether the keywords so far have all the words of another one: a phrase
// that only joins two of them says nothing new.
func covers(taken map[string]bool, c candidate) bool {
	return !slices.ContainsFunc(c.stems, func(stem string) bool { return !taken[stem] })
}

// withoutWhole drops keywords until they are not the sentence or the title in its order.
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

// read finds the candidates of a text; those that are known gain weight.
func (g *gatherer) read(s string, inClaim bool, weight float64) {
	for _, run := range runsOf(s) {
		for _, c := range phrasesOf(run) {
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
	c.weight = weight * g.rarity(c.stems)
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

func (g *gatherer) rarity(stems []string) (mean float64) {
	for _, stem := range stems {
		mean += g.rare(stem) / float64(len(stems))
	}
	return mean
}

// A word of a run.
type word struct {
	written, stem string
}

// runsOf are the words of a text between function words, general words and
// punctuation: what keywords are made of.
func runsOf(s string) (runs [][]word) {
	var run []word
	end := func() {
		if len(run) > 0 {
			runs = append(runs, run)
			run = nil
		}
	}
	last := 0
	for _, token := range text.Tokens(withoutPrivate(s)) {
		w := word{s[token.Start:token.End], text.Stem(token.Text)}
		if gap := s[last:token.Start]; gap != " " && gap != "-" {
			end()
		}
		last = token.End
		if text.IsStop(token.Text) || general[w.stem] || !isKeyword(token.Text) {
			end()
			continue
		}
		run = append(run, w)
	}
	end()
	return runs
}

// isKeyword reports whether a word can be one: it has a letter, is short, and is no
// number that identifies somebody or something.
func isKeyword(w string) bool {
	return len(w) > 1 && len(w) <= 40 && strings.ContainsFunc(w, unicode.IsLetter) && digits(w) <= maxDigits
}

// maxDigits is how many digits a term has, as 5-HT2A and H1N1 do; trials, samples
// and patients have more.
const maxDigits = 3

func digits(w string) (n int) {
	for _, r := range w {
		if unicode.IsDigit(r) {
			n++
		}
	}
	return n
}

// maxRun is how many words a phrase may have.
const maxRun = 3

// phrasesOf are the phrases of a run: pieces of up to three words, pairs, and its
// single words.
func phrasesOf(run []word) (all []candidate) {
	for from := 0; from < len(run); from += maxRun {
		piece := run[from:min(from+maxRun, len(run))]
		if len(piece) > 1 {
			all = append(all, candidateOf(piece, true))
		}
	}
	for i := 1; i < len(run) && len(run) > 2; i++ {
		all = append(all, candidateOf(run[i-1:i+1], true))
	}
	for _, w := range run {
		all = append(all, candidateOf([]word{w}, isTechnical(w.written)))
	}
	return all
}

func candidateOf(words []word, term bool) candidate {
	c := candidate{term: term}
	written := make([]string, len(words))
	for i, w := range words {
		written[i] = w.written
		c.stems = append(c.stems, w.stem)
	}
	c.written = strings.Join(written, " ")
	return c
}

// isTechnical reports whether a word looks like a term: capitals inside it, a
// digit, or a length that general words rarely have.
func isTechnical(w string) bool {
	inner := strings.ContainsFunc(w[1:], unicode.IsUpper)
	return inner || strings.ContainsFunc(w, unicode.IsDigit) || len(w) > 10
}
