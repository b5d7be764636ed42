package online

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// semanticScholar queries the Graph API of Semantic Scholar. Its records may combine the venue of a
// publication with the year and identifiers of the preprint, so records of other sources are
// preferred.
type semanticScholar struct{ *service }

const semanticFields = "title,abstract,authors,year,publicationDate,venue,journal," +
	"externalIds,url,openAccessPdf,publicationTypes,isOpenAccess"

// Literal returns plain words without hyphens, since the API does not support hyphens.
func (s *semanticScholar) Literal(q Query) string {
	return strings.TrimSpace(strings.ReplaceAll(q.words(), "-", " ") + " " + q.Author)
}

// Search returns the most relevant papers.
func (s *semanticScholar) Search(ctx context.Context, q Query) ([]*Record, error) {
	q, err := q.check()
	if err != nil {
		return nil, err
	}
	values := url.Values{"query": {s.Literal(q)}, "fields": {semanticFields}, "offset": {"0"},
		"limit": {strconv.Itoa(q.Limit)}}
	if from, to, bounded := q.years(); bounded {
		values.Set("year", fmt.Sprintf("%d-%d", from, to))
	}
	return s.papers(ctx, request{url: s.base("/graph/v1/paper/search?" + values.Encode()), age: searchAge})
}

var semanticSchemes = map[Scheme]string{DOI: "DOI:", ArXiv: "ARXIV:", PMID: "PMID:", PMCID: "PMCID:"}

// Lookup returns the record for an identifier of any scheme.
func (s *semanticScholar) Lookup(ctx context.Context, id ID) (*Record, error) {
	name := semanticSchemes[id.Scheme] + strings.TrimPrefix(id.Value, "PMC")
	all, err := s.papers(ctx, request{url: s.base("/graph/v1/paper/" + url.PathEscape(name) + "?fields=" +
		semanticFields), age: recordAge, lookup: true})
	return s.only(all, id, err)
}

func (s *semanticScholar) papers(ctx context.Context, r request) ([]*Record, error) {
	return ask(ctx, s.service, s.signed(r), parseSemantic)
}

// parseSemantic parses a single paper, a list under "data", or a batch. A batch contains null for
// each unknown paper.
func parseSemantic(body []byte) ([]*Record, error) {
	var batch []json.RawMessage
	if json.Unmarshal(body, &batch) == nil {
		return eachItem(batch, semanticPaper.record, "semanticscholar"), nil
	}
	var reply struct {
		Data    []json.RawMessage
		Total   *int
		PaperID scalar
	}
	switch err := json.Unmarshal(body, &reply); {
	case err != nil:
		return nil, err
	case reply.PaperID != "":
		reply.Data = []json.RawMessage{body}
	case reply.Data == nil && reply.Total == nil:
		return nil, errNoAnswer
	}
	return eachItem(reply.Data, semanticPaper.record, "semanticscholar"), nil
}

type semanticPaper struct {
	Title, Abstract scalar
	Authors         []struct{ Name scalar }
	Year            scalar
	Date            scalar `json:"publicationDate"`
	Venue           scalar
	Journal         struct{ Name, Volume, Pages scalar }
	IDs             struct{ DOI, ArXiv, PubMed, PubMedCentral scalar } `json:"externalIds"`
	URL             scalar
	PDF             struct{ URL scalar } `json:"openAccessPdf"`
	Types           []scalar             `json:"publicationTypes"`
}

func (s semanticPaper) record() *Record {
	r := &Record{Type: s.kind(), PMID: string(s.IDs.PubMed), PMCID: prefixed("PMC", string(s.IDs.PubMedCentral)),
		Paper: paper.Paper{
			Title: string(s.Title), Abstract: string(s.Abstract), DOI: string(s.IDs.DOI), ArXiv: string(s.IDs.ArXiv),
			URL: string(s.URL), Venue: firstText(s.Journal.Name, s.Venue), Volume: string(s.Journal.Volume),
			Pages: strings.ReplaceAll(string(s.Journal.Pages), " ", ""), Year: s.Year.Number(),
		}}
	for _, a := range s.Authors {
		r.Authors = append(r.Authors, corpus.Person(string(a.Name)))
	}
	if year, month := yearAndMonth(string(s.Date)); year == r.Year && (r.Type == Preprint || r.ArXiv == "") {
		r.Month = month // otherwise it is the month of the preprint
	}
	if r.Type == Preprint {
		r.Volume, r.Pages = "", ""
	}
	r.link(string(s.PDF.URL), true, true)
	r.link(string(s.URL), false, false)
	return r
}

// kind returns the type of a paper. It prefers the type of the venue to the listed types, in which
// arXiv is a journal.
func (s semanticPaper) kind() Type {
	name := strings.ToLower(firstText(s.Journal.Name, s.Venue))
	doi := strings.ToLower(string(s.IDs.DOI))
	switch {
	case strings.HasPrefix(doi, "10.48550/"), strings.HasPrefix(name, "arxiv"), name == "biorxiv", name == "medrxiv",
		name == "" && doi == "" && s.IDs.ArXiv != "":
		return Preprint
	}
	for _, t := range s.Types {
		if kind := semanticTypes[t]; kind != "" {
			return kind
		}
	}
	return Article
}

var semanticTypes = map[scalar]Type{"Conference": Proceedings, "Book": Book, "BookSection": Chapter, "Dataset": Dataset}
