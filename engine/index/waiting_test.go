package index

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// A request that waits for an unresponsive disk does not delay another request beyond that
// request's deadline.
func TestARequestWaitsForNoOtherWithoutEnd(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "corpus")
	onePaper(t, dir)
	x, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	x.turn <- struct{}{} // simulates a request that hangs while it reads CURRENT
	defer func() { <-x.turn }()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := x.Info(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := x.Search(ctx, engine.Request{Limit: 1}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := x.Papers(ctx, []engine.WorkRef{{ID: "1"}}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
