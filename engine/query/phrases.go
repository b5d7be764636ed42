package query

import (
	"strings"
	"unicode"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A word is a word in a noun phrase, or part of a hyphenated word.
type word struct {
	stem       string
	start, end int // byte offsets in the sentence
	kind       kind
	hyphenated bool // whether a hyphen joins it to the previous word
	rare       bool // whether it occurs in few papers, or in papers from few fields
}

// A kind is the role that a word can have in a keyword.
type kind int

const (
	other kind = iota // ends a phrase
	noun
	adjective
	participle
)

// runsOf returns the runs of nouns and their modifiers in a sentence. They end at punctuation, at
// function words, general words and withheld words, and at verbs.
func (g *gatherer) runsOf(s string) (runs [][]word) {
	var run []word
	end := func() {
		if run = trimmed(run); len(run) > 0 {
			runs = append(runs, run)
		}
		run = nil
	}
	r := g.newReader(s)
	for i := 0; i < len(r.screen.tokens); {
		if gap := r.screen.gap(i - 1); gap != " " {
			end()
		}
		words := r.compound(i)
		switch last := words[len(words)-1]; {
		case last.kind == other:
			end()
		case last.kind == participle && len(words) == 1 && len(run) > 0 && run[len(run)-1].endsPhrase():
			end() // a verb ends a phrase, as in "the coral consumed oxygen"
		default:
			run = append(run, words...)
		}
		i += len(words)
	}
	end()
	return runs
}

// endsPhrase reports whether a word can be the head of a phrase. It accepts rare adjectives, since
// the parser tags some names of species and substances as adjectives.
func (w word) endsPhrase() bool { return w.kind == noun || w.kind == adjective && w.rare }

// trimmed returns a run without words after its head and without leading adjectives that name no
// subject. A run without a head is kept if a hyphen joins its words, as in "set-valued".
func trimmed(run []word) []word {
	last := len(run)
	for last > 0 && run[last-1].kind != noun && !(run[last-1].endsPhrase() && (last == 1 || run[last-2].kind != noun)) {
		last--
	}
	if last > 0 {
		run[last-1].kind = noun
	} else {
		for last = len(run); last > 0 && !run[last-1].hyphenated; {
			last--
		}
	}
	run = run[:last]
	for len(run) > 1 && light[run[0].stem] && run[0].kind != noun && !run[1].hyphenated {
		run = run[1:]
	}
	return run
}

// A reader classifies the words of a sentence by its parse.
type reader struct {
	g      *gatherer
	screen *screen
	tree   syntax.Tree
}

func (g *gatherer) newReader(s string) reader {
	return reader{g, newScreen(withoutPrivate(s), g.known), syntax.Parse(s)}
}

// compound returns a word and the words joined to it by hyphens. The last one gets the kind of the
// whole word.
func (r reader) compound(i int) []word {
	end := i + 1
	for end < len(r.screen.tokens) && r.screen.gap(end-1) == "-" && digits(r.screen.word(end)) <= maxDigits {
		end++
	}
	words := make([]word, end-i)
	for at := range words {
		t := r.screen.tokens[i+at]
		stem := text.Stem(t.Text)
		words[at] = word{stem, t.Start, t.End, other, at > 0, isRare(stem)}
	}
	switch last := &words[len(words)-1]; {
	case len(words) == 1:
		last.kind = r.kindOf(i)
	case r.isWhole(words, i):
		last.kind = adjective
		if r.tagOf(end-1).IsNoun() || digits(r.screen.word(end-1)) > 0 { // such as "COVID-19"
			last.kind = noun
		}
	}
	return words
}

// isWhole reports whether all parts of a hyphenated word may be sent, and at least one of them names
// a subject.
func (r reader) isWhole(words []word, i int) (telling bool) {
	for at, w := range words {
		part := r.screen.word(i + at)
		inner := 0 < at && at < len(words)-1 // such as "of" in "part-of-speech"
		if len(words) > maxRun || r.g.isWithheld(r.screen, i+at) || text.IsStop(part) && !inner {
			return false
		}
		telling = telling || isKeyword(part) && !general[w.stem] && !light[w.stem]
	}
	return telling
}

// tagOf returns the tag of a word, or "" if the word was not parsed.
func (r reader) tagOf(i int) syntax.Tag {
	if at := r.tree.TokenAt(r.screen.tokens[i].Start); at != syntax.None {
		return r.tree.Tokens[at].Tag
	}
	return ""
}

// kindOf classifies a single word.
func (r reader) kindOf(i int) kind {
	t := r.screen.tokens[i]
	at := r.tree.TokenAt(t.Start)
	if at == syntax.None || r.g.isWithheld(r.screen, i) || text.IsStop(t.Text) || general[text.Stem(t.Text)] ||
		units[t.Text] || !isKeyword(t.Text) {
		return other
	}
	switch tag := r.tagOf(i); {
	case tag.IsNoun(), r.g.loose, tag == "CD" && digits(t.Text) > 0: // such as "5A"
		return noun
	case tag == "JJ" && r.tree.Is(at, syntax.AdjectiveComp, syntax.ObjectPredicate, syntax.AdverbModifier):
		return other
	case tag == "JJ" || tag == "FW":
		return adjective
	case tag == "VBN" || tag == "VBG":
		return r.participleKind(at)
	}
	return other
}

// Minimum inverse document frequency and topicality of rare words.
const (
	minRarity     = 5
	minTopicality = 4
)

func isRare(stem string) bool {
	weight, topicality := english.Weight(stem)
	return weight < english.Unknown && (weight >= minRarity || topicality >= minTopicality)
}

// participleKind classifies a participle. It may modify a noun, as in "masked language model", or
// act as a noun, as in "by intercropping". If it has an object, as in "matching pictures", it is a
// verb.
func (r reader) participleKind(at int) kind {
	gerund := r.tree.Tokens[at].Tag == "VBG"
	switch {
	case gerund && at == 0, at > 0 && r.tree.Tokens[at-1].Tag == "CC": // such as "and enabled weight loss"
		return other
	case r.tree.Is(at, syntax.AdjectiveMod, syntax.Compound, syntax.NounMod):
		return participle
	case gerund && r.isNominal(at):
		return noun
	}
	return other
}

// isNominal reports whether a gerund acts as a noun: it has no object, and it has the position of a
// noun or a rare stem.
func (r reader) isNominal(at int) bool {
	if r.tree.Child(at, syntax.DirectObject, syntax.Auxiliary) != syntax.None {
		return false
	}
	return isRare(text.Stem(r.tree.Tokens[at].Norm)) || r.tree.Is(at, syntax.NominalSubject,
		syntax.PassiveSubject, syntax.DirectObject, syntax.PrepObject, syntax.PrepComp, syntax.Attribute, syntax.Conjunct)
}

const maxRun = 3 // maximum number of words in a phrase

// phrasesOf returns the phrases of a run: pieces of up to three words, taken from its end, then
// pairs, then single nouns. It does not divide hyphenated words.
func (g *gatherer) phrasesOf(s string, run []word) (all []candidate) {
	add := func(words []word) {
		if isTelling(words) || g.loose {
			all = append(all, candidateOf(s, words))
		}
	}
	whole := len(run)
	if whole > maxRun && light[run[whole-1].stem] {
		whole-- // yields "neural machine translation" for "neural machine translation models"
	}
	for end := whole; end > 0 && !g.loose; {
		start := pieceOf(run[:end])
		if end-start > 1 {
			add(run[start:end])
		}
		end = start
	}
	for i := 1; i < len(run) && len(run) > 2 && !g.loose; i++ {
		if run[i].kind == noun && !isDivided(run, i-1) && !isDivided(run, i+1) {
			add(run[i-1 : i+1])
		}
	}
	for i := range run {
		if run[i].kind == noun && !isDivided(run, i) && !isDivided(run, i+1) {
			add(run[i : i+1])
		}
	}
	return all
}

// pieceOf returns the start of the last piece of a run.
func pieceOf(run []word) int {
	start := max(0, len(run)-maxRun)
	for at := start; at < len(run); at++ {
		if !run[at].hyphenated {
			return at
		}
	}
	return start
}

// isDivided reports whether a phrase that starts or ends before word i would divide a hyphenated
// word.
func isDivided(run []word, i int) bool { return i < len(run) && run[i].hyphenated }

// isTelling reports whether words name a subject. They must contain two nouns, or a word that is
// neither a participle nor in light.
func isTelling(words []word) bool {
	nouns := 0
	for _, w := range words {
		if w.kind == noun {
			nouns++
		}
		if w.kind != participle && !light[w.stem] {
			return true
		}
	}
	return nouns > 1
}

func candidateOf(s string, words []word) candidate {
	c := candidate{written: s[words[0].start:words[len(words)-1].end], term: len(words) > 1}
	for _, w := range words {
		c.stems = append(c.stems, w.stem)
	}
	c.term = c.term || isTechnical(c.written)
	return c
}

// isTechnical reports whether a word resembles a technical term: it has inner capitals, a digit or
// an unusual length.
func isTechnical(w string) bool {
	inner := strings.ContainsFunc(w[1:], unicode.IsUpper)
	return inner || strings.ContainsFunc(w, unicode.IsDigit) || len(w) > 10
}
