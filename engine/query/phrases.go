package query

import (
	"strings"
	"unicode"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A word is a word of a noun phrase, or part of one that a hyphen joins to the word before.
type word struct {
	stem       string
	start, end int // byte offsets in the sentence
	kind       kind
	hyphenated bool // joined to the word before
	rare       bool // in few papers, or in those of few fields
}

// A kind is the part that a word can have in a keyword.
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
			end() // a verb, as in "the coral consumed oxygen"
		default:
			run = append(run, words...)
		}
		i += len(words)
	}
	end()
	return runs
}

// endsPhrase reports whether a word can be the head of a phrase. The parser takes some names of species
// and substances for adjectives.
func (w word) endsPhrase() bool { return w.kind == noun || w.kind == adjective && w.rare }

// trimmed returns a run without light adjectives at its start, and without words after its head. A run
// without a head is kept if a hyphen joins its words, as in "set-valued".
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

// compound returns a word and those that hyphens join to it. Its last word has the kind of the whole.
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
		if r.tagOf(end-1).IsNoun() || digits(r.screen.word(end-1)) > 0 { // "COVID-19"
			last.kind = noun
		}
	}
	return words
}

// isWhole reports whether all parts of a hyphenated word may be sent, and one of them names something.
func (r reader) isWhole(words []word, i int) (telling bool) {
	for at, w := range words {
		part := r.screen.word(i + at)
		inner := 0 < at && at < len(words)-1 // "part-of-speech"
		if len(words) > maxRun || r.g.isWithheld(r.screen, i+at) || text.IsStop(part) && !inner {
			return false
		}
		telling = telling || isKeyword(part) && !general[w.stem] && !light[w.stem]
	}
	return telling
}

// tagOf returns the tag of a word, or "" if it is not parsed.
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
	case tag.IsNoun(), r.g.loose, tag == "CD" && digits(t.Text) > 0: // "5A"
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

// Inverse document frequency and topicality of rare words.
const (
	minRarity     = 5
	minTopicality = 4
)

func isRare(stem string) bool {
	weight, topicality := english.Weight(stem)
	return weight < english.Unknown && (weight >= minRarity || topicality >= minTopicality)
}

// participleKind classifies a participle. It modifies a noun, as in "masked language model", or is one,
// as in "by intercropping". With an object, as in "matching pictures", it is a verb.
func (r reader) participleKind(at int) kind {
	gerund := r.tree.Tokens[at].Tag == "VBG"
	switch {
	case gerund && at == 0, at > 0 && r.tree.Tokens[at-1].Tag == "CC": // "and enabled weight loss"
		return other
	case r.tree.Is(at, syntax.AdjectiveMod, syntax.Compound, syntax.NounMod):
		return participle
	case gerund && r.isNominal(at):
		return noun
	}
	return other
}

// isNominal reports whether a gerund stands for a noun: it has no object, and a noun's place or a rare
// stem.
func (r reader) isNominal(at int) bool {
	if r.tree.Child(at, syntax.DirectObject, syntax.Auxiliary) != syntax.None {
		return false
	}
	return isRare(text.Stem(r.tree.Tokens[at].Norm)) || r.tree.Is(at, syntax.NominalSubject,
		syntax.PassiveSubject, syntax.DirectObject, syntax.PrepObject, syntax.PrepComp, syntax.Attribute, syntax.Conjunct)
}

// maxRun is the maximum number of words in a phrase.
const maxRun = 3

// phrasesOf returns the phrases of a run: pieces of up to three words from its end, pairs, and single
// nouns. A hyphenated word is not divided.
func (g *gatherer) phrasesOf(s string, run []word) (all []candidate) {
	add := func(words []word) {
		if isTelling(words) || g.loose {
			all = append(all, candidateOf(s, words))
		}
	}
	whole := len(run)
	if whole > maxRun && light[run[whole-1].stem] {
		whole-- // "neural machine translation" of its models
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

// isDivided reports whether a phrase that starts or ends before a word divides a hyphenated one.
func isDivided(run []word, i int) bool { return i < len(run) && run[i].hyphenated }

// isTelling reports whether words name a subject: a word that is not light, or two nouns.
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

// isTechnical reports whether a word resembles a technical term: inner capitals, a digit or unusual
// length.
func isTechnical(w string) bool {
	inner := strings.ContainsFunc(w[1:], unicode.IsUpper)
	return inner || strings.ContainsFunc(w, unicode.IsDigit) || len(w) > 10
}
