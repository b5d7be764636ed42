// Package protocol extends go.lsp.dev/protocol with this server's custom methods and with a more
// lenient decoder and dispatcher. They accept messages with null or malformed members, as long as
// the server does not need these members.
package protocol

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"

	jsonv2 "github.com/go-json-experiment/json"
	"go.lsp.dev/jsonrpc2"
	lsp "go.lsp.dev/protocol"
)

// A method decodes the parameters of a request and calls the server's method.
type method func(ctx context.Context, to lsp.Server, params []byte) (any, error)

func request[P, R any](do func(lsp.Server, context.Context, *P) (R, error)) method {
	return func(ctx context.Context, to lsp.Server, raw []byte) (any, error) {
		params := new(P)
		if err := decodeParams(raw, params); err != nil {
			return nil, err
		}
		return do(to, ctx, params)
	}
}

func notification[P any](do func(lsp.Server, context.Context, *P) error) method {
	return request(func(to lsp.Server, ctx context.Context, params *P) (any, error) { return nil, do(to, ctx, params) })
}

// decodeParams decodes parameters and treats missing ones as an empty object.
func decodeParams(raw []byte, params any) error {
	if len(raw) == 0 {
		return nil
	}
	if err := Unmarshal(raw, params); err != nil {
		return jsonrpc2.NewError(jsonrpc2.InvalidParams, fmt.Sprintf("the parameters cannot be read: %v", err))
	}
	return nil
}

// serverMethods maps the names of the protocol methods that this server implements to their
// handlers.
var serverMethods = map[string]method{
	lsp.MethodInitialize:                      request(lsp.Server.Initialize),
	lsp.MethodInitialized:                     notification(lsp.Server.Initialized),
	lsp.MethodShutdown:                        shutdown,
	lsp.MethodSetTrace:                        ignore,
	lsp.MethodWindowWorkDoneProgressCancel:    notification(lsp.Server.WorkDoneProgressCancel),
	lsp.MethodWorkspaceDidChangeConfiguration: notification(lsp.Server.DidChangeConfiguration),
	lsp.MethodWorkspaceDidChangeWatchedFiles:  notification(lsp.Server.DidChangeWatchedFiles),
	lsp.MethodWorkspaceExecuteCommand:         request(lsp.Server.ExecuteCommand),
	lsp.MethodTextDocumentDidOpen:             notification(lsp.Server.DidOpen),
	lsp.MethodTextDocumentDidChange:           notification(lsp.Server.DidChange),
	lsp.MethodTextDocumentDidSave:             notification(lsp.Server.DidSave),
	lsp.MethodTextDocumentDidClose:            notification(lsp.Server.DidClose),
	lsp.MethodNotebookDocumentDidOpen:         notification(lsp.Server.DidOpenNotebookDocument),
	lsp.MethodNotebookDocumentDidChange:       notification(lsp.Server.DidChangeNotebookDocument),
	lsp.MethodNotebookDocumentDidSave:         notification(lsp.Server.DidSaveNotebookDocument),
	lsp.MethodNotebookDocumentDidClose:        notification(lsp.Server.DidCloseNotebookDocument),
	lsp.MethodTextDocumentCodeAction:          request(lsp.Server.CodeAction),
	lsp.MethodCodeActionResolve:               request(lsp.Server.CodeActionResolve),
	lsp.MethodTextDocumentCompletion:          request(lsp.Server.Completion),
	lsp.MethodCompletionItemResolve:           request(lsp.Server.CompletionResolve),
	lsp.MethodTextDocumentDefinition:          request(lsp.Server.Definition),
	lsp.MethodTextDocumentReferences:          request(lsp.Server.References),
	lsp.MethodTextDocumentDocumentHighlight:   request(lsp.Server.DocumentHighlight),
	lsp.MethodTextDocumentDocumentSymbol:      request(lsp.Server.DocumentSymbol),
	lsp.MethodTextDocumentDocumentLink:        request(lsp.Server.DocumentLink),
	lsp.MethodTextDocumentHover:               request(lsp.Server.Hover),
	lsp.MethodTextDocumentPrepareRename:       request(lsp.Server.PrepareRename),
	lsp.MethodTextDocumentRename:              request(lsp.Server.Rename),
}

func shutdown(ctx context.Context, s lsp.Server, _ []byte) (any, error) { return nil, s.Shutdown(ctx) }

func ignore(context.Context, lsp.Server, []byte) (any, error) { return nil, nil }

// ServerHandler dispatches each message to the server's method of the same name. Messages with any
// other name go to Request.
func ServerHandler(s lsp.Server) jsonrpc2.Handler {
	return func(ctx context.Context, req *jsonrpc2.Request) (any, error) {
		if do, ok := serverMethods[req.Method()]; ok {
			return do(ctx, s, req.Params())
		}
		if err := checkDepth(req.Params()); err != nil {
			return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, err.Error())
		}
		// Clone both, since jsonrpc2 reuses their memory for the next message.
		return s.Request(ctx, strings.Clone(req.Method()), lsp.LSPAny(bytes.Clone(req.Params())))
	}
}

// ParseID parses a request ID. It returns the zero ID if raw is neither a string nor a whole
// number. The library's own type has 32 bits, which is too small for editors that derive request
// IDs from the clock.
func ParseID(raw lsp.LSPAny) jsonrpc2.ID {
	switch raw.Kind() {
	case '"':
		var text string
		if jsonv2.Unmarshal(raw, &text, lenient) == nil {
			return jsonrpc2.NewStringID(text)
		}
	case '0':
		if n, err := strconv.ParseInt(string(raw), 10, 64); err == nil {
			return jsonrpc2.NewNumberID(n)
		}
	}
	return jsonrpc2.ID{}
}

// CancelHandler cancels the context of a request when the peer cancels the request. It ignores
// cancellations that are malformed or refer to no running request. Each request must have its own
// context (see rpc.ownContext).
func CancelHandler(next jsonrpc2.Handler) jsonrpc2.Handler {
	cancellable, cancel := jsonrpc2.CancelHandler(next)
	return func(ctx context.Context, req *jsonrpc2.Request) (any, error) {
		if req.Method() != lsp.MethodCancelRequest {
			return cancellable(ctx, req)
		}
		var params struct {
			ID lsp.LSPAny `json:"id"`
		}
		if Unmarshal(req.Params(), &params) == nil {
			if id := ParseID(params.ID); id.IsValid() {
				cancel(id)
			}
		}
		return nil, nil
	}
}
