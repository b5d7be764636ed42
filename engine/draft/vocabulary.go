package draft

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine/check"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A Vocabulary is all words that a sentence about a paper may be made of:
// those of the paper with their inflections, those that any paper is reported
// with, and abbreviations that the document defines of something in the paper.
// Numbers and names are in it as the paper writes them.
type Vocabulary struct {
	Words []string // as they are written inside a sentence, sorted
	First []string // as they are written at its beginning, sorted
}

// vocabularyOf collects the words for a request. short are the abbreviations
// of the document.
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

// reportWords are the words that need no paper. What denies, ranks or counts
// is left to the paper, and so is whatever speaks of the author's own work.
func reportWords() (words []string) {
	for w := range check.ReportWords() {
		words = append(words, w)
	}
	for w := range text.StopWords() {
		words = append(words, w)
	}
	return slices.DeleteFunc(words, func(w string) bool { return leftToPaper[w] || strings.Contains(w, "'") })
}

// ofAuthor are words by which a sentence speaks of whoever writes it, or points
// to what it does not have; no sentence needs them to say what a paper says.
var ofAuthor = setOf(`i me my myself we us our ours ourselves you your yours same similar similarly see following follow follows followed
	above below here discussed so discuss et al`)

// neverFirst are words that begin a sentence by pointing to the one before.
var neverFirst = setOf(`this these those that such it its they their them there here he she his her so also both who which`)

var leftToPaper = setOf(`not no nor never neither without cannot more most very quite first second third two best only further too once again
	he him his himself she her hers herself cent percent e.g i.e etc new novel large small likely always particularly mainly primarily mostly largely widely well far whose`)

func setOf(words string) map[string]bool {
	set := make(map[string]bool)
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}

// A collector gathers the words of one paper.
type collector struct {
	words   map[string]bool // as they are written inside sentences
	capital map[string]bool // at places that ask for a capital
}

// addTitle reads a title, whose capitals say nothing where most words have one.
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

// addLower writes words small that have a capital only where they begin something.
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

// addInflections adds the regular forms of words.
func (c collector) addInflections() {
	for _, w := range slices.Collect(maps.Keys(c.words)) {
		for _, form := range inflections(w) {
			c.words[form] = true
		}
	}
}

// addAbbreviations adds the short forms that the document has of what the
// paper spells out.
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

// writtenWords are the words of s as they are written, without the punctuation
// around them. A run that is no word, such as "f(x)", is left out.
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

// maxWrittenWord is the length of a run that is no word any more. Unit: bytes.
const maxWrittenWord = 48

// isWritten reports whether w has letters or digits and none of the signs that
// part words; numbers may have points and commas.
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

// inflections are the regular forms of a word that is written in small letters.
func inflections(w string) (forms []string) {
	if len(w) < 3 || text.IsStop(w) || strings.ContainsFunc(w, func(r rune) bool { return r < 'a' || r > 'z' }) {
		return nil
	}
	stem := text.Stem(w)
	for _, base := range basesOf(w) {
		for _, form := range formsOf(base) {
			if form != w && text.Stem(form) == stem {
				forms = append(forms, form)
			}
		}
	}
	return forms
}

// basesOf are the words that w may be a regular form of, w among them.
func basesOf(w string) []string {
	bases := []string{w}
	for _, ending := range []string{"ies", "es", "s", "ied", "ed", "d", "ing"} {
		base, ok := strings.CutSuffix(w, ending)
		if !ok || len(base) < 3 {
			continue
		}
		if ending[0] == 'i' && ending != "ing" {
			base += "y"
		}
		bases = append(bases, base)
		if n := len(base); ending == "ing" {
			bases = append(bases, base+"e")
			if base[n-1] == base[n-2] {
				bases = append(bases, base[:n-1])
			}
		}
	}
	return bases
}

// formsOf are the regular forms of a base.
func formsOf(base string) []string {
	stem, isY := strings.CutSuffix(base, "y")
	switch {
	case isY && !strings.ContainsAny(stem[len(stem)-1:], "aeiou"):
		return []string{base, stem + "ies", stem + "ied", base + "ing"}
	case strings.HasSuffix(base, "e"):
		return []string{base, base + "s", base + "d", base[:len(base)-1] + "ing"}
	case strings.HasSuffix(base, "s"), strings.HasSuffix(base, "x"), strings.HasSuffix(base, "ch"), strings.HasSuffix(base, "sh"):
		return []string{base, base + "es", base + "ed", base + "ing"}
	}
	return []string{base, base + "s", base + "ed", base + "ing"}
}

// isCapital reports whether only the first letter of w is a capital.
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
