package lsp

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"sync"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/lsp/internal/fakeeditor"
)

// A player is an editor that runs in the same process as the server.
type player struct{ *fakeeditor.Editor }

const demoCapabilities = fakeeditor.Capabilities

// play starts a server and connects an editor with these capabilities.
func play(ctx context.Context, opts Options, capabilities, settings json.RawMessage, root string) (*player, error) {
	p := newPlayer(ctx, opts)
	return p, p.Begin(ctx, capabilities, settings, root)
}

// newPlayer starts a server and connects a player that has sent nothing yet.
func newPlayer(ctx context.Context, opts Options) *player {
	ours, theirs := net.Pipe()
	go Serve(ctx, theirs, opts)
	return connect(ours)
}

// An output discards the log after its test, since a server may outlive its editor.
type output struct {
	mu sync.Mutex
	to io.Writer
}

func outputOf(t *testing.T) *output {
	o := &output{to: t.Output()}
	t.Cleanup(func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.to = io.Discard
	})
	return o
}

func (o *output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.to.Write(b)
}

func connect(stream io.ReadWriteCloser) *player { return &player{fakeeditor.Connect(stream)} }
