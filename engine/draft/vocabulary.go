package draft

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine/check"
	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A Vocabulary holds the words that a sentence about a paper may use. They are the paper's words
// with their inflections, reporting words, and the document's abbreviations for terms of the paper.
// Numbers and names are spelled as in the paper.
type Vocabulary struct {
	Words []string // as written inside a sentence, sorted
	First []string // as written at the start of a sentence, sorted
}

// vocabularyOf collects the words for a request. short holds the document's abbreviations.
func vocabularyOf(p *paper.Paper, short map[string]string) *Vocabulary {
	c := collector{words: make(map[string]bool), capital: make(map[string]bool)}
	c.addTitle(p.Title)
	abstract := text.Cut(p.Abstract, maxAbstract)
	for _, span := range text.Sentences(abstract) {
		c.addSentence(abstract[span.Start:span.End])
	}
	for _, source := range bodySources(p) {
		c.addSentence(source.Text)
	}
	c.addLower()
	c.addInflections()
	c.addAbbreviations(p, short)
	for _, w := range reportWords() {
		c.words[w] = true
	}
	maps.DeleteFunc(c.words, func(w string, _ bool) bool { return ofAuthor[strings.ToLower(w)] })
	return c.vocabulary()
}

// reportWords returns words that need no support, except those that negate, rank, count or refer to
// the author's own work.
func reportWords() (words []string) {
	for w := range check.ReportWords() {
		words = append(words, w)
	}
	for w := range text.StopWords() {
		words = append(words, w)
	}
	return slices.DeleteFunc(words, func(w string) bool { return leftToPaper[w] || strings.Contains(w, "'") })
}

var ofAuthor = english.Set("words of the author")

var neverFirst = english.Set("never first")

var leftToPaper = english.Set("left to the paper")

// A collector gathers the words of one paper.
type collector struct {
	words   map[string]bool // as written inside sentences
	capital map[string]bool // as written where a capital is required
}

// addTitle adds the words of a title. If most words are capitalized, capitals carry no information.
func (c collector) addTitle(title string) {
	words := writtenWords(title)
	capitals := 0
	for _, w := range words {
		if isCapital(w) {
			capitals++
		}
	}
	for i, w := range words {
		c.add(w, i == 0 || 2*capitals > len(words))
	}
}

func (c collector) addSentence(s string) {
	for i, w := range writtenWords(s) {
		c.add(w, i == 0)
	}
}

func (c collector) add(word string, begins bool) {
	if begins && isCapital(word) {
		c.capital[word] = true
		return
	}
	c.words[word] = true
}

// addLower adds the lower-case form of words that occur only capitalized at the start of sentences.
func (c collector) addLower() {
	for w := range c.capital {
		low := lowerFirst(w)
		if !c.words[w] {
			c.words[low] = true
		}
		if !c.words[low] {
			c.words[w] = true
		}
	}
}

// addInflections adds the regular inflections of words.
func (c collector) addInflections() {
	for _, w := range slices.Collect(maps.Keys(c.words)) {
		for _, form := range inflections(w) {
			c.words[form] = true
		}
	}
}

// addAbbreviations adds the document's abbreviations for phrases in the paper.
func (c collector) addAbbreviations(p *paper.Paper, short map[string]string) {
	said := strings.ToLower(p.Title + " " + text.Cut(p.Abstract, maxAbstract))
	for abbreviation, long := range short {
		if strings.Contains(said, strings.ToLower(long)) {
			c.words[abbreviation] = true
		}
	}
}

func (c collector) vocabulary() *Vocabulary {
	v := &Vocabulary{Words: slices.Sorted(maps.Keys(c.words))}
	first := make(map[string]bool)
	for w := range c.words {
		if neverFirst[strings.ToLower(w)] {
			continue
		}
		first[upperFirst(w)] = true
	}
	v.First = slices.Sorted(maps.Keys(first))
	return v
}

// writtenWords returns the words of s as written, without surrounding punctuation. It skips strings
// that are not words, such as "f(x)".
func writtenWords(s string) (words []string) {
	for field := range strings.FieldsFuncSeq(s, func(r rune) bool { return unicode.IsSpace(r) || r == '—' }) {
		if strings.HasPrefix(field, "[") { // the paper's own citation
			continue
		}
		w := strings.Trim(field, "\"“”‘’'`([{}]),;:.!?")
		if w != "" && len(w) <= maxWrittenWord && isWritten(w) {
			words = append(words, w)
		}
	}
	return words
}

// maxWrittenWord is the maximum length of a word, in bytes.
const maxWrittenWord = 48

// isWritten reports whether w has letters or digits and no separators. Numbers may contain points
// and commas.
func isWritten(w string) bool {
	number := w[0] >= '0' && w[0] <= '9'
	for i, r := range w {
		switch {
		case strings.ContainsRune("()[]{};:\"“”<>$\\^~|=*", r), r == utf8.RuneError, !unicode.IsPrint(r):
			return false
		case (r == '.' || r == ',') && (!number || i+1 == len(w)):
			return false
		}
	}
	return strings.ContainsFunc(w, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// inflections returns the other regular forms of a lower-case word.
func inflections(w string) (forms []string) {
	if len(w) < 3 || text.IsStop(w) || strings.ContainsFunc(w, func(r rune) bool { return r < 'a' || r > 'z' }) {
		return nil
	}
	stem := text.Stem(w)
	for _, base := range english.Bases(w) {
		for _, form := range english.Forms(base) {
			if form != w && text.Stem(form) == stem {
				forms = append(forms, form)
			}
		}
	}
	return forms
}

// isCapital reports whether only the first letter of w is upper-case.
func isCapital(w string) bool {
	first, size := utf8.DecodeRuneInString(w)
	return unicode.IsUpper(first) && !strings.ContainsFunc(w[size:], unicode.IsUpper)
}

func lowerFirst(w string) string {
	first, size := utf8.DecodeRuneInString(w)
	return string(unicode.ToLower(first)) + w[size:]
}

func upperFirst(w string) string {
	first, size := utf8.DecodeRuneInString(w)
	return string(unicode.ToUpper(first)) + w[size:]
}
