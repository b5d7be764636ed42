package online

import (
	"cmp"
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// dblp queries dblp's search API. It often responds to programs with an HTML page for browsers, which
// is reported as an error of kind BotPage.
type dblp struct{ *service }

// Literal returns the query in dblp's syntax. All words must occur; "|" separates alternatives.
func (d *dblp) Literal(q Query) string {
	if q.Title != "" {
		return strings.TrimSpace(q.Title + " " + q.Author)
	}
	return strings.ReplaceAll(strings.Join(q.Keywords, "|"), " ", "|")
}

// Search returns the best records. It filters them by year itself, since dblp's query syntax does not
// support years.
func (d *dblp) Search(ctx context.Context, q Query) ([]*Record, error) {
	q, err := q.check()
	if err != nil {
		return nil, err
	}
	values := url.Values{"q": {d.Literal(q)}, "format": {"json"}, "h": {strconv.Itoa(q.Limit)}}
	all, err := ask(ctx, d.service, request{url: d.base("/search/publ/api?" + values.Encode()), age: searchAge}, parseDBLP)
	from, to, bounded := q.years()
	return slices.DeleteFunc(all, func(r *Record) bool { return bounded && (r.Year < from || to < r.Year) }), err
}

// Lookup is unsupported, since the API only searches for words.
func (d *dblp) Lookup(context.Context, ID) (*Record, error) {
	return nil, d.unsupported("it can be searched only by words, not by identifier")
}

func parseDBLP(body []byte) ([]*Record, error) {
	var reply struct {
		Result struct {
			Hits *struct {
				Hit []struct{ Info json.RawMessage }
			}
		}
	}
	if err := json.Unmarshal(body, &reply); err != nil || reply.Result.Hits == nil {
		return nil, cmp.Or(err, errNoAnswer)
	}
	var items []json.RawMessage
	for _, hit := range reply.Result.Hits.Hit {
		items = append(items, hit.Info)
	}
	return eachItem(items, dblpInfo.record, "dblp"), nil
}

type dblpInfo struct {
	Title, Venue, Volume, Number, Pages, Year, Type, DOI, EE, URL scalar
	Authors                                                       struct {
		Author oneOrMore[struct{ Text scalar }]
	}
}

func (d dblpInfo) record() *Record {
	r := &Record{Type: d.kind(), Paper: paper.Paper{
		Title: corpus.DBLPTitle(corpus.PlainText(string(d.Title))), Venue: string(d.Venue), Volume: string(d.Volume),
		Issue: string(d.Number), Pages: string(d.Pages), Year: d.Year.Number(), DOI: string(d.DOI), URL: string(d.URL),
		ArXiv: paper.MentionedArXiv(string(d.EE)),
	}}
	if r.ArXiv == "" && d.Venue == "CoRR" {
		r.ArXiv = paper.ArXiv(strings.TrimPrefix(string(d.Volume), "abs/")) // such as "abs/1706.03762"
	}
	for _, a := range d.Authors.Author {
		r.Authors = append(r.Authors, corpus.DBLPPerson(string(a.Text)))
	}
	r.link(string(d.EE), false, false)
	return r
}

func (d dblpInfo) kind() Type {
	switch {
	case d.Venue == "CoRR", d.Type == "Informal or Other Publications", d.Type == "Informal and Other Publications":
		return Preprint
	case d.Type == "Conference and Workshop Papers":
		return Proceedings
	case strings.HasPrefix(string(d.Type), "Books"):
		return Book
	case strings.HasPrefix(string(d.Type), "Parts in Books"):
		return Chapter
	}
	return Article
}
