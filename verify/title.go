package verify

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A titleGrade is the degree of similarity of two titles.
type titleGrade int

const (
	otherTitle   titleGrade = iota // titles of different works
	unlikeScript                   // cannot be compared, since the scripts differ
	similarTitle                   // most words agree, but some differ
	cutTitle                       // one title is the beginning of the other
	respelled                      // the same words in a different spelling, inflection or order
	sameTitle                      // equal except for case, markup, hyphens, articles and subtitles
)

// titleEvidence is a title prepared for comparison with many others.
type titleEvidence struct {
	text   string
	normal string
	main   string // part before the subtitle, in normal form
	rest   string // subtitle in normal form
	words  []string
	// parts contains, in normal form, parts that may be used instead of the whole title: a
	// translation in brackets, the title without the translation, or the title without a chapter
	// number.
	parts   []string
	math    bool // the title contains mathematics, which can be written in many ways
	foreign bool // the title is in brackets, which means that a catalogue has translated it
}

// maxWords limits the words that are compared one by one, in quadratic time.
const maxWords = 80

func readTitle(title string) titleEvidence {
	if strings.ContainsRune(title, '<') && strings.ContainsRune(title, '>') {
		title = namedSymbol.ReplaceAllString(title, " ")
	}
	mathematics := strings.ContainsAny(title, "$^_=<>αβγδλμ") || danglingHyphen.MatchString(title)
	title = plusSign.ReplaceAllString(withoutNotice(paper.PlainTitle(clip(title))), "$1 plus ")
	t := titleEvidence{text: title, normal: paper.NormalTitle(title), math: mathematics,
		foreign: inBrackets.MatchString(title)}
	if at := subtitleAt(title); at > 0 {
		t.main, t.rest = paper.NormalTitle(title[:at]), paper.NormalTitle(title[at:])
	}
	if inside := bracketed.FindStringSubmatchIndex(title); inside != nil {
		t.part(title[inside[2]:inside[3]])
		t.part(title[:inside[0]] + " " + title[inside[1]:])
	}
	if original, translation, ok := strings.Cut(title, " = "); ok {
		t.part(original)
		t.part(translation)
		if at := subtitleAt(translation); at > 0 {
			t.part(translation[:at])
		}
	}
	if label := labelled.FindString(title); label != "" {
		t.part(title[len(label):])
	}
	t.words = titleWords(title)
	return t
}

func (t *titleEvidence) part(text string) { t.parts = append(t.parts, paper.NormalTitle(text)) }

// labelled matches a chapter number, or a section heading in capitals, before a title.
var labelled = regexp.MustCompile(`^(?:\d{1,3}\.? |(?:\p{Lu}{4,} ){1,3})`)

var (
	bracketed = regexp.MustCompile(`[\[(]([^\])]*)[\])]`)
	// notice matches words in a title that announce a retraction.
	notice = regexp.MustCompile(
		`(?i)^\s*(?:retracted(?: article)?|retraction(?: note)?(?: to)?|withdrawn|removed)\s*[:.\]]\s*|\s*[\[(](?:retracted|withdrawn)(?: article)?[\])]\s*$`,
	)
)

// plusSign matches a plus sign after a name, as in "REDD+". Some catalogues write it as a word.
var plusSign = regexp.MustCompile(`(\p{Lu}{3,})\+`)

// erratum matches the titles of corrections, which repeat the title of the corrected work.
var erratum = regexp.MustCompile(`(?i)^\s*\[?(?:erratum|errata|corrigendum|(?:author )?correction|publisher correction)\b[^.]{0,40}?(?: to\b|:| - )`)

// catalogued matches notes that catalogues append to titles, such as "[Review] [45 refs]".
var catalogued = regexp.MustCompile(`(?i)(?:[\s.]*[\[(](?:review|\d+ refs?\.?|abstract|(?:provisional|structured) abstract|` +
	`err?at(?:um|a)\b[^\])]*|corrigendum[^\])]*|see comments?[^\])]*|comments?(?: in)?\b[^\])]*|letter|editorial|meeting abstract|` +
	`author'?s'? reply|(?:article )?(?:in )?(?:chinese|german|french|spanish|russian|japanese|polish|italian|portuguese|korean|` +
	`turkish|czech|hungarian|danish|dutch|norwegian|swedish|romanian|bulgarian|croatian|serbian|slovak|ukrainian|finnish|greek|` +
	`hebrew|persian))[\])])+[\s.]*$`)

// danglingHyphen matches a hyphen after which a catalogue has lost a Greek letter.
var danglingHyphen = regexp.MustCompile(`\pL-(?:[\s),:;\]]|$)`)

// inBrackets matches translated titles, which are in brackets. The closing bracket may be missing.
var inBrackets = regexp.MustCompile(`^["\s]*\[[^\[\]]{20,}\]?[."\s]*$`)

// session matches the kind of a conference paper, which catalogues put in different parts of a title.
var session = regexp.MustCompile(`(?i)[\[(]\s*(?:panel|panel session|panel abstract|extended abstract|invited (?:talk|paper)|` +
	`tutorial|demo(?:nstration)?|poster|short paper|abstract(?: only)?)\s*[\])]|^(?:panel|tutorial)(?: on|:) `)

// spelledSymbol matches the name of a symbol in parentheses, such as "(alpha)".
var spelledSymbol = regexp.MustCompile(`(?i)\((alpha|beta|gamma|delta|epsilon|kappa|lambda|mu|sigma|tau|omega)\)|\(plus or minus\)`)

// namedSymbol matches a symbol by name, as in "PM2<middle dot>5" from Web of Science.
var namedSymbol = regexp.MustCompile(`(?i)<(?:middle dot|degrees?|plus/minus|superscript \w{1,3}|subscript \w{1,3})>`)

func withoutNotice(title string) string {
	title = catalogued.ReplaceAllString(notice.ReplaceAllString(title, ""), "")
	return spelledSymbol.ReplaceAllString(session.ReplaceAllString(title, " "), "$1")
}

// subtitleAt returns the offset of the subtitle, or 0 if the title has none.
func subtitleAt(title string) int {
	for _, mark := range []string{": ", " - ", " – ", " — ", "—", "? ", ". ", "! "} {
		if at := strings.Index(title, mark); at > 0 {
			return at
		}
	}
	return 0
}

// titleWords returns the first words of a title in lower case, without accents. Hyphens, dashes,
// slashes and modifier letters separate words; apostrophes do not.
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
	return unicode.Is(unicode.Lm, r) || r != '\'' && r != '’' && r != '.' && r != '{' && r != '}' &&
		!unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r)
}

// minMain is the minimum length, in normal form, of a main title that identifies a work.
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

// withoutSubtitle reports whether t is the main title of other, or the part of other after a label
// such as "SemEval-2012 Task 7:".
func (t titleEvidence) withoutSubtitle(other titleEvidence) bool {
	return len(t.normal) >= minMain &&
		(t.normal == other.main || (len(t.words) >= minCut || len(other.main) < minMain) &&
			t.normal == other.rest)
}

// minCut is the minimum number of words in a title that is only a part of another title.
const minCut = 5

// catalogueWidth is the length, in bytes, at which some catalogues cut titles inside a word.
const catalogueWidth = 100

func (t titleEvidence) begins(other titleEvidence) bool {
	n := len(t.words)
	if n < minCut || n > len(other.words) || !slices.Equal(t.words[:n-1], other.words[:n-1]) {
		return false
	}
	last, whole := t.words[n-1], other.words[n-1]
	return last == whole && n < len(other.words) || last != whole && len(t.text) >= catalogueWidth &&
		strings.HasPrefix(whole, last)
}

func (t titleEvidence) reorders(other titleEvidence) bool {
	return len(t.words) >= minCut && slices.Equal(slices.Sorted(slices.Values(t.words)),
		slices.Sorted(slices.Values(other.words)))
}

// isPart reports whether t equals a part of other, such as the text inside or outside its brackets.
func (t titleEvidence) isPart(other titleEvidence) bool {
	return len(t.normal) >= minMain && slices.Contains(other.parts, t.normal)
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

// minSimilar is the minimum share of common letters in two spellings of the same title.
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

// unlikeScripts reports whether exactly one of two texts is mostly in Latin script.
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

// openEnds lists words that cannot end a title.
var openEnds = []string{
	"a", "an", "the", "of", "in", "on", "for", "with", "to", "and", "or", "from", "by", "via", "using", "at", "as", "is",
	"are", "der", "die", "das", "und", "von", "de", "la", "les", "des", "et", "del",
}

// isCut reports whether a title is visibly truncated: it ends in an ellipsis, a colon or one of openEnds.
func isCut(title string) bool {
	title = strings.TrimSpace(paper.PlainTitle(clip(title)))
	if strings.HasSuffix(title, "...") || strings.HasSuffix(title, "…") || strings.HasSuffix(title, ":") {
		return true
	}
	words := strings.Fields(strings.ToLower(title))
	return len(words) > 0 && slices.Contains(openEnds, words[len(words)-1])
}
