package protocol

import (
	"context"
	"strconv"

	jsonv2 "github.com/go-json-experiment/json"
	"go.lsp.dev/jsonrpc2"
	lsp "go.lsp.dev/protocol"
)

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
