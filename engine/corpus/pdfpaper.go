package corpus

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// findings records how each part of a paper was found, and how certain it is: "certain" if it is
// marked, "likely" if it is at the usual position, and otherwise "guessed".
type findings struct {
	title, authors, abstract string
	sections, references     int
	titled                   int // number of references with a title
	identifiers              string
}

func (f findings) String() string {
	return fmt.Sprintf("title: %s; authors: %s; abstract: %s; %s; %s, %d with a title%s",
		f.title, f.authors, f.abstract, text.Count(f.sections, "section"),
		text.Count(f.references, "reference"), f.titled, f.identifiers)
}

// identifiers returns a list of a paper's identifiers for its report.
func identifiers(p *engine.Paper) (s string) {
	if doi := paper.DOI(p.DOI); doi != "" {
		s += "; DOI " + doi
	}
	if p.ArXiv != "" {
		s += "; arXiv " + p.ArXiv
	}
	return s
}

func wordCount(s string) int { return len(strings.Fields(s)) }

// paper identifies the parts of a paper in the text.
func (t *pdfText) paper() (p *engine.Paper, found findings, reason string) {
	d := &pdfDocument{pdfText: t, body: t.bodySize()}
	p = &engine.Paper{}
	d.findTitle(p)
	if paper.NormalTitle(p.Title) == "" {
		return nil, found, "no title could be recognized: add the paper's BibTeX entry instead"
	}
	d.findIdentifiers(p)
	d.findAuthors(p)
	d.findAbstract(p)
	references := d.findReferences(p)
	d.findSections(p, references)
	d.found.sections, d.found.references, d.found.identifiers = len(p.Body), len(p.References), identifiers(p)
	for _, r := range p.References {
		if r.Title != "" {
			d.found.titled++
		}
	}
	return p, d.found, ""
}

// A pdfDocument is the text of a PDF and the state of its analysis. Lines before next are already
// assigned to a part of the paper.
type pdfDocument struct {
	*pdfText
	body  float64 // most frequent type size
	next  int
	end   int // first line of the references
	found findings
}

func (t *pdfText) bodySize() float64 {
	sizes := make(map[float64]int)
	best := 0.0
	for _, l := range t.lines {
		sizes[l.size] += len(l.text)
		if n := sizes[l.size]; n > sizes[best] || n == sizes[best] && l.size < best {
			best = l.size
		}
	}
	return best
}

// findTitle finds the title, which is the largest type at the top of the first page. If the file's
// metadata contains the same title, it is certain. If no lines stand out, the metadata's title is
// used.
func (d *pdfDocument) findTitle(p *engine.Paper) {
	d.end = len(d.lines)
	largest, first := 0.0, -1
	for i, l := range d.lines {
		if l.page > 1 || isHeadingName(l.text) {
			break
		}
		if l.size > largest+0.3 && letters(l.text) > 7 {
			largest, first = l.size, i
		}
	}
	named := d.title
	if wordCount(named) < 3 || badTitle.MatchString(named) {
		named = ""
	}
	if first < 0 || largest < 1.1*d.body {
		p.Title, d.found.title = named, "likely (from the PDF's metadata)"
		return
	}
	last := first
	for last+1 < len(d.lines) && d.lines[last+1].size > largest-0.6 && d.lines[last+1].page == 1 {
		last++
	}
	p.Title, d.next = joinLines(d.lines[first:last+1]), last+1
	d.found.title = "likely (the largest text on the first page)"
	if paper.NormalTitle(p.Title) == paper.NormalTitle(named) {
		d.found.title = "certain (the largest text on the first page, and in the PDF's metadata)"
	}
}

// badTitle matches the default titles of word processors and TeX.
var badTitle = regexp.MustCompile(`(?i)^(?:microsoft word|untitled|paper|template|main|manuscript)\b|\.(?:dvi` +
	`|docx?|tex|indd|pdf|qxd)$|^\S+$`)

func letters(s string) (n int) {
	for _, r := range s {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}

// findIdentifiers searches for identifiers in the margin, and on the first page up to the references.
func (d *pdfDocument) findIdentifiers(p *engine.Paper) {
	var all []string
	for _, l := range d.lines {
		if l.page > 1 || isReferences(l.text) {
			break
		}
		all = append(all, l.text)
	}
	for _, l := range all {
		if p.DOI == "" && strings.Contains(l, "10.") {
			p.DOI = paper.DOI(l)
		}
		if p.ArXiv == "" && strings.Contains(strings.ToLower(l), "arxiv:") {
			p.ArXiv = paper.ArXiv(l)
		}
	}
	if stamp := paper.ArXiv(d.side); stamp != "" {
		p.ArXiv = stamp
	}
	for _, l := range all[:min(len(all), 40)] {
		if p.Year == 0 && dated.MatchString(l) {
			p.Year = yearIn(dated.FindString(l))
		}
	}
}

var dated = regexp.MustCompile(`(?i)(?:©|published|proceedings|conference|copyright|january|february|march|april` +
	`|may|june|july|august|september|october|november|december).*\b(?:19|20)\d\d\b`)

var (
	address = regexp.MustCompile(`(?i)@|universi|institut|department|laborator|school|college|faculty|center` +
		`|centre|hospital|inc\.|ltd|research|street|\b(?:usa|uk|china|germany)\b|\d{4}|corresponding|abstract|https?:`)
	nameMarks = regexp.MustCompile(`[\d*†‡§¶∗⋆♠♣♦♥]+|\([^)]*\)`)
)

// findAuthors reads the names from the title to the next heading. It skips addresses.
func (d *pdfDocument) findAuthors(p *engine.Paper) {
	const near = 30 // maximum distance from the title, in lines
	for i := d.next; i < min(d.next+near, len(d.lines)); i++ {
		l := d.lines[i]
		if l.page > 1 || isHeadingName(l.text) || runInAbstract.MatchString(l.text) {
			break
		}
		if address.MatchString(l.text) || wordCount(l.text) > 40 {
			continue
		}
		for _, name := range listedNames(nameMarks.ReplaceAllString(l.text, " , ")) {
			if isName(name) {
				p.Authors = append(p.Authors, Person(name))
			}
		}
	}
	d.found.authors = "none found"
	if len(p.Authors) > 0 {
		d.found.authors = fmt.Sprintf("%d, guessed from the lines below the title", len(p.Authors))
	}
}

// isName reports whether s has two to five words, each capitalised or a particle such as "van".
func isName(s string) bool {
	words := strings.Fields(s)
	capitals := 0
	for _, w := range words {
		first := []rune(w)[0]
		switch {
		case unicode.IsUpper(first):
			capitals++
		case !paper.IsParticle(w):
			return false
		}
	}
	return len(words) >= 2 && len(words) <= 5 && capitals >= 2 && len(s) < 45
}

var runInAbstract = regexp.MustCompile(`(?i)^abstract\b\s*[.:—–-]?\s*`)

// findAbstract reads the text from the abstract's heading to the next heading.
func (d *pdfDocument) findAbstract(p *engine.Paper) {
	d.found.abstract = "none found"
	for i := d.next; i < len(d.lines) && d.lines[i].page <= 2; i++ {
		if !runInAbstract.MatchString(despaced(d.lines[i].text, "abstract")) {
			continue
		}
		last := i + 1
		for last < len(d.lines) && last < i+80 && !d.isHeading(last) && !afterAbstract.MatchString(d.lines[last].text) {
			last++
		}
		lines := append([]pdfLine{}, d.lines[i:last]...)
		lines[0].text = runInAbstract.ReplaceAllString(despaced(lines[0].text, "abstract"), "")
		p.Abstract, d.next = joinLines(lines), last
		d.found.abstract = text.Count(wordCount(p.Abstract), "word") + ", certain (below its heading)"
		return
	}
}

// despaced joins the letters of a heading if it is letter-spaced, such as "A B S T R A C T".
func despaced(s, heading string) string {
	if squeezed := strings.ReplaceAll(s, " ", ""); strings.EqualFold(squeezed, heading) {
		return squeezed
	}
	return s
}

var afterAbstract = regexp.MustCompile(`(?i)^(?:key ?words|index terms|ccs concepts|jel|introduction` +
	`|1\.?\s+introduction|©)`)

var (
	numbered = regexp.MustCompile(`^(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[IVX]{1,4}\.|[A-H]\.?)\s+\p{Lu}[^.]{2,80}$`)
	named    = regexp.MustCompile(`(?i)^(?:\d{1,2}\.?\s+|[IVX]{1,4}\.\s+)?(?:abstract|introduction|background` +
		`|related works?|methods?|methodology|materials and methods|methods and materials|results` +
		`|results and discussion|experiments?|evaluation|discussion|conclusions?|conclusions? and future work` +
		`|limitations|acknowledge?ments?|references|bibliography|literature cited|appendix|supplementary materials?)\.?$`)
)

func isHeadingName(s string) bool { return named.MatchString(s) }

func isReferences(s string) bool {
	title := strings.ToLower(strings.Trim(numberBefore.ReplaceAllString(despaced(s, "references"), ""), " .:"))
	return slices.Contains([]string{"references", "bibliography", "literature cited", "reference"}, title)
}

var numberBefore = regexp.MustCompile(`^(?:\d{1,2}\.?|[IVX]{1,4}\.)\s+`)

// isHeading reports whether a line is a section title. It recognizes common titles by their words, and
// others by their font and numbering.
func (d *pdfDocument) isHeading(i int) bool {
	l := d.lines[i]
	if isHeadingName(l.text) {
		return true
	}
	standsOut := l.size > 1.08*d.body || l.bold
	return standsOut && wordCount(l.text) <= 12 && (numbered.MatchString(l.text) || l.size > 1.08*d.body &&
		isTitleLine(l.text))
}

func isTitleLine(s string) bool {
	return unicode.IsUpper([]rune(s)[0]) && letters(s) > 3 && !strings.HasSuffix(s, ".")
}

// findSections collects the paragraphs between the abstract and the references.
func (d *pdfDocument) findSections(p *engine.Paper, references *pdfReferences) {
	title := ""
	var open []pdfLine
	flush := func() {
		if s := joinLines(open); letters(s) > 20 {
			p.Body = addParagraph(p.Body, title, sentences(s, references.marks(s)))
		}
		open = nil
	}
	for i := d.next; i < d.end; i++ {
		l := d.lines[i]
		switch {
		case d.isHeading(i):
			flush()
			title = numberBefore.ReplaceAllString(strings.TrimSpace(sectionNumber.ReplaceAllString(l.text, "")), "")
			continue
		case l.size < 0.75*d.body: // skip footnotes and labels in figures
			continue
		case len(open) > 0 && startsParagraph(open, l):
			flush()
		}
		open = append(open, l)
	}
	flush()
}

var sectionNumber = regexp.MustCompile(`^\d{1,2}(?:\.\d{1,2})*\.?\s+`)

// startsParagraph reports whether a line's indent or the space above it marks a new paragraph.
func startsParagraph(open []pdfLine, l pdfLine) bool {
	last := open[len(open)-1]
	indent, gap := l.x-last.x, last.y-l.y
	newPlace := l.page != last.page || gap < 0
	return !newPlace && (indent > 0.8*l.size && indent < 4*l.size && endsSentence(last.text) ||
		gap > 1.9*l.size && endsSentence(last.text))
}

func endsSentence(s string) bool { return strings.ContainsAny(s[len(s)-1:], ".?!:;)]") }

// joinLines joins lines into running text. It removes a hyphen at the end of a line if the next line
// starts with a lower-case letter.
func joinLines(lines []pdfLine) string {
	var b []byte
	for i, l := range lines {
		b = append(b, l.text...)
		if i == len(lines)-1 {
			break
		}
		following, _ := utf8.DecodeRuneInString(lines[i+1].text)
		if n := len(b); n > 1 && b[n-1] == '-' && unicode.IsLetter(rune(b[n-2])) && unicode.IsLower(following) {
			b = b[:n-1]
			continue
		}
		b = append(b, ' ')
	}
	return oneLine(string(b))
}
