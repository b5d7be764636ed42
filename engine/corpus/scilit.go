package corpus

import (
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// record is a paper in SciLit's schema. Numbers are written as strings, but may be either when read.
// Offsets count characters.
type record struct {
	ID              Scalar `json:"Id"`
	License         Scalar `json:",omitempty"`
	Title           Scalar
	Author          []author
	Abstract        Scalar
	Venue, DOI, URL Scalar
	Volume          Scalar `json:",omitempty"`
	Issue           Scalar `json:",omitempty"`
	Pages           Scalar `json:",omitempty"`
	Publisher       Scalar `json:",omitempty"`
	// These fields are not in SciLit's schema. WriteSciLit adds them to preserve all data.
	ArXiv     Scalar `json:",omitempty"`
	EntryType Scalar `json:",omitempty"`
	Retracted bool   `json:",omitempty"`

	PublicationDate date
	Content         content
	Reference       []reference
}

type author struct{ GivenName, FamilyName Scalar }

type date struct {
	Year  Scalar
	Month Scalar `json:",omitempty"`
}

type content struct {
	Abstract       Scalar
	AbstractParsed []section `json:"Abstract_Parsed,omitempty"`
	Fullbody       Scalar    `json:",omitempty"`
	FullbodyParsed []section `json:"Fullbody_Parsed"`
}

type section struct {
	ID    writeOnly   `json:"section_id"`
	Title Scalar      `json:"section_title"`
	Text  []paragraph `json:"section_text"`
}

type paragraph struct {
	ID   writeOnly  `json:"paragraph_id"`
	Text []sentence `json:"paragraph_text"`
}

type sentence struct {
	ID    writeOnly  `json:"sentence_id"`
	Text  Scalar     `json:"sentence_text"`
	Cites []citeSpan `json:"cite_spans"`
}

type citeSpan struct {
	Start       Scalar    `json:"start"`
	End         Scalar    `json:"end"`
	Text        writeOnly `json:"text"`
	ReferenceID Scalar    `json:"ref_id"`
}

type reference struct {
	Title           Scalar
	Author          []author
	Venue, DOI      Scalar
	PublicationDate date
}

// A writeOnly is a string that readers ignore.
type writeOnly string

// UnmarshalJSON implements json.Unmarshaler.
func (*writeOnly) UnmarshalJSON([]byte) error { return nil }

func (r record) paper() *engine.Paper {
	return &engine.Paper{
		ID: string(r.ID), License: string(r.License), Title: string(r.Title), Authors: people(r.Author),
		Abstract: r.abstract(), Venue: string(r.Venue), DOI: string(r.DOI), URL: string(r.URL),
		Year: r.PublicationDate.Year.Number(), Month: r.PublicationDate.Month.Number(),
		Volume: string(r.Volume), Issue: string(r.Issue), Pages: string(r.Pages), Publisher: string(r.Publisher),
		ArXiv: string(r.ArXiv), EntryType: string(r.EntryType), Retracted: r.Retracted,
		Body: r.body(), References: references(r.Reference),
	}
}

func (r record) abstract() string {
	if s := firstOf(r.Abstract, r.Content.Abstract); s != "" {
		return s
	}
	parsed := engine.Paper{Body: sections(r.Content.AbstractParsed)}
	return strings.Join(slices.Collect(parsed.BodyTexts()), " ")
}

// body returns the parsed full text, or the plain full text if it was not parsed.
func (r record) body() (body []engine.Section) {
	if body = sections(r.Content.FullbodyParsed); len(body) > 0 {
		return body
	}
	var p prose
	for line := range strings.Lines(string(r.Content.Fullbody)) {
		if strings.TrimSpace(line) == "" {
			body = addParagraph(body, "", p.paragraph())
		}
		p.write(line)
	}
	return addParagraph(body, "", p.paragraph())
}

func people(authors []author) (all []engine.Author) {
	for _, a := range authors {
		if a.GivenName != "" || a.FamilyName != "" {
			all = append(all, engine.Author{Given: a.GivenName.line(), Family: a.FamilyName.line()})
		}
	}
	return all
}

func sections(raw []section) (all []engine.Section) {
	for _, s := range raw {
		section := engine.Section{Title: s.Title.line()}
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

// cites converts spans from characters to bytes and drops those outside the sentence.
func cites(s sentence) (all []engine.CiteSpan) {
	at := byteOffsets(string(s.Text))
	for _, c := range s.Cites {
		span := engine.CiteSpan{Start: at(c.Start.Number()), End: at(c.End.Number()), Reference: -1}
		if span.Start < 0 || span.Start >= span.End {
			continue
		}
		if c.ReferenceID != "" {
			span.Reference = c.ReferenceID.Number()
		}
		all = append(all, span)
	}
	return all
}

func references(raw []reference) (all []engine.Reference) {
	for _, r := range raw {
		all = append(all, engine.Reference{
			Title: r.Title.line(), Venue: r.Venue.line(), DOI: paper.DOI(string(r.DOI)),
			Authors: people(r.Author), Year: likelyYear(r.PublicationDate.Year.Number()),
		})
	}
	return all
}

// WriteSciLit writes a paper as one line of SciLit JSON, from which Read restores it. It omits the
// citation key and the entry in the user's library.
func WriteSciLit(w io.Writer, p *engine.Paper) error {
	written := record{
		ID: Scalar(p.ID), License: Scalar(p.License), Title: Scalar(p.Title), Author: writtenAuthors(p.Authors),
		Abstract: Scalar(p.Abstract), Venue: Scalar(p.Venue), DOI: Scalar(p.DOI), URL: Scalar(p.URL),
		Volume: Scalar(p.Volume), Issue: Scalar(p.Issue), Pages: Scalar(p.Pages), Publisher: Scalar(p.Publisher),
		ArXiv: Scalar(p.ArXiv), EntryType: Scalar(p.EntryType), Retracted: p.Retracted,
		PublicationDate: date{number(p.Year), number(p.Month)},
		Content:         content{Abstract: Scalar(p.Abstract), FullbodyParsed: []section{}},
		Reference:       []reference{},
	}
	for i, s := range p.Body {
		written.Content.FullbodyParsed = append(written.Content.FullbodyParsed, writtenSection(i, s))
	}
	for _, r := range p.References {
		written.Reference = append(written.Reference, reference{
			Title: Scalar(r.Title), Author: writtenAuthors(r.Authors), Venue: Scalar(r.Venue), DOI: Scalar(r.DOI),
			PublicationDate: date{Year: number(r.Year)},
		})
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(written)
}

func writtenAuthors(authors []engine.Author) []author {
	all := []author{}
	for _, a := range authors {
		all = append(all, author{Scalar(a.Given), Scalar(a.Family)})
	}
	return all
}

func decimal(n int) Scalar { return Scalar(strconv.Itoa(n)) }

// number returns n in decimal, or "" for 0.
func number(n int) Scalar {
	if n == 0 {
		return ""
	}
	return decimal(n)
}

func writtenSection(number int, s engine.Section) section {
	written := section{ID: writeOnly(decimal(number)), Title: Scalar(s.Title), Text: []paragraph{}}
	for i, sentences := range s.Paragraphs {
		p := paragraph{ID: writeOnly(decimal(i)), Text: []sentence{}}
		for j, s := range sentences {
			p.Text = append(p.Text, sentence{writeOnly(decimal(j)), Scalar(s.Text), writtenSpans(s)})
		}
		written.Text = append(written.Text, p)
	}
	return written
}

func writtenSpans(s engine.Sentence) []citeSpan {
	spans := []citeSpan{}
	for _, c := range s.Cites {
		if c.Start < 0 || c.End > len(s.Text) || c.Start >= c.End {
			continue
		}
		span := citeSpan{Text: writeOnly(s.Text[c.Start:c.End])}
		span.Start = decimal(utf8.RuneCountInString(s.Text[:c.Start]))
		span.End = decimal(utf8.RuneCountInString(s.Text[:c.End]))
		if c.Reference >= 0 {
			span.ReferenceID = decimal(c.Reference)
		}
		spans = append(spans, span)
	}
	return spans
}
