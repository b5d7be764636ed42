package lsp

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"go.lsp.dev/jsonrpc2"
)

// The methods that are ours, for editors that show more than the protocol has
// words for: a list of papers with their highlights, a form for keywords, a
// status. Each is a request with one object as its parameters, and each is
// in a file of its own.
const (
	methodDiscover = "scilit/discover"
	methodDraft    = "scilit/draft"
	methodBibTeX   = "scilit/bibtex"
	methodKeywords = "scilit/keywords"
	methodStatus   = "scilit/status"
	methodRelated  = "scilit/related"
	methodExplain  = "scilit/explain"

	methodAsk       = "scilit/ask"
	methodAskAbout  = "scilit/ask/about"
	methodAskInsert = "scilit/ask/insert"
	methodAskForget = "scilit/ask/forget"

	methodOnlinePlan    = "scilit/online/plan"
	methodOnlineSearch  = "scilit/online/search"
	methodOnlineResolve = "scilit/online/resolve"
	methodOnlineFill    = "scilit/online/fill"
	methodOnlineForget  = "scilit/online/forget"
)

// Request answers the methods that are ours.
func (s *server) Request(ctx context.Context, method string, params any) (any, error) {
	raw, _ := params.(protocol.LSPAny)
	ctx = s.forUser(ctx)
	switch method {
	case methodDiscover:
		return answer(ctx, method, raw, s.discoverPage)
	case methodDraft:
		return answer(ctx, method, raw, s.draft)
	case methodBibTeX:
		return answer(ctx, method, raw, s.bibTeX)
	case methodKeywords:
		return answer(ctx, method, raw, s.understand)
	case methodRelated:
		return answer(ctx, method, raw, s.related)
	case methodExplain:
		return answer(ctx, method, raw, s.explain)
	case methodAsk:
		return answer(ctx, method, raw, s.askPapers)
	case methodAskAbout:
		return answer(ctx, method, raw, s.topicOfQuestions)
	case methodAskInsert:
		return answer(ctx, method, raw, s.insertAnswer)
	case methodAskForget:
		return answer(ctx, method, raw, s.forgetQuestions)
	case methodStatus:
		return answer(ctx, method, raw, s.status)
	case methodOnlinePlan:
		return answer(ctx, method, raw, s.onlinePlan)
	case methodOnlineSearch:
		return answer(ctx, method, raw, s.onlineSearch)
	case methodOnlineResolve:
		return answer(ctx, method, raw, s.onlineResolve)
	case methodOnlineFill:
		return answer(ctx, method, raw, s.onlineFill)
	case methodOnlineForget:
		return answer(ctx, method, raw, s.onlineForget)
	}
	return nil, jsonrpc2.NewError(jsonrpc2.MethodNotFound, "no method is called "+method)
}

// answer decodes the parameters that a method takes.
func answer[P, R any](ctx context.Context, method string, raw []byte, do func(context.Context, P) (R, error)) (any, error) {
	var p P
	if len(raw) > 0 {
		if err := json.Unmarshal(raw, &p); err != nil {
			return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, fmt.Sprintf("%s: %v", method, err))
		}
	}
	result, err := do(ctx, p)
	return result, withNotice(err)
}

// A spot is where in a document a method of ours is asked for.
type spot struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Position     protocol.Position               `json:"position"`
	// Selection is the claim that papers are looked for, where there is one.
	Selection *protocol.Range `json:"selection,omitempty"`
	app.Site
}

// siteOf finds the place of a spot, and ends the ordered part of the request: it
// may have to read files.
func (s *server) siteOf(ctx context.Context, where spot) (cite.Site, error) {
	d, err := s.files.Document(where.TextDocument.URI)
	if err != nil {
		return cite.Site{}, err
	}
	releaseOrder(ctx)
	at, ok := s.siteAt(ctx, d, s.offset(d, where.Position))
	if !ok {
		return cite.Site{}, cite.ErrNoPlace
	}
	if r := where.Selection; r != nil {
		if claims := s.claimsIn(ctx, d, doc.Span{Start: s.offset(d, r.Start), End: s.offset(d, r.End)}); len(claims) > 0 {
			at = claims[len(claims)-1]
		}
	}
	at.Asked = where.Keywords
	if where.Text != nil {
		if len(*where.Text) > maxText {
			return cite.Site{}, fmt.Errorf("%d bytes are too much text to search by: shorten it to %d", len(*where.Text), maxText)
		}
		at.Text = where.Text
	}
	return at, nil
}

// maxText is how many bytes of text a user may search by.
const maxText = 20_000
