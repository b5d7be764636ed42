package app

import (
	"context"
	"errors"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine/llm"
)

// A ModelRequest is text that is about to be sent to a language model on another machine.
type ModelRequest struct {
	Address string // of the service, as config.Trust remembers it
	Host    string
	Model   string // "" where the host has one
	Text    string // all that is sent, literally, but for the user's key
}

// An Approver shows a request to the user, and returns why it must not be sent.
type Approver func(context.Context, ModelRequest) error

// ErrNotAllowed is the error where the user did not let a model on another machine get
// text.
var ErrNotAllowed = errors.New("you did not allow it")

type approverKey struct{}

// WithApprover lets the user be asked in what runs under a context: a request that the
// user waits for, and nothing that is done ahead of one.
func WithApprover(ctx context.Context, ask Approver) context.Context {
	return context.WithValue(ctx, approverKey{}, ask)
}

// approve is nil where the user allowed a model to get text, before or now.
func approve(ctx context.Context, r ModelRequest) error {
	if config.OpenTrust().MayAsk(r.Address) {
		return nil
	}
	if ask, ok := ctx.Value(approverKey{}).(Approver); ok {
		return ask(ctx, r)
	}
	return errNotAllowed
}

// approving asks about the requests of a model.
func approving(address, host, model string) func(context.Context, llm.Request) error {
	return func(ctx context.Context, r llm.Request) error {
		return approve(ctx, ModelRequest{address, host, model, r.String()})
	}
}
