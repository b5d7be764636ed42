package online

import (
	"cmp"
	"context"
	"encoding/json"
	"net/url"
	"strconv"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// dataCite queries DataCite, the registry for the DOIs of arXiv, Zenodo, theses and data sets.
type dataCite struct{ *service }

var dataCiteSyntax = syntax{"", "titles.title:", "creators.familyName:", " AND publicationYear:[%d TO %d]"}

// Literal returns the query in Elasticsearch's syntax.
func (d *dataCite) Literal(q Query) string { return dataCiteSyntax.query(q) }

// Search returns only texts, since most of DataCite's records describe data sets.
func (d *dataCite) Search(ctx context.Context, q Query) ([]*Record, error) {
	q, err := q.check()
	if err != nil {
		return nil, err
	}
	values := url.Values{"query": {d.Literal(q)}, "page[size]": {strconv.Itoa(q.Limit)},
		"resource-type-id": {"text,preprint,journal-article,conference-paper,dissertation,report,book,book-chapter"},
		"sort":             {"relevance"}}
	return ask(ctx, d.service, request{url: d.base("/dois?" + values.Encode()), private: given("mailto", d.email),
		age: searchAge}, parseDataCite)
}

// Lookup returns the record for a DOI, or for an arXiv identifier, which implies a DOI.
func (d *dataCite) Lookup(ctx context.Context, id ID) (*Record, error) {
	if id.Scheme == ArXiv {
		id = ID{Scheme: DOI, Value: arXivDOI + id.Value}
	}
	if id.Scheme != DOI {
		return nil, d.unsupported("it accepts only DOIs")
	}
	all, err := ask(ctx, d.service, request{url: d.base("/dois/" + url.PathEscape(id.Value)),
		private: given("mailto", d.email), age: recordAge, lookup: true}, parseDataCite)
	return d.only(all, id, err)
}

func parseDataCite(body []byte) ([]*Record, error) {
	var reply struct {
		Data oneOrMore[json.RawMessage] `json:"data"`
	}
	if err := json.Unmarshal(body, &reply); err != nil || reply.Data == nil {
		return nil, cmp.Or(err, errNoAnswer)
	}
	return eachItem(reply.Data, dataCiteDOI.record, "datacite"), nil
}

type dataCiteDOI struct {
	Attributes struct {
		DOI, URL  scalar
		Publisher json.RawMessage // a string, or an object with a name
		Year      scalar          `json:"publicationYear"`
		Titles    []struct {
			Title scalar
			Type  scalar `json:"titleType"`
		}
		Creators  []dataCiteName
		Container struct {
			Title, Volume, Issue scalar
			First                scalar `json:"firstPage"`
			Last                 scalar `json:"lastPage"`
		}
		Types struct {
			General scalar `json:"resourceTypeGeneral"`
			CSL     scalar `json:"citeproc"`
		}
		Dates []struct {
			Date scalar
			Type scalar `json:"dateType"`
		}
		Descriptions []struct {
			Text scalar `json:"description"`
			Type scalar `json:"descriptionType"`
		}
		Related []struct {
			Relation scalar `json:"relationType"`
			Value    scalar `json:"relatedIdentifier"`
			Type     scalar `json:"relatedIdentifierType"`
		} `json:"relatedIdentifiers"`
		Rights []struct {
			URI  scalar `json:"rightsUri"`
			Name scalar `json:"rightsIdentifier"`
		} `json:"rightsList"`
	}
}

type dataCiteName struct {
	Name   scalar
	Given  scalar `json:"givenName"`
	Family scalar `json:"familyName"`
	Kind   scalar `json:"nameType"`
}

func (d dataCiteDOI) record() *Record {
	a := d.Attributes
	r := &Record{Type: d.kind(), Paper: paper.Paper{
		DOI: string(a.DOI), URL: string(a.URL), Year: a.Year.Number(), Venue: string(a.Container.Title),
		Volume: string(a.Container.Volume), Issue: string(a.Container.Issue),
		Pages: joinPages(string(a.Container.First), string(a.Container.Last)), Publisher: publisherName(a.Publisher),
	}}
	for _, t := range a.Titles {
		if t.Type == "" && r.Title == "" {
			r.Title = corpus.PlainText(string(t.Title))
		}
	}
	for _, c := range a.Creators {
		r.Authors = append(r.Authors, c.author())
	}
	for _, text := range a.Descriptions {
		if text.Type == "Abstract" && r.Abstract == "" {
			r.Abstract = corpus.PlainJATS(string(text.Text))
		}
	}
	d.addRest(r)
	return r
}

func (d dataCiteDOI) addRest(r *Record) {
	a := d.Attributes
	for _, date := range a.Dates {
		if year, month := yearAndMonth(string(date.Date)); (date.Type == "Issued" || date.Type == "Submitted") &&
			year == r.Year && r.Month == 0 {
			r.Month = month
		}
	}
	for _, right := range a.Rights {
		r.License = cmp.Or(r.License, string(right.URI), string(right.Name))
	}
	for _, to := range a.Related {
		switch {
		case to.Type != "DOI" || r.Type != Preprint ||
			samePrefix(a.DOI, to.Value): // a version of the work on the same server
		case to.Relation == "IsVersionOf", to.Relation == "IsPreviousVersionOf", to.Relation == "IsPreprintOf":
			r.relate(PublishedAs, string(to.Value), "")
		}
	}
	r.link(string(a.URL), false, r.Type == Preprint)
}

func samePrefix(a, b scalar) bool {
	x, _, _ := strings.Cut(paper.DOI(string(a)), "/")
	y, _, _ := strings.Cut(paper.DOI(string(b)), "/")
	return x == y
}

func (n dataCiteName) author() paper.Author {
	if n.Family != "" {
		return paper.Author{Given: string(n.Given), Family: string(n.Family)}
	}
	if n.Kind == "Organizational" {
		return paper.Author{Family: string(n.Name)}
	}
	return corpus.Person(string(n.Name))
}

func publisherName(raw json.RawMessage) string {
	var name scalar
	if json.Unmarshal(raw, &name) == nil && name != "" {
		return string(name)
	}
	var object struct{ Name scalar }
	_ = json.Unmarshal(raw, &object)
	return string(object.Name)
}

func joinPages(first, last string) string {
	if last == "" || last == first {
		return first
	}
	return first + "-" + last
}

// kind returns the type of a record. Old arXiv records are labeled Text.
func (d dataCiteDOI) kind() Type {
	types := d.Attributes.Types
	if strings.HasPrefix(strings.ToLower(string(d.Attributes.DOI)), "10.48550/") {
		return Preprint
	}
	if kind := dataCiteTypes[strings.ToLower(string(types.General))]; kind != "" {
		return kind
	}
	if types.General != "Text" {
		return Other
	}
	return cslTypes[types.CSL]
}

var dataCiteTypes = map[string]Type{
	"preprint": Preprint, "journalarticle": Article, "conferencepaper": Proceedings, "dissertation": Thesis,
	"report": Report, "book": Book, "bookchapter": Chapter, "dataset": Dataset,
}

var cslTypes = map[scalar]Type{"article-journal": Article, "paper-conference": Proceedings, "thesis": Thesis,
	"report": Report, "book": Book, "chapter": Chapter}
