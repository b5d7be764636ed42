package online

import (
	"cmp"
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

var _ Updater = (*openAlex)(nil)

// openAlexList is the maximum number of values in a filter, and of works on a page.
const openAlexList = 100

// CitationBounds returns the documented limits.
func (o *openAlex) CitationBounds() CitationBounds {
	return CitationBounds{Nodes: openAlexList, Cited: openAlexList, Page: openAlexList}
}

// openAlexFilters maps schemes to the filters for their identifiers.
var openAlexFilters = map[Scheme]string{NodeKey: "ids.openalex:", DOI: "doi:", PMID: "ids.pmid:"}

// Accepts reports whether an identifier can be part of a filter. A DOI must not contain separators of
// filters. An arXiv identifier is sent as a DOI.
func (o *openAlex) Accepts(id ID) bool {
	return id.Scheme == ArXiv || openAlexFilters[id.Scheme] != "" && !strings.ContainsAny(id.Value, "|,:\"")
}

// Described returns the works with the given identifiers from one list.
func (o *openAlex) Described(ctx context.Context, ids []ID) ([]Node, error) {
	var values []string
	scheme := DOI
	for _, id := range ids {
		if !o.Accepts(id) {
			return nil, o.unsupported(id.String() + " cannot be looked up together with others")
		}
		if id.Scheme == ArXiv {
			values = append(values, arXivDOI+id.Value)
			continue
		}
		scheme, values = id.Scheme, append(values, id.Value)
	}
	nodes, _, err := o.nodes(ctx, openAlexFilters[scheme]+strings.Join(values, "|"), 1)
	return nodes, err
}

// Citing returns a page by its number, since cursors require a key.
func (o *openAlex) Citing(ctx context.Context, q CitingQuery) (CitingPage, error) {
	filter := "cites:" + strings.Join(q.Keys, "|")
	if q.From != "" {
		filter += ",from_publication_date:" + q.From
	}
	nodes, total, err := o.nodes(ctx, filter, q.Page)
	return CitingPage{Nodes: nodes, More: len(nodes) > 0 && q.Page*openAlexList < min(total, openAlexLast)}, err
}

// UpdateBounds returns the documented limits. Lists of changed records require a paid plan.
func (o *openAlex) UpdateBounds() UpdateBounds {
	return UpdateBounds{Citing: openAlexList, Retracted: openAlexList, Dated: true}
}

// Changed is not supported.
func (o *openAlex) Changed(context.Context, []string, string) ([]Node, error) {
	return nil, o.unsupported("lists of changed records require a paid plan")
}

// Retracted returns the nodes of those works that were retracted.
func (o *openAlex) Retracted(ctx context.Context, keys []string) ([]Node, error) {
	nodes, _, err := o.nodes(ctx, openAlexFilters[NodeKey]+strings.Join(keys, "|")+",is_retracted:true", 1)
	return nodes, err
}

// openAlexLast is the maximum number of works reachable by page number.
const openAlexLast = 10_000

func (o *openAlex) nodes(ctx context.Context, filter string, page int) (all []Node, total int, err error) {
	values := url.Values{"filter": {filter}, "per_page": {strconv.Itoa(openAlexList)},
		"select": {openAlexFields + ",referenced_works,cited_by_count"}}
	if page > 1 {
		values.Set("page", strconv.Itoa(page))
	}
	all, err = ask(ctx, o.service, request{url: o.base("/works?" + values.Encode()), private: given("api_key", o.key)},
		func(body []byte) (all []Node, err error) { all, total, err = parseOpenAlexNodes(body); return all, err })
	return all, total, err
}

func parseOpenAlexNodes(body []byte) (all []Node, total int, err error) {
	var list struct {
		Meta    struct{ Count scalar }
		Results []json.RawMessage
	}
	if err := json.Unmarshal(body, &list); err != nil || list.Results == nil {
		return nil, 0, cmp.Or(err, errNoAnswer)
	}
	for _, raw := range list.Results {
		var n struct {
			ID         scalar
			References []scalar `json:"referenced_works"`
			Citers     scalar   `json:"cited_by_count"`
		}
		if json.Unmarshal(raw, &n) != nil || !isKey(openAlexKey(n.ID)) {
			continue
		}
		node := Node{Key: openAlexKey(n.ID), Citers: max(0, n.Citers.Number())}
		for _, r := range n.References {
			node.References = append(node.References, openAlexKey(r))
		}
		node.References = cleanKeys(node.References)
		if node.Record = oneItem(raw, openAlexRecord, "openalex"); node.Record != nil {
			node.Record.References = nil // the node has them
		}
		all = append(all, node)
	}
	if len(list.Results) > 0 && len(all) == 0 {
		return nil, 0, errNoAnswer
	}
	return slices.Clip(all), list.Meta.Count.Number(), nil
}

func openAlexKey(id scalar) string { return strings.TrimPrefix(string(id), "https://openalex.org/") }
