package corpus

import (
	"encoding/json"
	"io"
	"strconv"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

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
