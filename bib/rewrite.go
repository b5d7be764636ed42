package bib

import (
	"strconv"

	"github.com/scilit-lsp/scilit-lsp/paper"
	"github.com/scilit-lsp/scilit-lsp/tex"
)

// NewValue returns a record's value for a field, with delimiters, formatted like the values in the
// file. It returns "" if the record has no such value.
func (f *File) NewValue(field string, rec Record) string {
	h, rec := f.habits(), rec.harmless().tidy()
	switch field {
	case "author":
		return h.text(h.names(rec.Authors))
	case "title":
		return h.title(paper.PlainTitle(rec.Title))
	case "journal", "journaltitle", "booktitle", "shortjournal":
		return h.text(tex.Encode(rec.Venue, h.accents))
	case "year", "date":
		if rec.Year > 0 {
			return h.number(strconv.Itoa(rec.Year))
		}
	case "volume":
		return h.number(rec.Volume)
	case "pages":
		return h.text(tex.Encode(pageRange(rec.Pages), h.accents))
	case "doi":
		return h.text(verbatimValue(paper.BareDOI(rec.DOI)))
	case "eprint":
		return h.text(paper.ArXiv(rec.ArXiv))
	}
	return ""
}
