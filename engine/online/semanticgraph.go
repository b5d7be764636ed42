package online

import (
	"cmp"
	"context"
	"encoding/json"
	"net/url"
	"strconv"
	"strings"
	"time"
)

var _ Updater = (*semanticScholar)(nil)

// Documented limits of Semantic Scholar.
const (
	semanticBatch = 500
	semanticPage  = 1000
	semanticLast  = 9_999 // number of works reachable by paging
)

// CitationBounds returns the documented limits on batches and pages.
func (s *semanticScholar) CitationBounds() CitationBounds {
	return CitationBounds{Nodes: semanticBatch, Cited: 1, Page: semanticPage, Sentences: true}
}

// Accepts reports whether the identifier is supported. All identifiers of works are.
func (s *semanticScholar) Accepts(id ID) bool {
	return id.Scheme == NodeKey || semanticSchemes[id.Scheme] != ""
}

// Described returns the papers in one batch.
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

// UpdateBounds returns the documented limits. Semantic Scholar does not report retractions.
func (s *semanticScholar) UpdateBounds() UpdateBounds {
	return UpdateBounds{Citing: 1, Changed: semanticBatch}
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

// semanticSince reports whether a paper was published on a date such as 2026-11-23 or later. If the
// paper has no date, its year is compared.
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
