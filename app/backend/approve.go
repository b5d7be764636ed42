package backend

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
	Model   string // "" for the only model of the host
	Text    string // the whole request, verbatim, without the user's key
}

// An Approver shows a request to the user. Its error is the reason not to send it.
type Approver func(context.Context, ModelRequest) error

// ErrNotAllowed is returned if the user has not allowed sending text to a remote model.
var ErrNotAllowed = errors.New("you did not allow it")

type approverKey struct{}

// WithApprover returns a context whose model requests ask the user. It is for requests that the
// user waits for, not for work in advance.
func WithApprover(ctx context.Context, ask Approver) context.Context {
	return context.WithValue(ctx, approverKey{}, ask)
}

// approve returns nil if the user has allowed the model, before or now.
func approve(ctx context.Context, r ModelRequest) error {
	if config.OpenTrust().MayAsk(r.Address) {
		return nil
	}
	if ask, ok := ctx.Value(approverKey{}).(Approver); ok {
		return ask(ctx, r)
	}
	return errNotAllowed
}

// approving returns the approval hook of a model.
func approving(address, host, model string) func(context.Context, llm.Request) error {
	return func(ctx context.Context, r llm.Request) error {
		return approve(ctx, ModelRequest{address, host, model, r.String()})
	}
}

var errNotAllowed = errors.New("you have not allowed it yet")
