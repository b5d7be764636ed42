package online

import (
	"cmp"
	"context"
	"encoding/json"
	"net/url"
	"regexp"
	"strconv"
	"strings"
)

var _ CitationIndex = (*europePMC)(nil)

// Limits on requests to Europe PMC, which documents a maximum of 1,000 entries per page.
const (
	europePMCBatch = 50
	europePMCList  = 1000
)

// CitationBounds returns the limits. References and citing works are listed for one work at a time.
// Changed records are not listed.
func (e *europePMC) CitationBounds() CitationBounds {
	return CitationBounds{Nodes: europePMCBatch, Cited: 1, Page: europePMCList, Lists: true, Texts: true,
		Updates: UpdateBounds{Citing: europePMCBatch, Retracted: europePMCBatch, Dated: true}}
}

// Accepts reports whether the identifier is a DOI without quotation marks, or an identifier of PubMed
// or PubMed Central.
func (e *europePMC) Accepts(id ID) bool {
	switch id.Scheme {
	case NodeKey:
		return europePMCKey.MatchString(id.Value)
	case DOI:
		return !strings.ContainsAny(id.Value, `"\`)
	}
	return id.Scheme == PMID || id.Scheme == PMCID
}

// europePMCKey matches the name of a collection and an identifier within it, such as MED32160763.
var europePMCKey = regexp.MustCompile(`^(MED|PMC|PPR|AGR|CBA|CTX|ETH|HIR|PAT)([A-Za-z0-9]{1,24})$`)

// clause returns the part of a query that selects one work.
func (e *europePMC) clause(id ID) string {
	switch id.Scheme {
	case DOI:
		return `DOI:"` + id.Value + `"`
	case PMID:
		return "(EXT_ID:" + id.Value + " AND SRC:MED)"
	case PMCID:
		return "PMCID:" + id.Value
	}
	key := europePMCKey.FindStringSubmatch(id.Value)
	return "(EXT_ID:" + key[2] + " AND SRC:" + key[1] + ")"
}

// Described returns the records of works, without their references.
func (e *europePMC) Described(ctx context.Context, ids []ID) ([]Node, error) {
	var clauses []string
	for _, id := range ids {
		if !e.Accepts(id) {
			return nil, e.unsupported(id.String() + " cannot be looked up together with others")
		}
		clauses = append(clauses, e.clause(id))
	}
	return ask(ctx, e.service, e.results(strings.Join(clauses, " OR "), 2*europePMCBatch, ""), parseEuropePMCNodes)
}

// Citing returns a page of the references of a work or of the works that cite it, without their
// records.
func (e *europePMC) Citing(ctx context.Context, q CitingQuery) (CitingPage, error) {
	if q.From != "" && !q.References {
		return e.newCiting(ctx, q)
	}
	if len(q.Keys) != 1 || !europePMCKey.MatchString(q.Keys[0]) {
		return CitingPage{}, e.unsupported("it lists all citing works for only one work at a time")
	}
	key := europePMCKey.FindStringSubmatch(q.Keys[0])
	list := "citations"
	if q.References {
		list = "references"
	}
	values := url.Values{"format": {"json"}, "page": {strconv.Itoa(q.Page)}, "pageSize": {strconv.Itoa(europePMCList)}}
	return ask(ctx, e.service, request{
		url:     e.base("/europepmc/webservices/rest/" + key[1] + "/" + key[2] + "/" + list + "?" + values.Encode()),
		private: given("email", e.email),
	}, func(body []byte) (CitingPage, error) { return parseEuropePMCList(body, q) })
}

// Changed is not supported.
func (e *europePMC) Changed(context.Context, []string, string) ([]Node, error) {
	return nil, e.unsupported("it does not list changed records")
}

// Retracted returns the works that are marked as retracted publications.
func (e *europePMC) Retracted(ctx context.Context, keys []string) ([]Node, error) {
	var clauses []string
	for _, key := range keys {
		if !europePMCKey.MatchString(key) {
			return nil, e.unsupported(key + " cannot be looked up together with others")
		}
		clauses = append(clauses, e.clause(ID{Scheme: NodeKey, Value: key}))
	}
	query := "(" + strings.Join(clauses, " OR ") + `) AND PUB_TYPE:"Retracted Publication"`
	page, err := e.page(ctx, query, CitingQuery{Page: 1})
	return page.Nodes, err
}

// newCiting returns a page of the works that cite given works and were published on or after a date.
// It returns their records but not their references.
func (e *europePMC) newCiting(ctx context.Context, q CitingQuery) (CitingPage, error) {
	var clauses []string
	for _, key := range q.Keys {
		parts := europePMCKey.FindStringSubmatch(key)
		if parts == nil {
			return CitingPage{}, e.unsupported(key + " cannot be looked up together with others")
		}
		clauses = append(clauses, "CITES:"+parts[2]+"_"+parts[1])
	}
	query := "(" + strings.Join(clauses, " OR ") + ") AND FIRST_PDATE:[" + q.From + " TO 3000-12-31]"
	return e.page(ctx, query, q)
}

// page returns one page of search results.
func (e *europePMC) page(ctx context.Context, query string, q CitingQuery) (CitingPage, error) {
	cursor := cmp.Or(q.Cursor, "*")
	return ask(ctx, e.service, e.results(query, europePMCPage, cursor), func(body []byte) (page CitingPage, err error) {
		if page.Nodes, err = parseEuropePMCNodes(body); err != nil {
			return page, err
		}
		records, err := parseEuropePMCPage(body, cursor)
		page.Cursor, page.More = records.Next, records.Next != "" && records.Total > q.Page*europePMCPage
		return page, err
	})
}

// europePMCEntry is a work in a list. A reference to a work that Europe PMC lacks has no identifier.
type europePMCEntry struct {
	ID, Source scalar
	Citers     scalar `json:"citedByCount"`
}

func (e europePMCEntry) key() string { return string(e.Source) + string(e.ID) }

func parseEuropePMCNodes(body []byte) (all []Node, err error) {
	items, err := europePMCItems(body)
	if err != nil {
		return nil, err
	}
	for _, raw := range items {
		var w struct {
			europePMCEntry
			References scalar `json:"hasReferences"`
			Open       scalar `json:"isOpenAccess"`
		}
		if json.Unmarshal(raw, &w) != nil || !europePMCKey.MatchString(w.key()) {
			continue
		}
		node := Node{Key: w.key(), Citers: max(0, w.Citers.Number()), Lists: w.References == "Y"}
		if node.Record = oneItem(raw, europePMCResult.record, "europepmc"); node.Record != nil {
			node.Text = w.Open == "Y" && node.Record.PMCID != ""
		}
		all = append(all, node)
	}
	return all, nil
}

func parseEuropePMCList(body []byte, q CitingQuery) (page CitingPage, err error) {
	var reply struct {
		Count     *scalar `json:"hitCount"`
		Citations struct {
			All []europePMCEntry `json:"citation"`
		} `json:"citationList"`
		References struct {
			All []europePMCEntry `json:"reference"`
		} `json:"referenceList"`
	}
	if err := json.Unmarshal(body, &reply); err != nil || reply.Count == nil {
		return page, cmp.Or(err, errNoAnswer)
	}
	entries := reply.Citations.All
	if q.References {
		entries = reply.References.All
		var keys []string
		for _, entry := range entries {
			keys = append(keys, entry.key())
		}
		page.Nodes = []Node{{Key: q.Keys[0], References: validKeys(keys, europePMCKey.MatchString), Brief: true}}
	} else {
		for _, entry := range entries {
			if europePMCKey.MatchString(entry.key()) {
				page.Nodes = append(page.Nodes, Node{Key: entry.key(), References: q.Keys,
					Citers: max(0, entry.Citers.Number()), Brief: true})
			}
		}
	}
	page.More = len(entries) > 0 && q.Page*europePMCList < reply.Count.Number()
	return page, nil
}
