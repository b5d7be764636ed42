package lsp

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	scilit "github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// Request dispatches the server's custom methods.
func (s *server) Request(ctx context.Context, method string, params any) (any, error) {
	raw, _ := params.(protocol.LSPAny)
	ctx = s.consent.forUser(ctx)
	switch method {
	case scilit.MethodDiscover:
		return answer(ctx, method, raw, s.suggestions.page)
	case scilit.MethodDraft:
		return answer(ctx, method, raw, s.suggestions.draft)
	case scilit.MethodBibTeX:
		return answer(ctx, method, raw, s.suggestions.bibTeX)
	case scilit.MethodKeywords:
		return answer(ctx, method, raw, s.suggestions.understand)
	case scilit.MethodRelated:
		return answer(ctx, method, raw, s.related.offer)
	case scilit.MethodExplain:
		return answer(ctx, method, raw, s.suggestions.explain)
	case scilit.MethodAsk:
		return answer(ctx, method, raw, s.questions.answer)
	case scilit.MethodAskAbout:
		return answer(ctx, method, raw, s.questions.about)
	case scilit.MethodAskInsert:
		return answer(ctx, method, raw, s.questions.insert)
	case scilit.MethodAskForget:
		return answer(ctx, method, raw, s.questions.forget)
	case scilit.MethodStatus:
		return answer(ctx, method, raw, s.status)
	case scilit.MethodOnlinePlan:
		return answer(ctx, method, raw, s.online.plan)
	case scilit.MethodOnlineSearch:
		return answer(ctx, method, raw, s.online.search)
	case scilit.MethodOnlineResolve:
		return answer(ctx, method, raw, s.online.resolve)
	case scilit.MethodOnlineFill:
		return answer(ctx, method, raw, s.online.fill)
	case scilit.MethodOnlineForget:
		return answer(ctx, method, raw, s.online.forget)
	}
	return nil, jsonrpc2.NewError(jsonrpc2.MethodNotFound, "unknown method "+method)
}

// answer decodes the parameters of a method and calls it.
func answer[P, R any](
	ctx context.Context, method string, raw []byte, do func(context.Context, P) (R, error),
) (any, error) {
	var p P
	if len(raw) > 0 {
		if err := json.Unmarshal(raw, &p); err != nil {
			return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, fmt.Sprintf("%s: %v", method, err))
		}
	}
	result, err := do(ctx, p)
	return result, withNotice(err)
}

// A sitePosition is the position in a document to which a request refers.
type sitePosition struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Position     protocol.Position               `json:"position"`
	// Selection is the range of the claim to find papers for, if any.
	Selection *protocol.Range `json:"selection,omitempty"`
	wire.SearchOverrides
}

// siteOf returns the citation site at a position. It lets the next requests start, since it may have
// to read files.
func (s *session) siteOf(ctx context.Context, where sitePosition) (cite.Site, error) {
	d, err := s.files.Document(where.TextDocument.URI)
	if err != nil {
		return cite.Site{}, err
	}
	releaseOrder(ctx)
	at, ok := s.writer.SiteAt(ctx, d, s.offset(d, where.Position))
	if !ok {
		return cite.Site{}, cite.ErrNoSite
	}
	if r := where.Selection; r != nil {
		selected := doc.Span{Start: s.offset(d, r.Start), End: s.offset(d, r.End)}
		if claims := s.writer.ClaimsIn(ctx, d, selected); len(claims) > 0 {
			at = claims[len(claims)-1]
		}
	}
	at.Asked = where.Keywords
	if where.Text != nil {
		if len(*where.Text) > maxText {
			return cite.Site{}, fmt.Errorf("the text is %d bytes long: shorten it to at most %d bytes",
				len(*where.Text), maxText)
		}
		at.Text = where.Text
	}
	return at, nil
}

const maxText = 20_000 // maximum size of the user's query text, in bytes
