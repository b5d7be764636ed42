package usage

import (
	"strings"
	"unicode"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
)

// Counts holds the frequencies of word pairs in abstracts.
type Counts struct {
	pairs   map[string]int // by key
	firsts  map[string]int // by kind and first word
	seconds map[string]int // by kind and second word
	all     map[string]int // by kind
}

// fewest is the minimum number of uses of a pair in the table.
const fewest = 3

// NewCounts returns empty counts.
func NewCounts() *Counts {
	return &Counts{pairs: make(map[string]int), firsts: make(map[string]int), seconds: make(map[string]int),
		all: make(map[string]int)}
}

// Add counts the pairs of a sentence.
func (c *Counts) Add(sentence string) {
	t := syntax.Parse(sentence)
	if t.Truncated {
		return
	}
	for i := range t.Tokens {
		token := &t.Tokens[i]
		switch {
		case token.Tag.IsVerb():
			for _, k := range t.Children(i, syntax.DirectObject, syntax.PassiveSubject) {
				if isNoun(&t.Tokens[k]) {
					c.add(ofObject, token.Lemma, t.Tokens[k].Lemma)
				}
			}
		case token.Tag.IsAdjective() && t.Is(i, syntax.AdjectiveMod):
			if isNoun(&t.Tokens[token.Head]) {
				c.add(ofModifier, token.Norm, t.Tokens[token.Head].Lemma)
			}
		case isNoun(token):
			if next := i + 1; next < len(t.Tokens) && t.Is(next, syntax.Preposition) && t.Tokens[next].Head == i {
				c.add(ofPreposition, token.Lemma, t.Tokens[next].Norm)
			}
		}
	}
}

func (c *Counts) add(kind, first, second string) {
	c.pairs[kind+first+" "+second]++
	c.firsts[kind+first]++
	c.seconds[kind+second]++
	c.all[kind]++
}

// isNoun reports whether a token is a noun that is not a name.
func isNoun(token *syntax.Token) bool {
	return (token.Tag == "NN" || token.Tag == "NNS") && token.Form == token.Norm && len(token.Norm) > 2 &&
		!strings.ContainsFunc(token.Norm, func(r rune) bool { return !unicode.IsLetter(r) })
}

// Table encodes the pairs that occur often enough, and at least as often as would be expected by chance.
func (c *Counts) Table() []byte {
	values := make(map[string]uint32)
	for key, n := range c.pairs {
		kind := key[:len(ofObject)]
		first, second, _ := strings.Cut(key[len(kind):], " ")
		if n >= fewest && n*c.all[kind] >= c.firsts[kind+first]*c.seconds[kind+second] {
			values[key] = check(key)
		}
	}
	return english.EncodeTable(values, func(a, b uint32) bool { return a > b })
}
