package model

import (
	"bufio"
	"io"
	"maps"
	"slices"
	"strings"
)

// Lemmas holds lemmatization rules by tag and ending. A key that begins with "^" is a whole word
// instead of an ending.
type Lemmas struct{ rules map[string]Rule }

// A Rule replaces the last bytes of a word to form its lemma.
type Rule struct {
	Cut    int
	Append string
}

// longestEnding is the maximum length of an ending in bytes.
const longestEnding = 6

// Of returns the lemma of a word in lower case.
func (l *Lemmas) Of(word string, tag uint8) string {
	if l == nil {
		return word
	}
	if r, known := l.rules[lemmaKey(tag, "^"+word)]; known {
		return r.apply(word)
	}
	for n := min(longestEnding, len(word)); n > 0; n-- {
		if r, known := l.rules[lemmaKey(tag, word[len(word)-n:])]; known {
			return r.apply(word)
		}
	}
	return word
}

func lemmaKey(tag uint8, ending string) string { return string(rune(tag)) + ending }

func (r Rule) apply(word string) string {
	if r.Cut >= len(word) && r.Append == "" {
		return word
	}
	return word[:max(len(word)-r.Cut, 0)] + r.Append
}

// ruleOf returns the rule that turns a word into its lemma.
func ruleOf(word, lemma string) Rule {
	shared := 0
	for shared < min(len(word), len(lemma)) && word[shared] == lemma[shared] {
		shared++
	}
	return Rule{len(word) - shared, lemma[shared:]}
}

// A Lemma is a word of a treebank with its tag, lemma and frequency.
type Lemma struct {
	Word, Lemma string
	Tag         uint8
	Count       int
}

// LearnLemmas learns rules for endings, and for whole words whose lemma these rules get wrong. An
// ending gets a rule only if it differs from the rule of the next shorter ending. words must be in
// descending order of frequency.
func LearnLemmas(words []Lemma) *Lemmas {
	l := &Lemmas{map[string]Rule{}}
	for n := 1; n <= longestEnding; n++ {
		votes := map[string]map[Rule]int{}
		for _, w := range words {
			if len(w.Word) < n+1 {
				continue
			}
			key := lemmaKey(w.Tag, w.Word[len(w.Word)-n:])
			if votes[key] == nil {
				votes[key] = map[Rule]int{}
			}
			votes[key][ruleOf(w.Word, w.Lemma)]++
		}
		for _, key := range slices.Sorted(maps.Keys(votes)) {
			rule, count := winner(votes[key])
			ending := strings.TrimPrefix(key, string([]rune(key)[0]))
			if count >= 2 && l.shorter(key, ending) != rule {
				l.rules[key] = rule
			}
		}
	}
	seen := map[string]bool{}
	for _, w := range words {
		key := lemmaKey(w.Tag, "^"+w.Word)
		if w.Count >= 2 && !seen[key] && l.Of(w.Word, w.Tag) != w.Lemma {
			l.rules[key] = ruleOf(w.Word, w.Lemma)
		}
		seen[key] = true
	}
	return l
}

// shorter returns the rule of the longest shorter ending that has a rule.
func (l *Lemmas) shorter(key, ending string) Rule {
	tag := key[:len(key)-len(ending)]
	for n := len(ending) - 1; n > 0; n-- {
		if r, known := l.rules[tag+ending[len(ending)-n:]]; known {
			return r
		}
	}
	return Rule{}
}

func winner(votes map[Rule]int) (best Rule, count int) {
	for r, n := range votes {
		if n > count || n == count && (r.Cut < best.Cut || r.Cut == best.Cut && r.Append < best.Append) {
			best, count = r, n
		}
	}
	return best, count
}

// write writes the rules in order of their keys. Each consists of the length and bytes of the key,
// the number of bytes to cut, and the length and bytes of the text to append.
func (l *Lemmas) write(out io.Writer) error {
	b := appendNumber(nil, len(l.rules))
	for _, key := range slices.Sorted(maps.Keys(l.rules)) {
		r := l.rules[key]
		b = append(append(b, byte(len(key))), key...)
		b = append(append(b, byte(r.Cut), byte(len(r.Append))), r.Append...)
	}
	_, err := out.Write(b)
	return err
}

// maxRules is the maximum number of rules read from a file, which may be damaged.
const maxRules = 1 << 16

func readLemmas(in *bufio.Reader) (*Lemmas, error) {
	count, err := readNumber(in, maxRules)
	if err != nil {
		return nil, err
	}
	l := &Lemmas{make(map[string]Rule, count)}
	for range count {
		key, err := readShort(in)
		if err != nil {
			return nil, err
		}
		cut, err := in.ReadByte()
		if err != nil {
			return nil, errDamaged
		}
		ending, err := readShort(in)
		if err != nil {
			return nil, err
		}
		l.rules[key] = Rule{int(cut), ending}
	}
	return l, nil
}

// readShort reads a string preceded by its length in one byte.
func readShort(in *bufio.Reader) (string, error) {
	n, err := in.ReadByte()
	if err != nil {
		return "", errDamaged
	}
	b := make([]byte, n)
	if _, err := io.ReadFull(in, b); err != nil {
		return "", errDamaged
	}
	return string(b), nil
}
