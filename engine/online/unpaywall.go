package online

import (
	"cmp"
	"context"
	"encoding/json"
	"net/url"

	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// unpaywall queries Unpaywall for free copies of a work. It requires the user's email address.
type unpaywall struct{ *service }

// Literal returns "", since Unpaywall is queried by DOI.
func (u *unpaywall) Literal(Query) string { return "" }

// Search is unsupported.
func (u *unpaywall) Search(context.Context, Query) ([]*Record, error) {
	return nil, u.unsupported("it can only be queried by DOI")
}

// Lookup returns the record for a DOI.
func (u *unpaywall) Lookup(ctx context.Context, id ID) (*Record, error) {
	if id.Scheme != DOI {
		return nil, u.unsupported("it accepts only DOIs")
	}
	if u.email == "" {
		return nil, u.fail(Refused, 0, "it requires an e-mail address: set online.email", nil)
	}
	all, err := ask(ctx, u.service, request{url: u.base("/v2/" + url.PathEscape(id.Value)),
		private: given("email", u.email), age: recordAge, lookup: true}, parseUnpaywall)
	return u.only(all, id, err)
}

// AddLinks adds links to the free copies of a work that Unpaywall lists.
func (c *Client) AddLinks(ctx context.Context, r *Record) error {
	if r.DOI == "" {
		return nil
	}
	free, err := c.Lookup(ctx, "unpaywall", ID{Scheme: DOI, Value: r.DOI})
	if isNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, l := range free.Links {
		r.link(l.URL, l.PDF, l.Open)
	}
	return nil
}

type unpaywallWork struct {
	DOI, Title, Year, Genre, Publisher scalar

	Venue   scalar           `json:"journal_name"`
	Best    *unpaywallPlace  `json:"best_oa_location"`
	Places  []unpaywallPlace `json:"oa_locations"`
	Authors []struct {
		Given, Family scalar
		Raw           scalar `json:"raw_author_name"`
	} `json:"z_authors"`
}

type unpaywallPlace struct {
	PDF     scalar `json:"url_for_pdf"`
	Page    scalar `json:"url_for_landing_page"`
	License scalar
}

func parseUnpaywall(body []byte) ([]*Record, error) {
	var w unpaywallWork
	if err := json.Unmarshal(body, &w); err != nil || w.DOI == "" {
		return nil, cmp.Or(err, errNoAnswer)
	}
	if r := w.record(); r.finish("unpaywall") {
		return []*Record{r}, nil
	}
	return nil, errNoAnswer
}

func (w unpaywallWork) record() *Record {
	r := &Record{Type: crossrefTypes[w.Genre], Paper: paper.Paper{
		DOI: string(w.DOI), Title: corpus.PlainText(string(w.Title)), Year: w.Year.Number(), Venue: string(w.Venue),
		Publisher: string(w.Publisher),
	}}
	for _, a := range w.Authors {
		if a.Family != "" {
			r.Authors = append(r.Authors, paper.Author{Given: string(a.Given), Family: string(a.Family)})
		} else if a.Raw != "" {
			r.Authors = append(r.Authors, corpus.Person(string(a.Raw)))
		}
	}
	if w.Best != nil {
		r.License = string(w.Best.License)
		w.Places = append([]unpaywallPlace{*w.Best}, w.Places...)
	}
	for _, place := range w.Places {
		r.link(string(place.PDF), true, true)
		r.link(string(place.Page), false, true)
	}
	return r
}
