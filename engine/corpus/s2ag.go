package corpus

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// This file reads bulk datasets of the Semantic Scholar API: S2ORC since 2023 ("s2orc":
// content{text, annotations}; "s2orc_v2": title, body{...}, bibliography{...}) and "papers".
// Annotations are JSON inside JSON strings: lists of spans with character offsets.

type s2agRecord struct {
	CorpusID    Scalar      `json:"corpusid"`
	ExternalIDs s2agIDs     `json:"externalids"`
	Title       Scalar      `json:"title"`
	Authors     []s2agName  `json:"authors"`
	Abstract    Scalar      `json:"abstract"`
	Venue       Scalar      `json:"venue"`
	Year        Scalar      `json:"year"`
	Date        Scalar      `json:"publicationdate"`
	URL         Scalar      `json:"url"`
	Journal     s2agJournal `json:"journal"`
	OpenAccess  struct {
		ExternalIDs s2agIDs `json:"externalids"`
		License     Scalar  `json:"license"`
		URL         Scalar  `json:"url"`
	} `json:"openaccessinfo"`
	Content struct {
		annotatedText
		Source struct {
			OAInfo struct {
				License Scalar `json:"license"`
				URL     Scalar `json:"openaccessurl"`
			} `json:"oainfo"`
		} `json:"source"`
	} `json:"content"`
	Body         annotatedText `json:"body"`
	Bibliography annotatedText `json:"bibliography"`
}

// s2agIDs holds identifiers, whose keys some datasets write in lower case.
type s2agIDs struct{ DOI, ArXiv Scalar }

type s2agJournal struct{ Name, Volume, Pages Scalar }

// s2agName is a name, encoded as {"name": ...} or as a string.
type s2agName string

// UnmarshalJSON implements json.Unmarshaler. It accepts both forms.
func (n *s2agName) UnmarshalJSON(raw []byte) error {
	var long struct{ Name string }
	if raw[0] == '{' {
		err := json.Unmarshal(raw, &long)
		*n = s2agName(long.Name)
		return err
	}
	return json.Unmarshal(raw, (*string)(n))
}

func (r s2agRecord) paper() *engine.Paper {
	body, list := r.Body.open(), r.Bibliography.open()
	if r.Content.Text != "" {
		body = r.Content.open()
		list = body
	}
	p := &engine.Paper{
		Title: string(r.Title), Abstract: string(r.Abstract), Venue: firstOf(r.Journal.Name, r.Venue),
		Year: r.Year.Number(), Month: monthIn(string(r.Date)),
		Volume: string(r.Journal.Volume), Pages: r.Journal.Pages.line(),
		DOI:     firstOf(r.ExternalIDs.DOI, r.OpenAccess.ExternalIDs.DOI),
		ArXiv:   firstOf(r.ExternalIDs.ArXiv, r.OpenAccess.ExternalIDs.ArXiv),
		License: firstOf(r.OpenAccess.License, r.Content.Source.OAInfo.License),
		URL:     firstOf(r.URL, r.OpenAccess.URL, r.Content.Source.OAInfo.URL),
	}
	for _, name := range r.Authors {
		p.Authors = append(p.Authors, Person(string(name)))
	}
	if r.CorpusID != "" {
		p.ID = "corpusid:" + string(r.CorpusID)
	}
	body.fill(p)
	number := list.references(p)
	body.sections(p, number)
	return p
}

// annotatedText is a text with lists of spans by name.
type annotatedText struct {
	Text        string                `json:"text"`
	Annotations map[string]*spansJSON `json:"annotations"`
}

// spansJSON is a list of spans, which may be encoded as JSON inside a string.
type spansJSON []annotation

// An annotation is a span of a text. Start and End count characters; open sets from and to, which
// count bytes.
type annotation struct {
	Start Scalar `json:"start"`
	End   Scalar `json:"end"`
	Attrs struct {
		ID    Scalar `json:"id"`
		RefID Scalar `json:"ref_id"`
	} `json:"attributes"`
	from, to int
}

// UnmarshalJSON implements json.Unmarshaler. It accepts both forms.
func (s *spansJSON) UnmarshalJSON(raw []byte) error {
	var inside string
	if raw[0] == '"' {
		if err := json.Unmarshal(raw, &inside); err != nil {
			return err
		}
		raw = []byte(inside)
	}
	if len(raw) == 0 {
		return nil
	}
	return json.Unmarshal(raw, (*[]annotation)(s))
}

// spanText is a text with sorted spans in byte offsets. "_" is removed from the names of spans, since
// the first datasets used bibref and later ones bib_ref.
type spanText struct {
	text  string
	spans map[string][]annotation
}

func (a annotatedText) open() spanText {
	o := spanText{a.Text, make(map[string][]annotation)}
	at := byteOffsets(a.Text)
	for name, spans := range a.Annotations {
		if spans == nil {
			continue
		}
		var kept []annotation
		for _, s := range *spans {
			if s.from, s.to = at(s.Start.Number()), at(s.End.Number()); s.from >= 0 && s.from < s.to {
				kept = append(kept, s)
			}
		}
		o.spans[strings.ReplaceAll(name, "_", "")] = disjoint(kept)
	}
	return o
}

// disjoint sorts spans and drops those that overlap an earlier one. Otherwise, a record with a thousand
// paragraphs that cover the same text would expand a thousandfold.
func disjoint(spans []annotation) []annotation {
	slices.SortStableFunc(spans, func(a, b annotation) int { return a.from - b.from })
	end := 0
	return slices.DeleteFunc(spans, func(s annotation) bool {
		overlaps := s.from < end
		end = max(end, s.to)
		return overlaps
	})
}

// within returns the spans with the given name that are inside outer.
func (o spanText) within(name string, outer annotation) []annotation {
	all := o.spans[name]
	first, _ := slices.BinarySearchFunc(all, outer.from, func(a annotation, from int) int { return a.from - from })
	end := first
	for end < len(all) && all[end].to <= outer.to {
		end++
	}
	return all[first:end]
}

func (o spanText) of(a annotation) string { return oneLine(o.text[a.from:a.to]) }

// first returns the text of the first span with the given name inside outer.
func (o spanText) first(name string, outer annotation) string {
	if all := o.within(name, outer); len(all) > 0 {
		return o.of(all[0])
	}
	return ""
}

// fill sets the missing fields of a paper from spans of the text.
func (o spanText) fill(p *engine.Paper) {
	whole := annotation{to: len(o.text)}
	if p.Title == "" {
		p.Title = o.first("title", whole)
	}
	if p.Abstract == "" {
		p.Abstract = o.first("abstract", whole)
	}
	if len(p.Authors) == 0 {
		p.Authors = o.authors("author", whole)
	}
	if p.Venue == "" {
		p.Venue = o.first("venue", whole)
	}
}

// authors returns the names in which a family name is marked. Other spans contain affiliations.
func (o spanText) authors(name string, outer annotation) (all []engine.Author) {
	for _, a := range o.within(name, outer) {
		if family := o.first(name+"lastname", a); family != "" {
			all = append(all, engine.Author{Given: o.first(name+"firstname", a), Family: family})
		}
	}
	return all
}

// references adds the reference list to p. It returns the index of each reference by its ID.
func (o spanText) references(p *engine.Paper) numbering {
	number := make(numbering)
	for i, entry := range o.spans["bibentry"] {
		number[string(entry.Attrs.ID)] = i
		whole := o.of(entry)
		p.References = append(p.References, engine.Reference{
			Title: o.first("bibtitle", entry), Venue: o.first("bibvenue", entry), Authors: o.authors("bibauthor", entry),
			DOI: paper.DOI(whole), Year: yearIn(whole),
		})
	}
	return number
}

// sections adds the paragraphs to the body of p. Each belongs to the last heading before it.
func (o spanText) sections(p *engine.Paper, number numbering) {
	headings, title := o.spans["sectionheader"], ""
	for _, raw := range o.spans["paragraph"] {
		for len(headings) > 0 && headings[0].from <= raw.from {
			title, headings = o.of(headings[0]), headings[1:]
		}
		var cites []engine.CiteSpan
		for _, c := range o.within("bibref", raw) {
			cites = append(cites, engine.CiteSpan{Start: c.from - raw.from, End: c.to - raw.from,
				Reference: number.of(string(c.Attrs.RefID))})
		}
		p.Body = addParagraph(p.Body, title, sentences(o.text[raw.from:raw.to], cites))
	}
}
