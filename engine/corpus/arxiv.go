package corpus

import (
	"net/mail"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/tex"
)

// This file reads arXiv's metadata snapshot: JSON lines, one paper per line.

type arXivRecord struct {
	ID       Scalar     `json:"id"`
	Title    Scalar     `json:"title"`
	Abstract Scalar     `json:"abstract"`
	Journal  Scalar     `json:"journal-ref"`
	DOI      Scalar     `json:"doi"`
	License  Scalar     `json:"license"`
	Authors  [][]string `json:"authors_parsed"` // each author's family name, given name, suffix and affiliations
	Versions []struct {
		Created string `json:"created"`
	} `json:"versions"`
	Updated Scalar `json:"update_date"`
}

func (r arXivRecord) paper() *engine.Paper {
	p := &engine.Paper{
		Title: tex.Decode(string(r.Title)), Abstract: tex.Decode(string(r.Abstract)), Venue: firstOf(r.Journal, "arXiv"),
		DOI: string(r.DOI), License: string(r.License),
	}
	if r.ID != "" {
		p.ID, p.ArXiv, p.URL = "arxiv:"+string(r.ID), string(r.ID), "https://arxiv.org/abs/"+string(r.ID)
	}
	for _, name := range r.Authors {
		if len(name) >= 3 {
			given := tex.Decode(strings.TrimSpace(name[1] + " " + name[2]))
			p.Authors = append(p.Authors, engine.Author{Given: given, Family: tex.Decode(name[0])})
		}
	}
	p.Year, p.Month = r.date()
	return p
}

// date returns the date of the first version, since citations use that date.
func (r arXivRecord) date() (year, month int) {
	if len(r.Versions) > 0 {
		if t, err := mail.ParseDate(r.Versions[0].Created); err == nil {
			return t.Year(), int(t.Month())
		}
	}
	return yearIn(string(r.Updated)), 0
}
