package corpus

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

func isSciLit(h head) bool {
	return h.has("Title") || h.has("Content") || h.has("Id") || h.has("Author")
}

func readSciLit(in *input, out sink) error {
	return eachRecord(in, newScanner(in.Reader).next, jsonDecoder(record.paper), out)
}

// record is a paper in SciLit's schema. Its numbers may be encoded as strings.
type record struct {
	ID              Scalar `json:"Id"`
	License         Scalar
	Title           Scalar
	Author          []author
	Abstract        Scalar
	Venue           Scalar
	DOI             Scalar
	URL             Scalar
	Volume          Scalar
	Issue           Scalar
	Pages           Scalar
	Publisher       Scalar
	PublicationDate date
	Content         struct {
		Abstract       Scalar
		AbstractParsed []section `json:"Abstract_Parsed"`
		Fullbody       Scalar
		FullbodyParsed []section `json:"Fullbody_Parsed"`
	}
	Reference []reference
	// These fields are not in SciLit's schema. WriteSciLit adds them to preserve all data.
	ArXiv     Scalar
	EntryType Scalar
	Retracted bool
}

type author struct {
	GivenName, FamilyName Scalar
}

type date struct {
	Year, Month Scalar
}

type section struct {
	Title Scalar      `json:"section_title"`
	Text  []paragraph `json:"section_text"`
}

type paragraph struct {
	Text []sentence `json:"paragraph_text"`
}

type sentence struct {
	Text  Scalar     `json:"sentence_text"`
	Cites []citeSpan `json:"cite_spans"`
}

type citeSpan struct {
	Start       Scalar `json:"start"`
	End         Scalar `json:"end"`
	ReferenceID Scalar `json:"ref_id"`
}

type reference struct {
	Title, Venue, DOI Scalar
	Author            []author
	PublicationDate   date
}

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
	for _, s := range []Scalar{r.Abstract, r.Content.Abstract} {
		if s != "" {
			return string(s)
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
