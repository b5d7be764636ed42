package verify

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A titleGrade says how two titles agree.
type titleGrade int

const (
	otherTitle   titleGrade = iota // of two works
	unlikeScript                   // cannot be compared
	similarTitle                   // most words agree, some do not
	cutTitle                       // one is the beginning of the other
	respelled                      // the same words, spelled, inflected or ordered differently
	sameTitle                      // one title, but for case, markup, hyphens, articles and subtitle
)

// titleEvidence is what is found out once about a title that is compared with many.
type titleEvidence struct {
	text    string
	normal  string
	main    string // normal, before the subtitle
	rest    string // normal, the subtitle
	words   []string
	bracket string // normal form of what a bracket adds, such as a translation
	outside string // normal form of the rest
	math    bool   // has mathematics, which is spelled in many ways
}

// maxWords bounds the words that are compared one by one, by a table of their product.
const maxWords = 80

func readTitle(title string) titleEvidence {
	mathematics := strings.ContainsAny(title, "$^_=<>αβγδλμ")
	title = withoutNotice(paper.PlainTitle(clip(title)))
	t := titleEvidence{text: title, normal: paper.NormalTitle(title), math: mathematics}
	if at := subtitleAt(title); at > 0 {
		t.main, t.rest = paper.NormalTitle(title[:at]), paper.NormalTitle(title[at:])
	}
	if inside := bracketed.FindStringSubmatchIndex(title); inside != nil {
		t.bracket = paper.NormalTitle(title[inside[2]:inside[3]])
		t.outside = paper.NormalTitle(title[:inside[0]] + " " + title[inside[1]:])
	}
	t.words = titleWords(title)
	return t
}

var (
	bracketed = regexp.MustCompile(`[\[(]([^\])]*)[\])]`)
	// notice is what publishers put before or behind the title of a retracted work.
	notice = regexp.MustCompile(`(?i)^\s*(?:retracted(?: article)?|retraction(?: note)?(?: to)?|withdrawn|removed)\s*[:.\]]\s*|\s*[\[(](?:retracted|withdrawn)(?: article)?[\])]\s*$`)
)

func withoutNotice(title string) string { return notice.ReplaceAllString(title, "") }

// subtitleAt is where the part behind a colon, a dash or a question mark begins.
func subtitleAt(title string) int {
	for _, mark := range []string{": ", " - ", " – ", " — ", "—", "? ", ". ", "! "} {
		if at := strings.Index(title, mark); at > 0 {
			return at
		}
	}
	return 0
}

// titleWords are the first words of a title in lower case without accents. A
// hyphen, a dash, a slash and a letter that only modifies end a word; an apostrophe does not.
func titleWords(title string) (words []string) {
	for word := range strings.FieldsFuncSeq(title, isGap) {
		if w := paper.NormalTitle(word); w != "" {
			if words = append(words, w); len(words) == maxWords {
				break
			}
		}
	}
	return words
}

func isGap(r rune) bool {
	return unicode.Is(unicode.Lm, r) || r != '\'' && r != '’' && r != '.' && r != '{' && r != '}' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r)
}

// minMain is the shortest main title, in letters, that names a work without its subtitle.
const minMain = 10

func (t titleEvidence) is(other titleEvidence) bool {
	switch {
	case t.normal == "" || other.normal == "":
		return false
	case t.normal == other.normal, t.withoutSubtitle(other), other.withoutSubtitle(t):
		return true
	}
	return t.isPart(other) || other.isPart(t)
}

// withoutSubtitle reports whether t is the main title of other, or what follows its
// label, such as "SemEval-2012 Task 7:".
func (t titleEvidence) withoutSubtitle(other titleEvidence) bool {
	return len(t.normal) >= minMain && (t.normal == other.main || (len(t.words) >= minCut || len(other.main) < minMain) && t.normal == other.rest)
}

// minCut is the fewest words of a title that is part of another one.
const minCut = 5

func (t titleEvidence) begins(other titleEvidence) bool {
	return len(t.words) >= minCut && len(t.words) < len(other.words) && slices.Equal(t.words, other.words[:len(t.words)])
}

func (t titleEvidence) reorders(other titleEvidence) bool {
	return len(t.words) >= minCut && slices.Equal(slices.Sorted(slices.Values(t.words)), slices.Sorted(slices.Values(other.words)))
}

// isPart reports whether t is what other has inside or outside its brackets, such
// as the original or the translation.
func (t titleEvidence) isPart(other titleEvidence) bool {
	return len(t.normal) >= minMain && (t.normal == other.bracket || t.normal == other.outside)
}

func compareTitles(a, b titleEvidence) (grade titleGrade, similarity float64) {
	if a.is(b) {
		return sameTitle, 1
	}
	if unlikeScripts(a.text, b.text) {
		return unlikeScript, 0
	}
	grade, similarity = compareWords(a, b)
	switch {
	case grade <= similarTitle && a.reorders(b):
		return respelled, similarity
	case grade == similarTitle && (a.begins(b) || b.begins(a)):
		return cutTitle, similarity
	}
	return grade, similarity
}

// minSimilar is the share of letters in common from which on two titles may be
// spellings of one.
const minSimilar = 0.6

func compareWords(a, b titleEvidence) (titleGrade, float64) {
	gaps, common := align(a.words, b.words)
	total := letters(a.words) + letters(b.words)
	worst, same := sameTitle, 2*common
	for _, g := range gaps {
		grade := g.grade(a.math || b.math)
		if grade > similarTitle {
			same += letters(g.a) + letters(g.b)
		}
		worst = min(worst, grade)
	}
	similarity := 0.0
	if total > 0 {
		similarity = float64(same) / float64(total)
	}
	if worst <= similarTitle && similarity < minSimilar {
		return otherTitle, similarity
	}
	return worst, similarity
}

func letters(words []string) (n int) {
	for _, w := range words {
		n += len(w)
	}
	return n
}

// unlikeScripts reports whether one text is written in Latin letters and the other is not.
func unlikeScripts(a, b string) bool {
	return a != "" && b != "" && mostlyLatin(a) != mostlyLatin(b)
}

func mostlyLatin(s string) bool {
	latin, other := 0, 0
	for _, r := range s {
		switch {
		case unicode.Is(unicode.Latin, r):
			latin++
		case unicode.IsLetter(r) && !unicode.Is(unicode.Greek, r):
			other++
		}
	}
	return latin >= other
}
