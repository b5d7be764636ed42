package bib

import "github.com/scilit-lsp/scilit-lsp/paper"

// RecordOf makes the record of an entry out of a stored paper, and out of nothing else
// (invariant 1).
func RecordOf(p *paper.Paper) Record {
	r := Record{
		Title: p.Title, Year: p.Year, Month: p.Month, Venue: p.Venue, DOI: p.DOI, ArXiv: p.ArXiv, URL: p.URL,
		Volume: p.Volume, Issue: p.Issue, Pages: p.Pages, Publisher: p.Publisher,
	}
	for _, a := range p.Authors {
		r.Authors = append(r.Authors, Name{Given: a.Given, Family: a.Family})
	}
	return r
}

// NewWorkOf is a stored paper as it would get into a .bib.
func NewWorkOf(p *paper.Paper) NewWork {
	return NewWork{Record: RecordOf(p), Key: p.Key, Entry: p.Entry}
}
