package query

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// Weights of candidates.
const (
	termWeight = 2.0 // a technical term, relative to other words
	repeated   = 0.5 // a word of the context, per sentence that has it
	outside    = 0.3 // a word that the claim does not have
	maxOutside = 6   // keywords that a claim may borrow from its context
	// titleRarity is the inverse document frequency up to which a word of the title may be
	// sent: one paper in 200 has such a word.
	titleRarity = 5.3
)

// A candidate is a word or phrase that may become a keyword.
type candidate struct {
	written string
	stems   []string
	term    bool // looks like a technical term
	inClaim bool
	at      int // position in claim and context
	weight  float64
}

// A gatherer collects the candidates of one claim.
type gatherer struct {
	claim   string
	title   string
	context []string
	names   map[string]bool
	known   Vocabulary
	all     []candidate
	seen    map[string]int // indexes of all, by the stems of a candidate

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

// keywords returns the best candidates: technical terms first.
func (g *gatherer) keywords() []string {
	g.read(g.claim, true, 1)
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

// choose takes candidates until there are enough. Words that the claim does not have come
// last, and no more than half of the title's words are taken.
func (g *gatherer) choose(inClaim int) (keywords []string) {
	stems := make(map[string]bool) // of the chosen candidates
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

// inTitle counts the words of a candidate that the title has and no keyword yet.
func (g *gatherer) inTitle(c candidate, taken map[string]bool) (n int) {
	for _, stem := range c.stems {
		if g.titleStems[stem] && !taken[stem] {
			n++
		}
	}
	return n
}

// covers reports whether the chosen keywords have all words of a candidate.
func covers(taken map[string]bool, c candidate) bool {
	return !slices.ContainsFunc(c.stems, func(stem string) bool { return !taken[stem] })
}

// withoutWhole drops keywords until they differ from the whole sentence and the whole title.
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

// read adds the candidates of a text. Repeated candidates gain weight.
func (g *gatherer) read(s string, inClaim bool, weight float64) {
	for _, run := range g.runsOf(s) {
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

// A word is a token of a run.
type word struct {
	written, stem string
}

// runsOf returns the sequences of words between function words, general words, withheld words and
// punctuation.
func (g *gatherer) runsOf(s string) (runs [][]word) {
	var run []word
	end := func() {
		if len(run) > 0 {
			runs = append(runs, run)
			run = nil
		}
	}
	last := 0
	screen := newScreen(withoutPrivate(s), g.known)
	for i, token := range screen.tokens {
		w := word{s[token.Start:token.End], text.Stem(token.Text)}
		if gap := s[last:token.Start]; gap != " " && gap != "-" {
			end()
		}
		last = token.End
		if g.isWithheld(screen, i) || text.IsStop(token.Text) || general[w.stem] || !isKeyword(token.Text) {
			end()
			continue
		}
		run = append(run, w)
	}
	end()
	return runs
}

// isWithheld reports whether a word may not leave the machine: the screen withholds it, or it
// is a word of the title that few papers have.
func (g *gatherer) isWithheld(s *screen, i int) bool {
	stem := text.Stem(s.tokens[i].Text)
	return s.withheld[i] || g.titleStems[stem] && english.Rarity(stem) > titleRarity
}

// isKeyword reports whether a word can be a keyword: it has a letter, is short, and is not a
// number that identifies something.
func isKeyword(w string) bool {
	return len(w) > 1 && len(w) <= 40 && strings.ContainsFunc(w, unicode.IsLetter) && digits(w) <= maxDigits
}

// maxDigits bounds the digits of a term such as 5-HT2A; numbers of trials and patients have more.
const maxDigits = 3

func digits(w string) (n int) {
	for _, r := range w {
		if unicode.IsDigit(r) {
			n++
		}
	}
	return n
}

// maxRun bounds the words of a phrase.
const maxRun = 3

// phrasesOf returns the phrases of a run: up to three words, pairs and single words.
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

// isTechnical reports whether a word resembles a technical term: it has inner capitals, a digit,
// or unusual length.
func isTechnical(w string) bool {
	inner := strings.ContainsFunc(w[1:], unicode.IsUpper)
	return inner || strings.ContainsFunc(w, unicode.IsDigit) || len(w) > 10
}
