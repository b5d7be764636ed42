package online

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// semanticScholar queries Semantic Scholar's Graph API. Its records may combine the venue of a
// publication with the year and identifiers of the preprint, so records from other sources are
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

// Lookup returns the record for a DOI, an arXiv identifier, a PMID or a PMCID.
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
	Title, Abstract, Year, Venue, URL scalar

	Authors []struct{ Name scalar }
	Date    scalar `json:"publicationDate"`
	Journal struct{ Name, Volume, Pages scalar }
	IDs     struct{ DOI, ArXiv, PubMed, PubMedCentral scalar } `json:"externalIds"`
	PDF     struct{ URL scalar }                               `json:"openAccessPdf"`
	Types   []scalar                                           `json:"publicationTypes"`
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

// kind returns the type of a paper. It prefers the venue's type to the listed types, which treat
// arXiv as a journal.
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

var _ CitationIndex = (*semanticScholar)(nil)

// Documented limits of Semantic Scholar.
const (
	semanticBatch = 500
	semanticPage  = 1000
	semanticLast  = 9_999 // number of works reachable by paging
)

// CitationBounds returns the documented limits on batches and pages. Semantic Scholar does not report
// retractions.
func (s *semanticScholar) CitationBounds() CitationBounds {
	return CitationBounds{Nodes: semanticBatch, Cited: 1, Page: semanticPage, Sentences: true,
		Updates: UpdateBounds{Citing: 1, Changed: semanticBatch}}
}

// Accepts reports whether the identifier is supported. Every scheme except ISBN is.
func (s *semanticScholar) Accepts(id ID) bool {
	return id.Scheme == NodeKey || semanticSchemes[id.Scheme] != ""
}

// Described returns the papers with the given identifiers. It requests them as one batch.
func (s *semanticScholar) Described(ctx context.Context, ids []ID) ([]Node, error) {
	var batch struct {
		IDs []string `json:"ids"`
	}
	for _, id := range ids {
		batch.IDs = append(batch.IDs, semanticSchemes[id.Scheme]+strings.TrimPrefix(id.Value, "PMC"))
	}
	body, err := json.Marshal(batch)
	if err != nil {
		return nil, err
	}
	return ask(ctx, s.service, s.signed(request{body: body, url: s.base("/graph/v1/paper/batch?fields=" + semanticFields +
		",citationCount,references.paperId")}), parseSemanticNodes)
}

// Citing returns the papers that cite one paper, with the citing sentences.
func (s *semanticScholar) Citing(ctx context.Context, q CitingQuery) (all CitingPage, err error) {
	if len(q.Keys) != 1 {
		return all, s.unsupported("it lists citing works for only one work at a time")
	}
	values := url.Values{"fields": {"contexts,intents,citationCount," + semanticFields},
		"limit": {strconv.Itoa(semanticPage)}, "offset": {strconv.Itoa((q.Page - 1) * semanticPage)}}
	r := request{url: s.base("/graph/v1/paper/" + url.PathEscape(q.Keys[0]) + "/citations?" + values.Encode())}
	all, err = ask(ctx, s.service, s.signed(r),
		func(body []byte) (CitingPage, error) { return parseSemanticCiting(body, q) })
	all.More = all.More && q.Page*semanticPage < semanticLast
	return all, err
}

// Changed returns the current records of all works, whether or not they changed.
func (s *semanticScholar) Changed(ctx context.Context, keys []string, _ string) ([]Node, error) {
	return s.Described(ctx, nodeIDs(keys))
}

// Retracted is not supported.
func (s *semanticScholar) Retracted(context.Context, []string) ([]Node, error) {
	return nil, s.unsupported("it does not report retractions")
}

func (s *semanticScholar) signed(r request) request {
	if s.key != "" {
		r.header = map[string]string{"x-api-key": s.key}
	}
	return r
}

// semanticNodeOf parses a node. ok is false if it has no key.
func semanticNodeOf(raw []byte) (node Node, ok bool) {
	var n struct {
		PaperID    scalar
		Citers     scalar `json:"citationCount"`
		References []struct{ PaperID scalar }
	}
	if json.Unmarshal(raw, &n) != nil || !isKey(string(n.PaperID)) {
		return node, false
	}
	node = Node{Key: string(n.PaperID), Citers: max(0, n.Citers.Number())}
	for _, r := range n.References {
		node.References = append(node.References, string(r.PaperID))
	}
	node.References = cleanKeys(node.References)
	node.Record = oneItem(raw, semanticPaper.record, "semanticscholar")
	return node, true
}

func parseSemanticNodes(body []byte) (all []Node, err error) {
	var batch []json.RawMessage
	if err := json.Unmarshal(body, &batch); err != nil {
		return nil, err
	}
	for _, raw := range batch {
		if node, ok := semanticNodeOf(raw); ok {
			all = append(all, node)
		}
	}
	return all, nil
}

// parseSemanticCiting parses a page of citing works. It omits works published before q.From.
func parseSemanticCiting(body []byte, q CitingQuery) (all CitingPage, err error) {
	var reply struct {
		Offset *int
		Next   *int
		Data   []struct {
			Contexts []scalar
			Intents  []scalar
			Paper    json.RawMessage `json:"citingPaper"`
		}
	}
	if err := json.Unmarshal(body, &reply); err != nil || reply.Offset == nil && reply.Data == nil {
		return all, cmp.Or(err, errNoAnswer)
	}
	for _, item := range reply.Data {
		node, ok := semanticNodeOf(item.Paper)
		if !ok || q.From != "" && !semanticSince(item.Paper, q.From) {
			continue
		}
		cited := q.Keys[0]
		node.References = cleanKeys(append(node.References, cited))
		all.Nodes = append(all.Nodes, node)
		if texts := cleanTexts(item.Contexts); len(texts) > 0 {
			all.Citations = append(all.Citations, Citation{Citing: node.Key, Cited: cited, Texts: texts,
				Intents: cleanTexts(item.Intents)})
		}
	}
	all.More = reply.Next != nil && len(reply.Data) > 0
	return all, nil
}

// semanticSince reports whether a paper was published on or after a date such as 2026-11-23. If the
// paper has no date, it compares the years.
func semanticSince(raw []byte, from string) bool {
	var p struct {
		Year scalar
		Date scalar `json:"publicationDate"`
	}
	if json.Unmarshal(raw, &p) != nil {
		return false
	}
	if _, err := time.Parse(time.DateOnly, string(p.Date)); err == nil {
		return string(p.Date) >= from
	}
	year, _ := yearAndMonth(from)
	return p.Year.Number() >= year
}
