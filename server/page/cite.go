package page

import (
	"context"
	"net/http"
	"net/url"

	"github.com/scilit-lsp/scilit-lsp/app"
)

// A format is one that references are exported in.
type format struct {
	Value, Name   string
	format, style string
	file, kind    string // name and type of the file
}

var formats = []format{
	{"apa", "APA", "plain", "apa", "references.txt", "text/plain; charset=utf-8"},
	{"ieee", "IEEE", "plain", "ieee", "references.txt", "text/plain; charset=utf-8"},
	{"chicago", "Chicago", "plain", "chicago-author-date", "references.txt", "text/plain; charset=utf-8"},
	{"mla", "MLA", "plain", "mla", "references.txt", "text/plain; charset=utf-8"},
	{"bibtex", "BibTeX", "bibtex", "", "references.bib", "application/x-bibtex; charset=utf-8"},
	{"biblatex", "BibLaTeX", "biblatex", "", "references.bib", "application/x-bibtex; charset=utf-8"},
	{"csl-json", "CSL JSON", "csl-json", "", "references.json", "application/vnd.citationstyles.csl+json"},
	{"ris", "RIS", "ris", "", "references.ris", "application/x-research-info-systems; charset=utf-8"},
}

// references are those of papers in a format.
func (p *page) references(ctx context.Context, papers refs, f format) (app.Cited, error) {
	return p.Engines.Cite(ctx, app.CiteQuestion{Papers: papers, Format: f.format, Style: f.style})
}

// An exported text is one that can be copied, or downloaded.
type exported struct{ Name, Text, Address string }

// inFormats are the references of papers in each format, with their keys.
func (p *page) inFormats(ctx context.Context, papers refs) (all []exported, keys []string, err error) {
	for _, f := range formats {
		cited, err := p.references(ctx, papers, f)
		if err != nil {
			return nil, nil, err
		}
		v := url.Values{"format": {f.Value}}
		for _, ref := range papers {
			v.Add("paper", refValue(ref))
		}
		all, keys = append(all, exported{f.Name, cited.Text, address("/export", v)}), cited.Keys
	}
	return all, keys, nil
}

// export answers with references as a file.
func (p *page) export(w http.ResponseWriter, r *http.Request) {
	cited, f, err := p.exportOf(r)
	if err != nil {
		v, status := p.failure(r, err)
		p.show(w, r, v, status)
		return
	}
	w.Header().Set("Content-Type", f.kind)
	w.Header().Set("Content-Disposition", `attachment; filename="`+f.file+`"`)
	_, _ = w.Write([]byte(cited.Text))
}

func (p *page) exportOf(r *http.Request) (app.Cited, format, error) {
	if err := r.ParseForm(); err != nil {
		return app.Cited{}, format{}, errForm
	}
	for _, f := range formats {
		if f.Value == r.Form.Get("format") {
			cited, err := p.references(r.Context(), refsIn(r.Form["paper"]), f)
			return cited, f, err
		}
	}
	return app.Cited{}, format{}, errNoPage
}
