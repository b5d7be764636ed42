package files_test

import (
	"context"
	"errors"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/files"
)

// hang starts n system calls that block until release is called. Their callers have already given
// up.
func hang(t *testing.T, n int) (release func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	started, released := make(chan struct{}), make(chan struct{})
	asked := make(chan error)
	for range n {
		go func() {
			_, err := files.Call(ctx, "gone", func() (int, error) {
				started <- struct{}{}
				<-released
				return 0, nil
			})
			asked <- err
		}()
		<-started
	}
	cancel()
	for range n {
		if err := <-asked; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
	return func() { close(released) }
}

func TestACallIsAbandonedAndTheirNumberIsBounded(t *testing.T) {
	release := hang(t, files.MaxCalls)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, err := files.Call(ctx, "file", func() (int, error) {
			t.Error("one call more than there may be")
			return 0, nil
		})
		done <- err
	}()
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	release()
	if n, err := files.Call(t.Context(), "file", func() (int, error) { return 7, nil }); n != 7 || err != nil {
		t.Errorf("then %d (%v)", n, err)
	}
}
