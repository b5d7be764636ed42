package remote

import (
	"context"
	"strings"
	"sync"
)

// A token is an access token. It is read on first use, and again after the server has rejected it.
// The program that provides it may ask the user for a password, so reading it can take longer than
// a request.
type token struct {
	read func(context.Context) (string, error) // nil if the server needs none

	mu      sync.Mutex
	value   string
	err     error
	reading chan struct{} // closed after the token was read; nil if no read is in progress
}

// A tokenError is the reason why the token could not be read.
type tokenError struct{ err error }

func (e *tokenError) Error() string { return "its token cannot be read: " + e.err.Error() }
func (e *tokenError) Unwrap() error { return e.err }

func (t *token) get(ctx context.Context) (string, error) {
	if t.read == nil {
		return "", nil
	}
	t.mu.Lock()
	if t.value != "" {
		defer t.mu.Unlock()
		return t.value, nil
	}
	if t.reading == nil {
		t.reading = make(chan struct{})
		go t.fill(context.WithoutCancel(ctx), t.reading)
	}
	reading := t.reading
	t.mu.Unlock()
	select {
	case <-reading:
	case <-ctx.Done():
		return "", &tokenError{ctx.Err()}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err != nil {
		return "", &tokenError{t.err}
	}
	return t.value, nil
}

func (t *token) fill(ctx context.Context, done chan struct{}) {
	value, err := t.read(ctx)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.value, t.err, t.reading = value, err, nil
	close(done)
}

func (t *token) forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.value = ""
}

// redact removes the token from a server's message.
func (t *token) redact(message string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.value == "" {
		return message
	}
	return strings.ReplaceAll(message, t.value, "...")
}
