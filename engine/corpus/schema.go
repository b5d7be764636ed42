package corpus

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// record is a paper as the schema spells it. Numbers may be strings.
type record struct {
	ID              loose `json:"Id"`
	License         loose
	Title           loose
	Author          []author
	Abstract        loose
	Venue           loose
	DOI             loose
	URL             loose
	Volume          loose
	Issue           loose
	Pages           loose
	Publisher       loose
	PublicationDate date
	Content         struct {
		Abstract       loose
		AbstractParsed []section `json:"Abstract_Parsed"`
		FullbodyParsed []section `json:"Fullbody_Parsed"`
	}
	Reference []reference
}

type author struct {
	GivenName, FamilyName loose
}

type date struct {
	Year, Month loose
}

type section struct {
	Title loose       `json:"section_title"`
	Text  []paragraph `json:"section_text"`
}

type paragraph struct {
	Text []sentence `json:"paragraph_text"`
}

type sentence struct {
	Text  loose      `json:"sentence_text"`
	Cites []citeSpan `json:"cite_spans"`
}

type citeSpan struct {
	Start       loose `json:"start"`
	End         loose `json:"end"`
	ReferenceID loose `json:"ref_id"`
}

type reference struct {
	Title, Venue, DOI loose
	Author            []author
	PublicationDate   date
}

// loose is a string that a file may spell as a number or leave null.
type loose string

// UnmarshalJSON takes any scalar.
func (l *loose) UnmarshalJSON(raw []byte) error {
	if bytes.Equal(raw, []byte("null")) {
		return nil
	}
	if raw[0] == '"' {
		var s string
		if err := json.Unmarshal(raw, &s); err != nil {
			return err
		}
		*l = loose(strings.TrimSpace(s))
		return nil
	}
	var number json.Number
	if err := json.Unmarshal(raw, &number); err != nil {
		return err
	}
	*l = loose(number)
	return nil
}

func (l loose) number() int {
	n, _ := strconv.Atoi(string(l))
	return n
}

// paper returns the record as the engine knows it, or why it cannot be used.
func (r record) paper() (p *engine.Paper, reason string) {
	if text.NormalTitle(string(r.Title)) == "" {
		return nil, "a paper without a title: add Title or leave the record out"
	}
	p = &engine.Paper{
		ID: string(r.ID), License: string(r.License), Title: oneLine(r.Title), Authors: people(r.Author),
		Abstract: r.abstract(), Venue: oneLine(r.Venue), DOI: NormalDOI(string(r.DOI)), URL: string(r.URL),
		Year: year(r.PublicationDate), Month: r.PublicationDate.Month.number(),
		Volume: string(r.Volume), Issue: string(r.Issue), Pages: string(r.Pages), Publisher: oneLine(r.Publisher),
		Body: sections(r.Content.FullbodyParsed), References: references(r.Reference),
	}
	p.ArXiv = arXivOf(p)
	if p.ID == "" {
		p.ID = madeID(p)
	}
	return p, ""
}

func (r record) abstract() string {
	for _, s := range []loose{r.Abstract, r.Content.Abstract} {
		if s != "" {
			return oneLine(s)
		}
	}
	var all []string
	for _, section := range sections(r.Content.AbstractParsed) {
		for _, paragraph := range section.Paragraphs {
			for _, s := range paragraph {
				all = append(all, s.Text)
			}
		}
	}
	return strings.Join(all, " ")
}

func oneLine(s loose) string { return strings.Join(strings.Fields(string(s)), " ") }

func people(authors []author) (all []engine.Author) {
	for _, a := range authors {
		if a.GivenName != "" || a.FamilyName != "" {
			all = append(all, engine.Author{Given: oneLine(a.GivenName), Family: oneLine(a.FamilyName)})
		}
	}
	return all
}

// year keeps only what can be one: files write 0 and -1 for unknown.
func year(d date) int {
	if y := d.Year.number(); y > 1000 && y < 3000 {
		return y
	}
	return 0
}

func sections(raw []section) (all []engine.Section) {
	for _, s := range raw {
		section := engine.Section{Title: oneLine(s.Title)}
		for _, p := range s.Text {
			if paragraph := paragraphOf(p); len(paragraph) > 0 {
				section.Paragraphs = append(section.Paragraphs, paragraph)
			}
		}
		if len(section.Paragraphs) > 0 {
			all = append(all, section)
		}
	}
	return all
}

func paragraphOf(p paragraph) (all engine.Paragraph) {
	for _, s := range p.Text {
		if s.Text != "" {
			all = append(all, engine.Sentence{Text: string(s.Text), Cites: cites(s)})
		}
	}
	return all
}

// cites keeps the spans that lie in the sentence; the schema counts characters.
func cites(s sentence) (all []engine.CiteSpan) {
	characters := []rune(string(s.Text))
	for _, c := range s.Cites {
		start, end := c.Start.number(), c.End.number()
		if start < 0 || start >= end || end > len(characters) {
			continue
		}
		from := len(string(characters[:start]))
		span := engine.CiteSpan{Start: from, End: from + len(string(characters[start:end])), Reference: -1}
		if c.ReferenceID != "" {
			span.Reference = c.ReferenceID.number()
		}
		all = append(all, span)
	}
	return all
}

func references(raw []reference) (all []engine.Reference) {
	for _, r := range raw {
		all = append(all, engine.Reference{
			Title: oneLine(r.Title), Venue: oneLine(r.Venue), DOI: NormalDOI(string(r.DOI)),
			Authors: people(r.Author), Year: year(r.PublicationDate),
		})
	}
	return all
}

var (
	doiPattern   = regexp.MustCompile(`10\.\d{4,9}/\S+`)
	arXivPattern = regexp.MustCompile(`(?i)(?:arxiv\.org/(?:abs|pdf)/|10\.48550/arxiv\.|^arxiv:)([a-z-]+(?:\.[a-z]{2})?/\d{7}|\d{4}\.\d{4,5})`)
)

// NormalDOI returns the bare DOI in s in lower case, "" where there is none.
func NormalDOI(s string) string {
	return strings.TrimRight(strings.ToLower(doiPattern.FindString(s)), ".,;")
}

func arXivOf(p *engine.Paper) string {
	for _, s := range []string{p.DOI, p.URL, p.ID} {
		if m := arXivPattern.FindStringSubmatch(s); m != nil {
			return strings.ToLower(m[1])
		}
	}
	return ""
}

// madeID names a paper that has no Id: by its DOI, else by what tells works apart.
func madeID(p *engine.Paper) string {
	if p.DOI != "" {
		return p.DOI
	}
	first := ""
	if len(p.Authors) > 0 {
		first = text.Fold(p.Authors[0].Family)
	}
	sum := sha256.Sum256([]byte(text.NormalTitle(p.Title) + "\x00" + first + "\x00" + strconv.Itoa(p.Year)))
	return "sha256:" + hex.EncodeToString(sum[:8])
}
