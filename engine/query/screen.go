package query

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed"
	"io"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Vocabulary reports whether one of the user's indexes contains a word, folded to lower case.
type Vocabulary func(word string) bool

// A screen decides which words of a text may leave the machine. It withholds words found in neither
// the word list nor an index, names of people and streets, and secrets.
type screen struct {
	s string
	tokens
	known    Vocabulary
	withheld []bool
}

// newScreen returns a screen for a text in which paths and addresses are already replaced.
func newScreen(s string, known Vocabulary) *screen {
	c := &screen{s: s, tokens: text.Tokens(s), known: known}
	c.withheld = make([]bool, len(c.tokens))
	for i := range c.tokens {
		c.withheld[i] = !c.isKnown(i)
	}
	c.withholdPersons()
	c.withholdPlaces()
	c.withholdSecrets()
	return c
}

// written returns a token in its original spelling, without a possessive.
func (c *screen) written(i int) string {
	t := c.tokens[i]
	return strings.TrimSuffix(strings.TrimSuffix(c.s[t.Start:t.End], "'s"), "’s")
}

// gap returns the text between token i and the next.
func (c *screen) gap(i int) string {
	if i < 0 || i+1 >= len(c.tokens) {
		return ""
	}
	return c.s[c.tokens[i].End:c.tokens[i+1].Start]
}

// isKnown reports whether a word is in the word list with its capitalisation, or in an index. A
// capital at the start of a sentence is ignored; elsewhere it marks a name.
func (c *screen) isKnown(i int) bool {
	written, folded, words := c.written(i), c.word(i), commonWords()
	form := shapeOf(written)
	switch {
	case words.has(written), !strings.ContainsFunc(written, unicode.IsLetter) && digits(written) <= maxDigits:
		return true
	case form == lower, form == capitalized && c.begins(i):
		return words.has(folded) || form == lower && c.isIndexed(folded)
	case form == capitalized:
		return false
	case words.has(strings.TrimSuffix(written, "s")):
		return true
	case form == upper && givenNames().has(folded):
		return false
	}
	return form == upper && words.has(folded) || c.isIndexed(folded)
}

// isIndexed reports whether an index contains a word. An index also contains names, which cannot be
// recognized in scripts without case, so words in these scripts are rejected.
func (c *screen) isIndexed(folded string) bool {
	hasCase := func(r rune) bool { return unicode.ToUpper(r) != r }
	return c.known != nil && strings.ContainsFunc(folded, hasCase) && c.known(folded)
}

// begins reports whether a token begins a sentence. Consecutive dots stand for a path or a citation
// mark and do not end a sentence.
func (c *screen) begins(i int) bool {
	gap := strings.ReplaceAll(c.gap(i-1), "..", "")
	return i == 0 || strings.ContainsAny(gap, ".!?:\n")
}

// A shape is the capitalisation of a word.
type shape int

const (
	lower shape = iota
	capitalized
	upper
	mixed // such as "PyTorch", "mRNA" and "H1N1"
)

func shapeOf(written string) shape {
	first, size := utf8.DecodeRuneInString(written)
	rest := written[size:]
	hasUpper, hasLower := strings.ContainsFunc(rest, unicode.IsUpper), strings.ContainsFunc(rest, unicode.IsLower)
	switch {
	case strings.ContainsFunc(written, unicode.IsDigit), hasUpper && (hasLower || !unicode.IsUpper(first)):
		return mixed
	case hasUpper, unicode.IsUpper(first) && rest == "":
		return upper
	case unicode.IsUpper(first):
		return capitalized
	}
	return lower
}

func (c *screen) isCapitalized(i int) bool {
	return i >= 0 && i < len(c.tokens) && shapeOf(c.written(i)) != lower && !text.IsStop(c.word(i))
}

const maxNameWords = 4 // maximum number of words withheld as one name

// withhold marks a token and the capitalized tokens after it as one name.
func (c *screen) withhold(i int) {
	for n := 0; n < maxNameWords && c.isCapitalized(i); n++ {
		c.withheld[i] = true
		if gap := strings.Trim(c.gap(i), " .-"); gap != "" || len(c.gap(i)) > 2 {
			return
		}
		i++
	}
}

// withholdPersons marks names of people even if their parts are common words. Such a name follows a
// given name, an initial or a word such as "patient", or precedes an uncommon name.
func (c *screen) withholdPersons() {
	for i := range c.tokens {
		next := c.isCapitalized(i+1) && len(strings.Trim(c.gap(i), " .-")) == 0
		switch isFirst := c.isCapitalized(i) && givenNames().has(c.word(i)); {
		case personal[c.word(i)]:
			c.withhold(i + 1)
			c.withholdLower(i + 1)
		case next && (isFirst || len(c.written(i)) == 1 && c.gap(i) == ". "):
			c.withhold(i)
		case next && c.begins(i) && c.isCapitalized(i) && c.withheld[i+1] && shapeOf(c.written(i+1)) == capitalized:
			c.withhold(i)
		case codeName[c.word(i)]:
			c.withhold(i + 1)
			if strings.HasPrefix(c.word(i), "code") && i+1 < len(c.tokens) {
				c.withheld[i+1] = true
			}
		}
	}
}

// withholdLower marks a lower-case given name, and the next word if it is not common.
func (c *screen) withholdLower(i int) {
	if !givenNames().has(c.word(i)) {
		return
	}
	c.withheld[i] = true
	if i+1 < len(c.tokens) && !commonWords().has(c.word(i+1)) {
		c.withheld[i+1] = true
	}
}

const maxStreetWords = 3 // maximum number of words before or after the word for a street

// withholdPlaces marks street names: capitalized words or a numbered address before "Street", and
// capitalized words after "rue".
func (c *screen) withholdPlaces() {
	for i := range c.tokens {
		switch {
		case streetLast[c.word(i)] && (c.isCapitalized(i) || c.isNumbered(i)):
			for j := i; j >= max(0, i-maxStreetWords) && (j == i || c.gap(j) == " "); j-- {
				if !c.isCapitalized(j) && !c.isNumbered(i) {
					break
				}
				c.withheld[j] = true
			}
		case streetFirst[c.word(i)]:
			for j := i + 1; j < len(c.tokens) && j <= i+maxStreetWords && strings.Trim(c.gap(j-1), " .") == ""; j++ {
				c.withheld[j] = c.withheld[j] || c.isCapitalized(j)
			}
		}
	}
}

// isNumbered reports whether a house number precedes a word within a few words, as in "21 elm
// street".
func (c *screen) isNumbered(i int) bool {
	for j := i - 1; j >= max(0, i-maxStreetWords) && c.gap(j) == " "; j-- {
		if digits(c.word(j)) > 0 && digits(c.word(j)) >= len(c.word(j))-1 {
			return true
		}
	}
	return false
}

// withholdSecrets marks the rest of a sentence after "the password is" or "password:".
func (c *screen) withholdSecrets() {
	for i := range c.tokens {
		if !secret[c.word(i)] {
			continue
		}
		from := i + 1
		if is := c.word(from); is == "is" || is == "was" {
			from++
		} else if !strings.ContainsAny(c.gap(i), ":=\"“'‘") {
			continue
		}
		for j := from; j < len(c.tokens); j++ {
			c.withheld[j] = true
			if strings.ContainsAny(c.gap(j), ".!?\n") {
				break
			}
		}
	}
}

var (
	// personal lists words that precede a person's name.
	personal = setOf(`patient patients participant subject respondent interviewee mr mrs ms miss dr prof professor sir
		lady frau herr fraulein madame monsieur mme mlle senor senora signor signora pan pani client student
		pupil witness victim defendant suspect nurse doctor colleague supervisor friend wife husband
		daughter son mother father sister brother`)
	codeName   = setOf("project operation codename codenamed code-named codeword")
	streetLast = setOf("street st road rd avenue ave lane drive boulevard blvd square court terrace crescent platz " +
		"strasse allee weg gasse")
	streetFirst = setOf("rue via calle ulica ul avenida piazza plaza rua place")
	secret      = setOf("password passwords passphrase passcode pin login username secret token credentials key " +
		"passwort kennwort")
)

// Indexed returns the vocabulary of the given indexes. They must be local, since a server would
// receive the words to look up. An index that fails is treated as empty.
func Indexed[R engine.Retriever](ctx context.Context, indexes []R) Vocabulary {
	known := make(map[string]bool)
	return func(word string) bool {
		if is, found := known[word]; found {
			return is
		}
		request := engine.Request{Expr: keyword.Phrase{Words: []string{word}}}
		for _, index := range indexes {
			if reply, err := index.Search(ctx, request); err == nil && reply.Matching > 0 {
				known[word] = true
				break
			}
		}
		return known[word]
	}
}

// packedWords is the compressed word list. data/README.md describes the lists' sources and licences.
//
//go:embed data/words.txt.gz
var packedWords []byte

//go:embed data/names.txt.gz
var packedNames []byte

// commonWords holds folded words in lower case, and words with capitals as written, such as
// "Bayesian" and "BERT". givenNames holds folded given names.
var (
	commonWords = sync.OnceValue(func() wordList { return unpacked(packedWords) })
	givenNames  = sync.OnceValue(func() wordList { return unpacked(packedNames) })
)

// A wordList is a sorted list, one word per line.
type wordList []byte

func unpacked(packed []byte) wordList {
	reader, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		panic(err) // unreachable unless the binary is broken
	}
	lines, err := io.ReadAll(reader)
	if err != nil {
		panic(err)
	}
	return lines
}

// has reports whether a list contains a word, by binary search over its bytes.
func (l wordList) has(word string) bool {
	low, high := 0, len(l) // both are always the start of a line
	for low < high {
		start := low + bytes.LastIndexByte(l[low:low+(high-low)/2], '\n') + 1
		end := start + bytes.IndexByte(l[start:], '\n')
		switch line := string(l[start:end]); {
		case line == word:
			return true
		case line < word:
			low = end + 1
		default:
			high = start
		}
	}
	return false
}
