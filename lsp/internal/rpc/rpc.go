// Package rpc runs a server on a jsonrpc2 connection. It provides framing, encoding, panic
// recovery, cancellation and the protocol's lifecycle.
package rpc

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"go.lsp.dev/jsonrpc2"
	lsp "go.lsp.dev/protocol"
)

// codec encodes messages with the protocol package, which supports union types. It passes raw
// messages through unchanged.
type codec struct{}

func (codec) Marshal(v any) ([]byte, error) {
	if raw, ok := v.(jsonrpc2.RawMessage); ok {
		return raw, nil
	}
	return protocol.Marshal(v)
}

func (codec) Unmarshal(data []byte, v any) error {
	if raw, ok := v.(*jsonrpc2.RawMessage); ok {
		*raw = bytes.Clone(data)
		return nil
	}
	return protocol.Unmarshal(data, v)
}

// Dial returns a connection on a stream. It does not start reading.
func Dial(stream io.ReadWriteCloser) jsonrpc2.Conn {
	return jsonrpc2.NewConn(newStream(stream), jsonrpc2.WithCodec(codec{}))
}

// Serve runs server on conn until the editor exits or disconnects. activity counts the requests in
// progress. Messages are handled in order of arrival, and a handler must not wait for the editor.
// Once a handler calls Release, neither rule applies to it. Serve returns an error unless the editor
// sent a shutdown request first.
func Serve(ctx context.Context, conn jsonrpc2.Conn, server lsp.Server, activity *Activity, log *slog.Logger) error {
	life := &lifecycle{exit: make(chan struct{})}
	handler := protocol.ServerHandler(server)
	conn.Go(ctx, guard(ownContext(activity.count(protocol.CancelHandler(whole(life.order(handler))))), log))
	select {
	case <-conn.Done():
	case <-life.exit:
	case <-ctx.Done():
	}
	// Close waits for the reader, which in turn waits for the editor. It therefore runs in the
	// background while the process exits.
	go conn.Close()
	if life.state.Load() == stopped {
		return nil
	}
	return errors.New("the editor exited without sending a shutdown request")
}

// whole replies to a cancelled request with an error (invariant 6), since the result may be
// incomplete: some files may not have been read.
func whole(next jsonrpc2.Handler) jsonrpc2.Handler {
	return func(ctx context.Context, req *jsonrpc2.Request) (any, error) {
		result, err := next(ctx, req)
		if err == nil && errors.Is(ctx.Err(), context.Canceled) {
			return nil, ctx.Err()
		}
		return result, err
	}
}

// guard converts a panic into an error response (invariant 6), and a cancellation into the
// protocol's error. It drops the errors of notifications, which would close the connection.
func guard(next jsonrpc2.Handler, log *slog.Logger) jsonrpc2.Handler {
	return func(ctx context.Context, req *jsonrpc2.Request) (result any, err error) {
		// Clone, since jsonrpc2 reuses the memory of a request after its release.
		method, isCall := strings.Clone(req.Method()), req.IsCall()
		defer func() {
			if r := recover(); r != nil {
				log.Error("panic", "method", method, "value", fmt.Sprint(r), "stack", string(debug.Stack()))
				result, err = nil, jsonrpc2.NewError(
					jsonrpc2.InternalError, "internal error in "+method+": please report it and include the log",
				)
			}
			if err != nil && !isCall {
				log.Warn("notification failed", "method", method, "error", err)
				result, err = nil, nil
			}
			err = wireError(err)
		}()
		return next(ctx, req)
	}
}

func wireError(err error) error {
	var known *jsonrpc2.Error
	switch {
	case err == nil, errors.As(err, &known):
		return err
	case errors.Is(err, context.Canceled):
		return protocol.ErrRequestCancelled
	}
	return jsonrpc2.NewError(protocol.CodeRequestFailed, err.Error())
}
