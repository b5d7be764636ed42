package mend

import (
	"iter"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Vocabulary counts the words in a paper on first use. It is safe for concurrent use.
type Vocabulary struct {
	trusted map[string]bool // words that occur in title and abstract
	read    func() *counts
}

// counts counts the lower-case words in a paper, and the pairs of adjacent words.
type counts struct {
	ids   map[string]uint32
	words []int // number of occurrences of each word, by id
	pairs map[pair]int
}

// A pair is two words separated by a blank or a hyphen.
type pair struct {
	left, right uint32
	hyphen      bool
}

// NewVocabulary returns the vocabulary of a paper. Words in the trusted texts, which are its title and
// abstract, are never regarded as broken.
func NewVocabulary(trusted []string, body iter.Seq[string]) *Vocabulary {
	v := &Vocabulary{trusted: make(map[string]bool)}
	for _, s := range trusted {
		for _, w := range wordsOf(s) {
			v.trusted[strings.ToLower(w.text)] = true
		}
	}
	v.read = sync.OnceValue(func() *counts {
		c := &counts{ids: make(map[string]uint32), pairs: make(map[pair]int)}
		for _, s := range trusted {
			c.add(s)
		}
		for s := range body {
			c.add(s)
		}
		return c
	})
	return v
}

func (c *counts) add(s string) {
	var previous uint32
	for i, w := range wordsOf(s) {
		low := strings.ToLower(w.text)
		id, ok := c.ids[low]
		if !ok {
			id = uint32(len(c.words))
			c.ids[low] = id
			c.words = append(c.words, 0)
		}
		c.words[id]++
		if i > 0 && (w.gap == " " || w.gap == "-") {
			c.pairs[pair{previous, id, w.gap == "-"}]++
		}
		previous = id
	}
}

// count returns the number of occurrences of a word in the paper.
func (c *counts) count(word string) int {
	if id, ok := c.ids[word]; ok {
		return c.words[id]
	}
	return 0
}

// adjacent returns the numbers of times that a hyphen and a blank separate two words in the paper.
func (c *counts) adjacent(left, right string) (hyphens, blanks int) {
	a, ok := c.ids[left]
	if !ok {
		return 0, 0
	}
	b, ok := c.ids[right]
	if !ok {
		return 0, 0
	}
	return c.pairs[pair{a, b, true}], c.pairs[pair{a, b, false}]
}

// A word is a run of letters, with the text between it and the previous word.
type word struct {
	text       string
	gap        string
	start, end int
}

func wordsOf(s string) (words []word) {
	last := 0
	for at := 0; at < len(s); {
		r, size := utf8.DecodeRuneInString(s[at:])
		if !unicode.IsLetter(r) {
			at += size
			continue
		}
		end := at + size
		for end < len(s) {
			r, size := utf8.DecodeRuneInString(s[end:])
			if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
				break
			}
			end += size
		}
		words = append(words, word{s[at:end], s[last:at], at, end})
		at, last = end, end
	}
	return words
}

// shortestBroken is the minimum length of a word that is regarded as broken, in bytes. Shorter unknown
// words are often symbols.
const shortestBroken = 7

// Broken returns the first broken word in s, or "". A word is broken if it occurs neither elsewhere in
// the paper nor in scientific abstracts. The end of a torn word, as in "ar gument", is also broken.
// Words with capitals, such as names, are skipped.
func (v *Vocabulary) Broken(s string) string {
	previous := word{}
	for _, w := range wordsOf(s) {
		if v.isStrange(w.text, anyRarity) && (len(w.text) >= shortestBroken && v.read().count(w.text) <= 1 ||
			isEnd(previous.text, w)) {
			return w.text
		}
		previous = w
	}
	return ""
}

// isEnd reports whether w and the word before it form a common word.
func isEnd(before string, w word) bool {
	return w.gap == " " && len(w.text) >= shortestPart && len(before) >= 2 && !text.IsStop(before) &&
		isLower(before) && isCommon(before+w.text)
}

// isStrange reports whether a lower-case word is unknown. A word is known if it occurs in the title or
// abstract, or if it is less rare in scientific abstracts than rarity.
func (v *Vocabulary) isStrange(w string, rarity float64) bool {
	return isLower(w) && !v.trusted[w] && !isKnown(w, rarity)
}

// Rarities of words. Since damaged words also occur in some abstracts, a common word must occur in more
// than one abstract in 3,000.
const (
	anyRarity    = 10
	commonRarity = 8
)

// isKnown reports whether a word is less rare in scientific abstracts than rarity. A very long run
// of letters is never known, since stemming it would take too long.
func isKnown(w string, rarity float64) bool {
	return len(w) <= longestKnown && (text.IsStop(w) || english.Rarity(text.Stem(w)) < rarity)
}

func isCommon(w string) bool { return isKnown(w, commonRarity) }

const longestKnown = 64 // in bytes

func isLower(w string) bool {
	for i := range len(w) {
		if w[i] < 'a' || w[i] > 'z' {
			return false
		}
	}
	return true
}
