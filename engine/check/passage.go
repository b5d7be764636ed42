package check

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A sentence is a parsed claim or passage.
type sentence struct {
	index      int // index of the passage
	text       string
	words      []word
	quantities []quantity
	at         map[string][]int // indexes of the words with each stem
	roots      map[string]int   // index of a word with each root
	groups     map[int]int      // index of a word in each group of synonyms
	joined     map[string]int   // index of the first word of each pair that may also be written as one word
	initials   string           // initials of all words, such as "tbl" for "transformation-based learning"
	capitals   map[string]bool  // words written in capitals, folded to lower case
}

// Limits on the texts compared, which may be hostile.
const (
	maxPassageBytes = 2500
	maxPaperBytes   = 1 << 20 // passages beyond this size are ignored
	comparedClosely = 12      // number of passages compared, those most similar to the claim
)

func read(s string) sentence {
	s = bounded(s)
	r := sentence{text: s, words: wordsOf(s), quantities: quantitiesOf(s), at: make(map[string][]int),
		roots:  make(map[string]int),
		groups: make(map[int]int), joined: make(map[string]int), capitals: make(map[string]bool)}
	var initials strings.Builder
	for i, w := range r.words {
		initials.WriteByte(initialOf(w.text))
		if w.kind == function || w.kind == number {
			continue
		}
		r.at[w.stem] = append(r.at[w.stem], i)
		r.roots[w.root] = i
		if g := synonyms[w.stem]; g > 0 {
			r.groups[g] = i
		}
		if i > 0 {
			r.joined[text.Stem(r.words[i-1].text+w.text)] = i - 1
		}
		if isCapitals(w.raw) {
			r.capitals[strings.TrimSuffix(w.text, "s")] = true
		}
	}
	r.initials = initials.String()
	return r
}

func bounded(s string) string {
	if len(s) <= maxPassageBytes {
		return s
	}
	end := maxPassageBytes
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end]
}

// initialOf returns the first letter of a word, or '?' if the letter is not ASCII.
func initialOf(word string) byte {
	if c := word[0]; c < utf8.RuneSelf {
		return c
	}
	return '?'
}

func isCapitals(raw string) bool {
	letters := 0
	for _, r := range strings.TrimSuffix(raw, "s") {
		if unicode.IsLower(r) {
			return false
		}
		letters++
	}
	return letters > 1
}

// Certainties of matches between two words.
const (
	sameStem  = 1.0
	sameName  = 0.9  // an abbreviation and its long form, or a word that may also be written as two
	sameGroup = 0.85 // synonyms
	sameRoot  = 0.75 // derivations, such as "classify" and "classifier"
)

// match searches a passage for word i of the claim. It returns the certainty of the match and its index
// in the passage.
func (s sentence) match(claim sentence, i int) (sure float64, at int) {
	w := claim.words[i]
	if places := s.at[w.stem]; len(places) > 0 {
		return sameStem, nearestPlace(claim, i, s, places)
	}
	if at, ok := s.abbreviated(claim, i); ok {
		return sameName, at
	}
	if at, ok := s.groups[synonyms[w.stem]]; ok && synonyms[w.stem] > 0 && !antonyms[w.stem][s.words[at].stem] {
		return sameGroup, at
	}
	if at, ok := s.roots[w.root]; ok && len(w.root) >= shortestRoot && !isAntonym(w.stem, s.words[at].stem) {
		return sameRoot, at
	}
	if w.name {
		return s.inflected(w.text)
	}
	return 0, -1
}

// inflected searches for a form with another ending, such as "American" for "America".
func (s sentence) inflected(name string) (float64, int) {
	const shortest, longer = 5, 3
	for at, w := range s.words {
		short, long := name, w.text
		if len(short) > len(long) {
			short, long = long, short
		}
		if len(short) >= shortest && len(long)-len(short) <= longer && strings.HasPrefix(long, short) {
			return sameRoot, at
		}
	}
	return 0, -1
}

// nearestPlace returns the first occurrence that shares a neighbour with the claim's word, or else
// the first occurrence.
func nearestPlace(claim sentence, i int, s sentence, places []int) int {
	for _, at := range places {
		if at > 0 && i > 0 && s.words[at-1].text == claim.words[i-1].text || at+1 < len(s.words) &&
			i+1 < len(claim.words) && s.words[at+1].text == claim.words[i+1].text {
			return at
		}
	}
	return places[0]
}

// abbreviated searches for a word that the passage spells out, abbreviates or divides differently.
func (s sentence) abbreviated(claim sentence, i int) (int, bool) {
	w := claim.words[i]
	if at, ok := s.joined[w.stem]; ok {
		return at, true
	}
	if i > 0 {
		if places := s.at[text.Stem(claim.words[i-1].text+w.text)]; len(places) > 0 {
			return places[0], true
		}
	}
	if i+1 < len(claim.words) {
		if places := s.at[text.Stem(w.text+claim.words[i+1].text)]; len(places) > 0 {
			return places[0], true
		}
	}
	if short := strings.TrimSuffix(w.text, "s"); isCapitals(w.raw) && len(short) > 1 {
		if at := strings.Index(s.initials, short); at >= 0 {
			return at, true
		}
	}
	return 0, len(s.capitals) > 0 && s.hasInitialsAround(claim, i)
}

// longestAbbreviation is the maximum number of words in the long form of an abbreviation.
const longestAbbreviation = 5

func (s sentence) hasInitialsAround(claim sentence, i int) bool {
	for length := 2; length <= longestAbbreviation; length++ {
		for start := max(0, i-length+1); start <= i && start+length <= len(claim.initials); start++ {
			if s.capitals[claim.initials[start:start+length]] {
				return true
			}
		}
	}
	return false
}
