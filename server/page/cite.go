package page

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/bib/reference"
)

// A format is a citation style, or an export format that has no styles.
type format struct {
	Value, Name string // value in URLs, and name for users
	reference.Format
	style string
}

// formats returns the citation styles, followed by the formats that have no styles.
func formats() (all []format) {
	plain, others := reference.Formats[0], reference.Formats[1:]
	for _, s := range reference.Styles {
		all = append(all, format{strings.ToLower(s.Label), s.Label, plain, s.Name})
	}
	for _, f := range others {
		all = append(all, format{f.Name, f.Label, f, ""})
	}
	return all
}

// references returns the references of papers in a format.
func (p *page) references(ctx context.Context, papers refs, f format) (wire.References, error) {
	return p.Engines.Cite(ctx, wire.ReferencesRequest{Papers: papers, Format: f.Format.Name, Style: f.style})
}

// A formattedList is a text that the user can copy or download.
type formattedList struct{ Name, Text, Address string }

// inFormats returns the references of papers in every format, and their citation keys.
func (p *page) inFormats(ctx context.Context, papers refs) (all []formattedList, keys []string, err error) {
	for _, f := range formats() {
		cited, err := p.references(ctx, papers, f)
		if err != nil {
			return nil, nil, err
		}
		v := url.Values{"format": {f.Value}}
		for _, ref := range papers {
			v.Add("paper", refValue(ref))
		}
		all, keys = append(all, formattedList{f.Name, cited.Text, address("/export", v)}), cited.Keys
	}
	return all, keys, nil
}

// export serves references as a file to download.
func (p *page) export(w http.ResponseWriter, r *http.Request) {
	cited, f, err := p.exportOf(r)
	if err != nil {
		v, status := p.failure(r, err)
		p.show(w, r, v, status)
		return
	}
	w.Header().Set("Content-Type", f.MediaType)
	w.Header().Set("Content-Disposition", `attachment; filename="`+f.File+`"`)
	_, _ = w.Write([]byte(cited.Text))
}

func (p *page) exportOf(r *http.Request) (wire.References, format, error) {
	if err := r.ParseForm(); err != nil {
		return wire.References{}, format{}, errForm
	}
	for _, f := range formats() {
		if f.Value == r.Form.Get("format") {
			cited, err := p.references(r.Context(), refsIn(r.Form["paper"]), f)
			return cited, f, err
		}
	}
	return wire.References{}, format{}, errNoPage
}
