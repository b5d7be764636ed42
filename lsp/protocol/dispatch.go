package protocol

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"go.lsp.dev/jsonrpc2"
)

// A method decodes its parameters and calls its function of a Server or Client.
type method[T any] func(ctx context.Context, to T, params []byte) (any, error)

func request[T, P, R any](do func(T, context.Context, *P) (R, error)) method[T] {
	return func(ctx context.Context, to T, raw []byte) (any, error) {
		params := new(P)
		if err := decodeParams(raw, params); err != nil {
			return nil, err
		}
		return do(to, ctx, params)
	}
}

// notification is also for requests that are answered with null.
func notification[T, P any](do func(T, context.Context, *P) error) method[T] {
	return request(func(to T, ctx context.Context, params *P) (any, error) { return nil, do(to, ctx, params) })
}

// decodeParams takes parameters that are left out as an empty object.
func decodeParams(raw []byte, params any) error {
	if len(raw) == 0 {
		return nil
	}
	if err := Unmarshal(raw, params); err != nil {
		return jsonrpc2.NewError(jsonrpc2.InvalidParams, fmt.Sprintf("the parameters cannot be read: %v", err))
	}
	return nil
}

// handler looks a method up; other takes those that are not found.
func handler[T any](to T, methods map[string]method[T], other func(ctx context.Context, method string, params any) (any, error)) jsonrpc2.Handler {
	return func(ctx context.Context, req *jsonrpc2.Request) (any, error) {
		if do, ok := methods[req.Method()]; ok {
			return do(ctx, to, req.Params())
		}
		if err := checkDepth(req.Params()); err != nil {
			return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, err.Error())
		}
		// Both would be overwritten once the next request is read.
		return other(ctx, strings.Clone(req.Method()), LSPAny(bytes.Clone(req.Params())))
	}
}
