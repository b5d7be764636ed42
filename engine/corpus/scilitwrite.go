package corpus

import (
	"encoding/json"
	"io"
	"strconv"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// These types are SciLit's schema as written. Numbers are strings, and positions count characters.
type (
	writtenPaper struct {
		ID              string `json:"Id"`
		License         string `json:",omitempty"`
		Title           string
		Author          []writtenAuthor
		Abstract        string
		Venue, DOI, URL string
		Volume          string `json:",omitempty"`
		Issue           string `json:",omitempty"`
		Pages           string `json:",omitempty"`
		Publisher       string `json:",omitempty"`
		ArXiv           string `json:",omitempty"`
		EntryType       string `json:",omitempty"`
		Retracted       bool   `json:",omitempty"`
		PublicationDate writtenDate
		Content         writtenContent
		Reference       []writtenReference
	}
	writtenAuthor struct{ GivenName, FamilyName string }
	writtenDate   struct {
		Year  string
		Month string `json:",omitempty"`
	}
	writtenContent struct {
		Abstract string
		Body     []writtenSection `json:"Fullbody_Parsed"`
	}
	writtenSection struct {
		ID    string             `json:"section_id"`
		Title string             `json:"section_title"`
		Text  []writtenParagraph `json:"section_text"`
	}
	writtenParagraph struct {
		ID   string            `json:"paragraph_id"`
		Text []writtenSentence `json:"paragraph_text"`
	}
	writtenSentence struct {
		ID    string        `json:"sentence_id"`
		Text  string        `json:"sentence_text"`
		Cites []writtenSpan `json:"cite_spans"`
	}
	writtenSpan struct {
		Start     string `json:"start"`
		End       string `json:"end"`
		Text      string `json:"text"`
		Reference string `json:"ref_id"`
	}
	writtenReference struct {
		Title           string
		Author          []writtenAuthor
		Venue, DOI      string
		PublicationDate writtenDate
	}
)

// WriteSciLit writes a paper as one line of SciLit JSON, from which Read restores it. It omits the
// citation key and the entry in the user's library.
func WriteSciLit(w io.Writer, p *engine.Paper) error {
	written := writtenPaper{
		ID: p.ID, License: p.License, Title: p.Title, Author: writtenAuthors(p.Authors), Abstract: p.Abstract,
		Venue: p.Venue, DOI: p.DOI,
		URL: p.URL, Volume: p.Volume, Issue: p.Issue, Pages: p.Pages, Publisher: p.Publisher, ArXiv: p.ArXiv,
		EntryType: p.EntryType,
		Retracted: p.Retracted, PublicationDate: writtenDate{number(p.Year), number(p.Month)},
		Content:   writtenContent{Abstract: p.Abstract, Body: []writtenSection{}},
		Reference: []writtenReference{},
	}
	for i, section := range p.Body {
		written.Content.Body = append(written.Content.Body, writtenSectionOf(strconv.Itoa(i), section))
	}
	for _, r := range p.References {
		written.Reference = append(written.Reference, writtenReference{
			Title: r.Title, Author: writtenAuthors(r.Authors), Venue: r.Venue, DOI: r.DOI,
			PublicationDate: writtenDate{Year: number(r.Year)},
		})
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(written)
}

func writtenAuthors(authors []engine.Author) []writtenAuthor {
	all := []writtenAuthor{}
	for _, a := range authors {
		all = append(all, writtenAuthor{a.Given, a.Family})
	}
	return all
}

func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func writtenSectionOf(id string, s engine.Section) writtenSection {
	section := writtenSection{ID: id, Title: s.Title, Text: []writtenParagraph{}}
	for i, sentences := range s.Paragraphs {
		paragraph := writtenParagraph{ID: strconv.Itoa(i), Text: []writtenSentence{}}
		for j, s := range sentences {
			paragraph.Text = append(paragraph.Text, writtenSentence{strconv.Itoa(j), s.Text, writtenSpans(s)})
		}
		section.Text = append(section.Text, paragraph)
	}
	return section
}

func writtenSpans(s engine.Sentence) []writtenSpan {
	spans := []writtenSpan{}
	for _, c := range s.Cites {
		if c.Start < 0 || c.End > len(s.Text) || c.Start >= c.End {
			continue
		}
		span := writtenSpan{Text: s.Text[c.Start:c.End]}
		span.Start = strconv.Itoa(utf8.RuneCountInString(s.Text[:c.Start]))
		span.End = strconv.Itoa(utf8.RuneCountInString(s.Text[:c.End]))
		if c.Reference >= 0 {
			span.Reference = strconv.Itoa(c.Reference)
		}
		spans = append(spans, span)
	}
	return spans
}
