package online

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// europePMC queries Europe PMC, which covers PubMed, life-science full texts and preprints.
type europePMC struct{ *service }

var europePMCSyntax = syntax{"", "TITLE:", "AUTH:", " AND PUB_YEAR:[%d TO %d]"}

// Literal returns the query in Europe PMC's syntax.
func (e *europePMC) Literal(q Query) string { return europePMCSyntax.query(q) }

// Search returns the most relevant records.
func (e *europePMC) Search(ctx context.Context, q Query) ([]*Record, error) {
	q, err := q.check()
	if err != nil {
		return nil, err
	}
	return e.find(ctx, e.Literal(q), q.Limit, searchAge)
}

// Lookup returns the record for a DOI, or for a PubMed or PubMed Central identifier.
func (e *europePMC) Lookup(ctx context.Context, id ID) (*Record, error) {
	var query string
	switch id.Scheme {
	case DOI:
		query = `DOI:"` + strings.ReplaceAll(id.Value, `"`, "") + `"`
	case PMID:
		query = "EXT_ID:" + id.Value + " AND SRC:MED"
	case PMCID:
		query = "PMCID:" + id.Value
	default:
		return nil, e.unsupported("it accepts only DOIs, PMIDs and PMCIDs")
	}
	all, err := e.find(ctx, query, 5, recordAge)
	return e.only(all, id, err)
}

func (e *europePMC) find(ctx context.Context, query string, limit int, age time.Duration) ([]*Record, error) {
	r := e.results(query, limit, "")
	r.age = age
	return ask(ctx, e.service, r, parseEuropePMC)
}

// results returns the request for a page of search results. cursor is "" if paging is not needed.
func (e *europePMC) results(query string, size int, cursor string) request {
	values := url.Values{"query": {query}, "format": {"json"}, "resultType": {"core"}, "pageSize": {strconv.Itoa(size)}}
	if cursor != "" {
		values.Set("cursorMark", cursor)
	}
	return request{url: e.base("/europepmc/webservices/rest/search?" + values.Encode()), private: given("email", e.email)}
}

// FullText reads the JATS document of an open-access article.
func (e *europePMC) FullText(ctx context.Context, r *Record) (*paper.Paper, error) {
	return e.readFullText(ctx, r, maxFullText)
}

// readFullText reads a JATS document of up to limit bytes.
func (e *europePMC) readFullText(ctx context.Context, r *Record, limit int64) (*paper.Paper, error) {
	if r.PMCID == "" {
		return nil, e.fail(NotFound, 0, "it has no open-access full text of this paper", nil)
	}
	text := request{url: e.base("/europepmc/webservices/rest/" + r.PMCID + "/fullTextXML"), media: asXML, limit: limit,
		age: recordAge, lookup: true}
	return ask(ctx, e.service, text, func(body []byte) (*paper.Paper, error) { return fullText(body, r) })
}

// fullText returns a copy of a record with the body of a JATS document.
func fullText(body []byte, r *Record) (*paper.Paper, error) {
	found, err := corpus.Record(context.Background(), "JATS XML", bytes.TrimSpace(body))
	if err != nil {
		return nil, err
	}
	if found.DOI != "" && r.DOI != "" && paper.DOI(found.DOI) != r.DOI {
		return nil, fmt.Errorf("the full text belongs to another paper, %s", found.DOI)
	}
	whole := r.Paper
	whole.Body, whole.References = found.Body, found.References
	if whole.Abstract == "" {
		whole.Abstract = found.Abstract
	}
	return &whole, nil
}

func parseEuropePMC(body []byte) ([]*Record, error) {
	items, err := europePMCItems(body)
	return eachItem(items, europePMCResult.record, "europepmc"), err
}

// europePMCItems returns the search results in a response.
func europePMCItems(body []byte) ([]json.RawMessage, error) {
	var reply struct {
		Count *int `json:"hitCount"`
		List  struct {
			Results []json.RawMessage `json:"result"`
		} `json:"resultList"`
	}
	if err := json.Unmarshal(body, &reply); err != nil || reply.Count == nil {
		return nil, cmp.Or(err, errNoAnswer)
	}
	return reply.List.Results, nil
}

type europePMCResult struct {
	Source, ID, PMID, PMCID, DOI, Title, AuthorString scalar

	AuthorList struct{ Author []europePMCAuthor }
	Journal    struct {
		Issue, Volume scalar
		Year          scalar `json:"yearOfPublication"`
		Month         scalar `json:"monthOfPublication"`
		Journal       struct{ Title scalar }
	} `json:"journalInfo"`
	JournalTitle scalar // present if the resultType is lite
	JournalIssue scalar `json:"issue"`
	JournalVol   scalar `json:"journalVolume"`
	Book         struct {
		Publisher scalar
		Title     scalar `json:"comprehensiveTitle"`
		Year      scalar `json:"yearOfPublication"`
	} `json:"bookOrReportDetails"`
	PubYear, License scalar

	Pages    scalar `json:"pageInfo"`
	Abstract scalar `json:"abstractText"`
	Date     scalar `json:"firstPublicationDate"`
	Version  scalar `json:"versionNumber"`
	Types    struct {
		Types []scalar `json:"pubType"`
	} `json:"pubTypeList"`
	URLs struct {
		URLs []struct {
			Style scalar `json:"documentStyle"`
			Code  scalar `json:"availabilityCode"`
			URL   scalar
		} `json:"fullTextUrl"`
	} `json:"fullTextUrlList"`
	Comments struct {
		Comments []struct{ Type scalar } `json:"commentCorrection"`
	} `json:"commentCorrectionList"`
}

type europePMCAuthor struct {
	First      scalar `json:"firstName"`
	Last       scalar `json:"lastName"`
	Initials   scalar
	Collective scalar `json:"collectiveName"`
}

func (e europePMCResult) record() *Record {
	r := &Record{PMID: string(e.PMID), PMCID: string(e.PMCID), Type: Article, Paper: paper.Paper{
		DOI: string(e.DOI), Title: strings.TrimSuffix(corpus.PlainText(string(e.Title)), "."),
		Abstract: corpus.PlainJATS(headings(string(e.Abstract))),
		Venue:    firstText(e.Journal.Journal.Title, e.JournalTitle, e.Book.Title),
		Volume:   firstText(e.Journal.Volume, e.JournalVol), Issue: firstText(e.Journal.Issue, e.JournalIssue),
		Pages: string(e.Pages), Year: cmp.Or(e.Journal.Year, e.PubYear, e.Book.Year).Number(),
		Month: e.Journal.Month.Number(), License: string(e.License),
	}}
	if r.Month == 0 {
		if year, month := yearAndMonth(string(e.Date)); year == r.Year {
			r.Month = month
		}
	}
	r.Authors = e.authors()
	if e.Source == "PPR" {
		r.Type, r.Venue, r.Version = Preprint, string(e.Book.Publisher), e.Version.Number()
	}
	if e.Source == "MED" || e.Source == "PMC" {
		r.URL = "https://europepmc.org/article/" + string(e.Source) + "/" + url.PathEscape(string(e.ID))
	}
	e.addRest(r)
	return r
}

// headings replaces an abstract's <h4> headings with JATS headings.
func headings(s string) string {
	return strings.NewReplacer("<h4>", "<title>", "</h4>", "</title>").Replace(s)
}

func firstText(all ...scalar) string { return string(cmp.Or(all...)) }

func (e europePMCResult) authors() (all []paper.Author) {
	for _, a := range e.AuthorList.Author {
		switch {
		case a.Last != "":
			all = append(all, paper.Author{Given: firstText(a.First, a.Initials), Family: string(a.Last)})
		case a.Collective != "":
			all = append(all, paper.Author{Family: string(a.Collective)})
		}
	}
	if len(all) > 0 {
		return all
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(string(e.AuthorString), "."), ", ") {
		if name != "" {
			all = append(all, familyFirst(name))
		}
	}
	return all
}

// familyFirst parses a name such as "Haas-Kogan DA", whose last word consists of initials.
func familyFirst(name string) paper.Author {
	at := strings.LastIndexByte(name, ' ')
	if at < 0 || strings.ToUpper(name[at+1:]) != name[at+1:] || len(name)-at > 6 {
		return paper.Author{Family: name}
	}
	return paper.Author{Given: name[at+1:], Family: name[:at]}
}

func (e europePMCResult) addRest(r *Record) {
	for _, u := range e.URLs.URLs {
		r.link(string(u.URL), u.Style == "pdf", u.Code == "OA" || u.Code == "F")
	}
	for _, t := range e.Types.Types {
		r.Retracted = r.Retracted || strings.EqualFold(string(t), "Retracted Publication")
		r.Withdrawn = r.Withdrawn || strings.EqualFold(string(t), "preprint-withdrawal") ||
			strings.EqualFold(string(t), "preprint-removal")
	}
	for _, c := range e.Comments.Comments {
		r.Retracted = r.Retracted || strings.EqualFold(string(c.Type), "Retraction in")
	}
}

// A TextIndex is a citation index that provides full texts.
type TextIndex interface {
	CitationIndex
	// Sentences returns the works cited in a work's full text, as references, with the sentences
	// that cite them.
	Sentences(ctx context.Context, key string, r *Record) ([]Citation, error)
}

var _ TextIndex = (*europePMC)(nil)

// Limits on a full text read for its citing sentences.
const (
	maxCitingText    = 8 << 20 // in bytes
	maxTextCitations = 500     // number of cited works
)

// Sentences implements TextIndex. It reads the full text of an open-access article.
func (e *europePMC) Sentences(ctx context.Context, key string, r *Record) ([]Citation, error) {
	whole, err := e.readFullText(ctx, r, maxCitingText)
	if err != nil {
		return nil, err
	}
	return citationsIn(whole, key), nil
}

// citationsIn returns the citations in the body of a full text, in the order of the references.
func citationsIn(p *paper.Paper, key string) (all []Citation) {
	texts := make([][]scalar, len(p.References))
	for _, section := range p.Body {
		for _, paragraph := range section.Paragraphs {
			for _, s := range paragraph {
				addCitingSentence(texts, s)
			}
		}
	}
	for i, r := range p.References {
		work := paper.Reference{Title: cleanField(r.Title), DOI: paper.DOI(r.DOI), Year: r.Year}
		if len(r.Authors) > 0 {
			work.Authors = []paper.Author{{Family: cleanField(r.Authors[0].Family)}}
		}
		sentences := cleanTexts(texts[i])
		if len(sentences) > 0 && (work.Title != "" || work.DOI != "") && len(all) < maxTextCitations {
			all = append(all, Citation{Citing: key, Texts: sentences, Work: &work})
		}
	}
	return all
}

// addCitingSentence adds a sentence to the list of each work that it cites. It omits the citation
// marks.
func addCitingSentence(texts [][]scalar, s paper.Sentence) {
	var plain strings.Builder
	at := 0
	cited := make(map[int]bool)
	for _, c := range s.Cites {
		if c.Start < at || c.End < c.Start || c.End > len(s.Text) {
			return
		}
		plain.WriteString(s.Text[at:c.Start])
		at = c.End
		if 0 <= c.Reference && c.Reference < len(texts) {
			cited[c.Reference] = true
		}
	}
	plain.WriteString(s.Text[at:])
	for i := range cited {
		if len(texts[i]) < maxContexts {
			texts[i] = append(texts[i], scalar(plain.String()))
		}
	}
}

// cleanField returns a field of a reference on one line, truncated to a maximum length.
func cleanField(s string) string {
	if all := cleanTexts([]scalar{scalar(s)}); len(all) > 0 {
		return all[0]
	}
	return ""
}

var _ Harvester = (*europePMC)(nil)

// europePMCPage is the number of records per page, low enough that a page of complete records does
// not exceed the size limit.
const europePMCPage = 200

// PageSize returns the number of records per response.
func (e *europePMC) PageSize() int { return europePMCPage }

// Selection returns the query in Europe PMC's syntax.
func (e *europePMC) Selection(h Harvest) (string, error) {
	parts, err := h.phrases("Europe PMC")
	if err != nil {
		return "", err
	}
	if h.From != "" {
		parts = append(parts, "FIRST_IDATE:["+h.From+" TO 3000-12-31]")
	}
	if h.Since > 0 {
		parts = append(parts, fmt.Sprintf("PUB_YEAR:[%d TO 3000]", h.Since))
	}
	return strings.Join(parts, " AND "), nil
}

// Harvest returns a page of records. token is a cursor.
func (e *europePMC) Harvest(ctx context.Context, h Harvest, token string) (page HarvestPage, err error) {
	query, err := e.Selection(h)
	if err != nil {
		return page, err
	}
	cursor := cmp.Or(token, "*")
	return ask(ctx, e.service, e.results(query, europePMCPage, cursor),
		func(body []byte) (HarvestPage, error) { return parseEuropePMCPage(body, cursor) })
}

func parseEuropePMCPage(body []byte, cursor string) (page HarvestPage, err error) {
	var reply struct {
		Count int    `json:"hitCount"`
		Next  string `json:"nextCursorMark"`
	}
	if err := json.Unmarshal(body, &reply); err != nil {
		return page, err
	}
	if page.Records, err = parseEuropePMC(body); err != nil {
		return page, err
	}
	if page.Total = reply.Count; reply.Next != cursor && len(page.Records) > 0 {
		page.Next = reply.Next
	}
	if !isToken(page.Next) {
		return page, errors.New("the next-page cursor is invalid; try again later")
	}
	return page, nil
}
