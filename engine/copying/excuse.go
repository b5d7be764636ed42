package copying

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// Excuses lists wording that every text about a work must share with it.
type Excuses struct {
	Titles []string // titles of the work and of the manuscript
	Terms  []string
}

// phraseSet is a set of phrases of one to three words. For a longer phrase, it contains all triples of
// consecutive words.
type phraseSet map[[3]uint64]bool

func (f phraseSet) add(ids []uint64) {
	var phrase [3]uint64
	for i := range ids {
		copy(phrase[:], ids[i:min(i+3, len(ids))])
		f[phrase] = true
		if i+3 >= len(ids) {
			return
		}
	}
}

func newPhraseSet(e Excuses) phraseSet {
	f := make(phraseSet)
	for _, title := range e.Titles {
		if w := split(title); len(w.ids) > 1 { // a title of a single word may be any word
			f.add(w.ids)
		}
	}
	for _, term := range e.Terms {
		f.add(split(term).ids)
	}
	return f
}

// mark sets excused for each word that belongs to a phrase in the set.
func (f phraseSet) mark(ids []uint64, excused []bool) {
	if len(f) == 0 {
		return
	}
	for i := range ids {
		var phrase [3]uint64
		for n := 0; n < 3 && i+n < len(ids); n++ {
			if phrase[n] = ids[i+n]; f[phrase] {
				for k := range n + 1 {
					excused[i+k] = true
				}
			}
		}
	}
}

// own returns the number of words in a run that an author could replace. It excludes names,
// numbers, formulas, units and fixed phrases, and the function words between them. here and there
// are the words of the run in the two texts.
func own(here, there words, phrases ...phraseSet) int {
	excused := make([]bool, len(here.ids))
	for i := range here.ids {
		a, b := here.word(i), there.word(i)
		switch {
		case isSymbol(a):
			excused[i] = true
		case here.isNamed(i) && isCapital(b):
			excused[i] = true
		case i > 0 && strings.ContainsAny(here.word(i-1), digits) && slices.Contains(units, a):
			excused[i] = true
		}
	}
	for _, f := range phrases {
		f.mark(here.ids, excused)
	}
	here.bridge(excused)
	n := 0
	for _, is := range excused {
		if !is {
			n++
		}
	}
	return n
}

const digits = "0123456789"

func (w words) word(i int) string { return w.text[w.marks[i].start:w.marks[i].end] }

// isSymbol reports whether a word contains a digit, or is a single letter other than "a" and "I".
func isSymbol(word string) bool {
	if strings.ContainsAny(word, digits) {
		return true
	}
	r, size := utf8.DecodeRuneInString(word)
	return size == len(word) && !isIdeograph(r) && word != "a" && word != "A" && word != "I"
}

func isCapital(word string) bool {
	return strings.ContainsFunc(word, unicode.IsUpper)
}

// isNamed reports whether a word is capitalised for a reason other than starting a sentence.
func (w words) isNamed(i int) bool {
	word := w.word(i)
	if !isCapital(word) || text.IsStop(strings.ToLower(word)) {
		return false
	}
	if _, size := utf8.DecodeRuneInString(word); isCapital(word[size:]) {
		return true
	}
	before := strings.TrimRight(w.text[max(0, w.marks[i].start-8):w.marks[i].start], " \n\t\"“‘(")
	return before != "" && strings.IndexByte(".!?:", before[len(before)-1]) < 0
}

// longestBridge is the maximum number of function words between two excused words, as in "Bank of
// the United States".
const longestBridge = 3

// bridge marks the function words between excused words as excused.
func (w words) bridge(excused []bool) {
	last := -1
	for i, is := range excused {
		if !is {
			if !text.IsStop(strings.ToLower(w.word(i))) {
				last = -1
			}
			continue
		}
		if last >= 0 && i-last-1 <= longestBridge {
			for k := last + 1; k < i; k++ {
				excused[k] = true
			}
		}
		last = i
	}
}

var units = strings.Fields(`mm cm km nm µm μm kg mg µg μg ng ml µl μl kl ms ns µs μs min mins h hr hrs s sec
		Hz kHz MHz GHz THz eV keV MeV GeV TeV K °C °F kW MW GW kWh MWh kJ MJ Pa kPa MPa GPa bar mbar mol mmol mM µM μM nM
		ppm ppb dB dpi MB GB TB kB rpm percent years year days day hours hour minutes minute seconds months month weeks week
		million billion thousand`)
