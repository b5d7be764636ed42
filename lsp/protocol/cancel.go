package protocol

import (
	"context"

	"go.lsp.dev/jsonrpc2"
)

type cancelParams struct {
	ID IntegerOrString `json:"id"`
}

func idOf(id jsonrpc2.ID) IntegerOrString {
	if n, ok := id.Number(); ok {
		return Integer(n)
	}
	text, _ := id.StringValue()
	return String(text)
}

// CancelHandler ends the context of a request that the other side cancels. A
// cancellation that cannot be read, or of no request, is ignored. The context of
// a request must be its own (rpc.ownContext).
func CancelHandler(next jsonrpc2.Handler) jsonrpc2.Handler {
	cancellable, cancel := jsonrpc2.CancelHandler(next)
	return func(ctx context.Context, req *jsonrpc2.Request) (any, error) {
		if req.Method() != MethodCancelRequest {
			return cancellable(ctx, req)
		}
		var params cancelParams
		if Unmarshal(req.Params(), &params) != nil {
			return nil, nil
		}
		switch id := params.ID.(type) {
		case Integer:
			cancel(jsonrpc2.NewNumberID(int64(id)))
		case String:
			cancel(jsonrpc2.NewStringID(string(id)))
		}
		return nil, nil
	}
}
