package corpus

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// pdfReferences maps citation marks to references.
type pdfReferences struct {
	byNumber map[string]int // index of each reference by its number in the list
	byName   map[string]int // index of each reference by "family year" of its first author
}

// findReferences parses the list of references.
func (d *pdfDocument) findReferences(p *engine.Paper) *pdfReferences {
	r := &pdfReferences{make(map[string]int), make(map[string]int)}
	start := len(d.lines) - 1
	for start >= d.next && !isReferences(d.lines[start].text) {
		start--
	}
	if start < d.next {
		return r
	}
	d.end = start
	for _, entry := range splitEntries(d.listLines(start + 1)) {
		r.add(p, joinLines(entry))
	}
	return r
}

// listLines returns the lines of the list, up to an appendix.
func (d *pdfDocument) listLines(from int) []pdfLine {
	for i := from; i < len(d.lines); i++ {
		if d.isHeading(i) && !entryNumber.MatchString(d.lines[i].text) && d.lines[i].size > 1.08*d.lines[from].size {
			return d.lines[from:i]
		}
	}
	return d.lines[from:]
}

var entryNumber = regexp.MustCompile(`^(?:\[(\d{1,3})\]|(\d{1,3})\.)\s*(?:\D|$)`)

// splitEntries divides a list at its entry numbers, or else at hanging indents.
func splitEntries(lines []pdfLine) (entries [][]pdfLine) {
	starts := hangs
	numbers := 0
	for _, l := range lines {
		if entryNumber.MatchString(l.text) {
			numbers++
		}
	}
	if 8*numbers > len(lines) {
		starts = func(lines []pdfLine, i int) bool { return entryNumber.MatchString(lines[i].text) }
	}
	for i, l := range lines {
		if len(entries) == 0 || starts(lines, i) {
			entries = append(entries, nil)
		}
		last := len(entries) - 1
		entries[last] = append(entries[last], l)
	}
	return entries
}

// nearLines is the number of lines compared on either side of a line. A page has fewer lines.
const nearLines = 100

// hangs reports whether a line is the leftmost in its column. It compares the nearby lines that
// overlap it horizontally.
func hangs(lines []pdfLine, i int) bool {
	l := lines[i]
	left, right := l.x, l.x
	for _, other := range lines[max(0, i-nearLines):min(len(lines), i+nearLines)] {
		if other.page == l.page && other.x < l.end && l.x < other.end && other.x > l.x-40 && other.x < l.x+40 {
			left, right = min(left, other.x), max(right, other.x)
		}
	}
	if right-left < 3 { // without hanging indents, an entry follows a short line that ends with a full stop
		return i > 0 && strings.HasSuffix(lines[i-1].text, ".") && lines[i-1].end < l.end-10
	}
	return l.x-left < 2
}

func (r *pdfReferences) add(p *engine.Paper, entry string) {
	number := ""
	if m := entryNumber.FindStringSubmatchIndex(entry); m != nil {
		number = entryNumber.ReplaceAllString(entry[:m[1]], "$1$2")
		entry = strings.TrimLeft(entry[strings.IndexAny(entry, "].")+1:], " ")
	}
	if letters(entry) < 10 {
		return
	}
	reference := printedReference(entry)
	at := len(p.References)
	if number != "" {
		r.byNumber[number] = at
	}
	if len(reference.Authors) > 0 && reference.Year != 0 {
		r.byName[nameAndYear(reference.Authors[0].Family, strconv.Itoa(reference.Year))] = at
	}
	p.References = append(p.References, reference)
}

func nameAndYear(family, year string) string {
	words := strings.Fields(text.FoldedWords(family))
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1] + " " + year
}

var (
	// mentionedDOI matches a DOI, whose digits can look like a year.
	mentionedDOI  = regexp.MustCompile(`10\.\d{4,9}/\S+`)
	yearFirst     = regexp.MustCompile(`^(.{3,400}?)[\s(,.]+((?:19|20)\d\d)[a-z]?\)?\s*[.,:]\s+(.+)$`)
	firstSentence = regexp.MustCompile(`^(.*?[^\s.]{2,}[\p{L}\d)”"])[.?!](?:\s|$)`)
)

// printedReference parses a reference. The title is in quotation marks, follows the year, or is the
// second sentence.
func printedReference(s string) (r engine.Reference) {
	s = strings.Replace(s, "et al. ", "others. ", 1) // its full stop does not end a sentence
	r.DOI = paper.DOI(brokenDOI.ReplaceAllString(s, "$1"))
	if all := fourDigits.FindAllString(mentionedDOI.ReplaceAllString(s, ""), -1); len(all) > 0 {
		r.Year = yearIn(all[len(all)-1])
	}
	if quoted.MatchString(s) {
		return quotedReference(r, s)
	}
	if m := vancouver.FindStringSubmatch(s); m != nil {
		return vancouverReference(r, m[1], m[2])
	}
	authors, rest := "", ""
	if m := yearFirst.FindStringSubmatch(s); m != nil && !firstSentence.MatchString(m[1]) {
		authors, rest, r.Year = m[1], m[3], yearIn(m[2])
	} else if m := firstSentence.FindStringSubmatch(s); m != nil {
		authors, rest = m[1], strings.TrimSpace(s[len(m[0]):])
	}
	if m := firstSentence.FindStringSubmatch(rest); m != nil {
		r.Title = strings.TrimSpace(m[1])
		r.Venue = venueIn(rest[len(m[0]):])
	}
	r.Authors = authorsIn(authors)
	return r
}

// vancouver matches the medical style, with a full stop only after the last name.
var vancouver = regexp.MustCompile(`^((?:(?:& ` +
	`|and )?\p{L}[\p{L}’'-]+(?: [\p{L}’'-]+){0,2} \p{Lu}{1,3}(?:-\p{Lu})?(?:, |\. ))+(?:others\. )?)(.+)$`)

func vancouverReference(r engine.Reference, authors, rest string) engine.Reference {
	for name := range strings.SplitSeq(strings.Trim(authors, " ."), ", ") {
		name = strings.TrimPrefix(strings.TrimPrefix(name, "& "), "and ")
		if at := strings.LastIndexByte(name, ' '); at > 0 {
			r.Authors = append(r.Authors, engine.Author{Given: name[at+1:], Family: name[:at]})
		}
	}
	if m := firstSentence.FindStringSubmatch(rest); m != nil {
		r.Title, r.Venue = strings.TrimSpace(m[1]), venueIn(rest[len(m[0]):])
	}
	return r
}

// brokenDOI matches a DOI with a line break after a slash.
var brokenDOI = regexp.MustCompile(`(10\.\d{4,9}/(?:\S+/)?)\s`)

func venueIn(s string) string {
	s = strings.TrimPrefix(strings.TrimSpace(s), "In ")
	end := strings.IndexAny(s, ",.")
	if end < 0 || wordCount(s[:end]) > 20 || strings.HasPrefix(s, "doi") || strings.HasPrefix(s, "http") {
		return ""
	}
	return s[:end]
}

var (
	numberMarks = regexp.MustCompile(`\[\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*\]`)
	yearMarks   = regexp.MustCompile(`(\p{Lu}[\p{L}’'-]+)(?:\s+(?:et al\.?|(?:and` +
		`|&)\s+\p{Lu}[\p{L}’'-]+))?,?\s*[(\[]?((?:19|20)\d\d)[a-z]?`)
)

// marks returns the citation marks of a paragraph that resolve to references.
func (r *pdfReferences) marks(s string) (all []engine.CiteSpan) {
	if len(r.byNumber) > 0 {
		for _, at := range numberMarks.FindAllStringIndex(s, -1) {
			if reference, ok := r.byNumber[digits.FindString(s[at[0]:at[1]])]; ok {
				all = append(all, engine.CiteSpan{Start: at[0], End: at[1], Reference: reference})
			}
		}
		return all
	}
	for _, at := range yearMarks.FindAllStringSubmatchIndex(s, -1) {
		if reference, ok := r.byName[nameAndYear(s[at[2]:at[3]], s[at[4]:at[5]])]; ok {
			all = append(all, engine.CiteSpan{Start: at[0], End: at[1], Reference: reference})
		}
	}
	return all
}
