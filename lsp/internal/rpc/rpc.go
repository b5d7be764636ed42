// Package rpc is the wiring around jsonrpc2: the protocol's codec, the guard
// that keeps one bad request from ending the server, cancellation, and the
// order of a server's life.
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
)

// codec lets the protocol's own encoders do the work, which know its unions.
// A value that is encoded already passes through as it is.
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

// Dial makes a connection of a stream, without reading from it yet.
func Dial(stream io.ReadWriteCloser) jsonrpc2.Conn {
	return jsonrpc2.NewConn(newStream(stream), jsonrpc2.WithCodec(codec{}))
}

// Serve lets server answer what comes over conn until the editor says exit or
// hangs up; activity counts what is being answered. Notifications run in the order they come and must not call the
// editor and wait; a request does so too until it calls Release.
//
// It returns nil where shutdown came before exit, as the protocol wants it.
func Serve(ctx context.Context, conn jsonrpc2.Conn, server protocol.Server, activity *Activity, log *slog.Logger) error {
	life := &lifecycle{exit: make(chan struct{})}
	handler := protocol.ServerHandler(server)
	conn.Go(ctx, guard(ownContext(activity.count(protocol.CancelHandler(whole(life.order(handler))))), log))
	select {
	case <-conn.Done():
	case <-life.exit:
	case <-ctx.Done():
	}
	// Closing waits for the reader, which waits for the editor: it goes on in
	// the background while the process ends.
	go conn.Close()
	if life.state.Load() == stopped {
		return nil
	}
	return errors.New("the editor went away without shutdown")
}

// whole answers a request that was cancelled as such (invariant 6): what it made
// of the files that were read until then may be wrong.
func whole(next jsonrpc2.Handler) jsonrpc2.Handler {
	return func(ctx context.Context, req *jsonrpc2.Request) (any, error) {
		result, err := next(ctx, req)
		if err == nil && errors.Is(ctx.Err(), context.Canceled) {
			return nil, ctx.Err()
		}
		return result, err
	}
}

// guard turns a panic into an error of its request (invariant 6), maps
// cancellation to what the protocol calls it, and drops the errors of
// notifications, which would end the connection.
func guard(next jsonrpc2.Handler, log *slog.Logger) jsonrpc2.Handler {
	return func(ctx context.Context, req *jsonrpc2.Request) (result any, err error) {
		// A request that is released takes another memory, and its method with it.
		method, isCall := strings.Clone(req.Method()), req.IsCall()
		defer func() {
			if r := recover(); r != nil {
				log.Error("panic", "method", method, "value", fmt.Sprint(r), "stack", string(debug.Stack()))
				result, err = nil, jsonrpc2.NewError(jsonrpc2.InternalError, "internal error in "+method+": please report it with the log")
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
