package online

import (
	"cmp"
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/paper"
)

var _ Updater = (*crossref)(nil)

// crossrefList is the number of DOIs per request, low enough to keep the URL short.
const crossrefList = 40

// CitationBounds returns the limits. It sets no bound on citing works, since Crossref lists only
// references.
func (c *crossref) CitationBounds() CitationBounds { return CitationBounds{Nodes: crossrefList} }

// Accepts reports whether the identifier is a DOI that can be part of a filter.
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
func (c *crossref) Described(ctx context.Context, ids []ID) ([]Node, error) {
	var filters []string
	for _, id := range ids {
		if !c.Accepts(id) {
			return nil, c.unsupported(id.String() + " cannot be looked up together with others")
		}
		filters = append(filters, "doi:"+id.Value)
	}
	values := url.Values{"filter": {strings.Join(filters, ",")}, "rows": {strconv.Itoa(len(filters))}}
	return ask(ctx, c.service, c.works(values, 0), parseCrossrefNodes)
}

// Citing is not supported. Crossref lists the works that cite a DOI only for its members.
func (c *crossref) Citing(context.Context, CitingQuery) (CitingPage, error) {
	return CitingPage{}, c.unsupported("it does not list citing works")
}

// UpdateBounds returns the number of works per request. Crossref lists no citing works.
func (c *crossref) UpdateBounds() UpdateBounds {
	return UpdateBounds{Retracted: crossrefList, Changed: crossrefList, Dated: true}
}

// Changed returns the works whose records were indexed again since a date. These include retracted
// works whose notice names them.
func (c *crossref) Changed(ctx context.Context, keys []string, from string) ([]Node, error) {
	return c.list(ctx, "doi:", keys, ",from-index-date:"+from, "", parseCrossrefNodes)
}

// Retracted returns the works that notices retract, without their records.
func (c *crossref) Retracted(ctx context.Context, keys []string) ([]Node, error) {
	return c.list(ctx, "updates:", keys, "", "DOI,update-to",
		func(body []byte) ([]Node, error) { return parseCrossrefNotices(body, keys) })
}

// crossrefRows is the maximum number of notices per request.
const crossrefRows = 400

// list requests the works that match a filter for any of the keys.
func (c *crossref) list(ctx context.Context, filter string, keys []string, more, fields string,
	parse func([]byte) ([]Node, error)) ([]Node, error) {
	var filters []string
	for _, key := range keys {
		if !isDOIKey(key) {
			return nil, c.unsupported(key + " cannot be looked up together with others")
		}
		filters = append(filters, filter+key)
	}
	values := url.Values{"filter": {strings.Join(filters, ",") + more}, "rows": {strconv.Itoa(crossrefRows)}}
	if fields != "" {
		values.Set("select", fields)
	}
	return ask(ctx, c.service, c.works(values, 0), parse)
}

// parseCrossrefNotices returns nodes for those keys whose works a notice retracts.
func parseCrossrefNotices(body []byte, keys []string) (all []Node, err error) {
	var reply struct {
		Message struct {
			Items []struct {
				UpdateTo []crossrefUpdate `json:"update-to"`
			}
		}
	}
	if err := json.Unmarshal(body, &reply); err != nil || reply.Message.Items == nil {
		return nil, cmp.Or(err, errNoAnswer)
	}
	retracted := make(map[string]bool)
	for _, notice := range reply.Message.Items {
		for _, u := range notice.UpdateTo {
			if u.kind() == RetractedBy {
				retracted[paper.DOI(string(u.DOI))] = true
			}
		}
	}
	for _, key := range keys {
		if retracted[key] {
			all = append(all, Node{Key: key, Brief: true, Retracted: true})
		}
	}
	return all, nil
}

func parseCrossrefNodes(body []byte) (all []Node, err error) {
	var reply struct {
		Message struct{ Items []json.RawMessage }
	}
	if err := json.Unmarshal(body, &reply); err != nil || reply.Message.Items == nil {
		return nil, cmp.Or(err, errNoAnswer)
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
		node.Record = oneItem(raw, crossrefRecord, "crossref")
		all = append(all, node)
	}
	if len(reply.Message.Items) > 0 && len(all) == 0 {
		return nil, errNoAnswer
	}
	return slices.Clip(all), nil
}
