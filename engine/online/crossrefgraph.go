package online

import (
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/paper"
)

var _ CitationIndex = (*crossref)(nil)

// crossrefList is the number of DOIs per request. It keeps the address short.
const crossrefList = 40

// CitationBounds returns no bound on citing works, since Crossref lists references only.
func (c *crossref) CitationBounds() CitationBounds { return CitationBounds{Nodes: crossrefList} }

// Accepts accepts DOIs that can be part of a filter.
func (c *crossref) Accepts(id ID) bool {
	return (id.Scheme == DOI || id.Scheme == NodeKey) && isDOIKey(id.Value)
}

// isDOIKey reports whether a DOI may be sent in a list.
func isDOIKey(s string) bool {
	return len(s) <= maxDOIKey && paper.DOI(s) == s && s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return r <= ' ' || r > '~' || r == ','
	})
}

// maxDOIKey is the maximum length of a DOI in a list, in bytes.
const maxDOIKey = 128

// Described returns the works with the given DOIs from one list.
func (c *crossref) Described(ctx context.Context, ids []ID) (all []Node, err error) {
	var filters []string
	for _, id := range ids {
		if !c.Accepts(id) {
			return nil, c.unsupported(id.String() + " cannot be looked up together with others")
		}
		filters = append(filters, "doi:"+id.Value)
	}
	values := url.Values{"filter": {strings.Join(filters, ",")}, "rows": {strconv.Itoa(len(filters))}}
	return all, c.ask(ctx, request{url: c.base("/works?" + values.Encode()), private: given("mailto", c.email),
		parse: func(body []byte) (err error) { all, err = parseCrossrefNodes(body); return err }})
}

// Citing is not supported. Crossref's members alone can list the works that cite a DOI.
func (c *crossref) Citing(context.Context, CitingQuery) (CitingPage, error) {
	return CitingPage{}, c.unsupported("it does not list citing works")
}

func parseCrossrefNodes(body []byte) (all []Node, err error) {
	var reply struct {
		Message struct{ Items []json.RawMessage }
	}
	if err := json.Unmarshal(body, &reply); err != nil {
		return nil, err
	}
	if reply.Message.Items == nil {
		return nil, errNoAnswer
	}
	for _, raw := range reply.Message.Items {
		var w struct {
			DOI        scalar
			Citers     scalar                 `json:"is-referenced-by-count"`
			References []struct{ DOI scalar } `json:"reference"`
		}
		if json.Unmarshal(raw, &w) != nil || !isDOIKey(paper.DOI(string(w.DOI))) {
			continue
		}
		node := Node{Key: paper.DOI(string(w.DOI)), Citers: max(0, w.Citers.Number())}
		for _, r := range w.References {
			node.References = append(node.References, paper.DOI(string(r.DOI)))
		}
		node.References = validKeys(node.References, isDOIKey)
		if r := crossrefRecord(raw); r != nil && r.finish("crossref") {
			node.Record = r
		}
		all = append(all, node)
	}
	if len(reply.Message.Items) > 0 && len(all) == 0 {
		return nil, errNoAnswer
	}
	return slices.Clip(all), nil
}
