package backend

import (
	"context"
	"errors"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine/llm"
)

// A ModelRequest is a request about to be sent to a remote language model.
type ModelRequest struct {
	Address string // address of the service, as stored in config.Trust
	Host    string
	Model   string // name of the model; "" if the host has only one
	Text    string // the whole request verbatim, without the user's key
}

// An Approver shows a request to the user. If it returns an error, the request must not be sent.
type Approver func(context.Context, ModelRequest) error

// ErrNotAllowed is returned if the user has not allowed sending text to a remote model.
var ErrNotAllowed = errors.New("you declined to send the text")

type approverKey struct{}

// WithApprover returns a context in which requests to remote models ask the user for approval. Use
// it for requests that the user is waiting for, not for background work.
func WithApprover(ctx context.Context, ask Approver) context.Context {
	return context.WithValue(ctx, approverKey{}, ask)
}

// approving returns a function that returns nil if the user has already allowed the model or allows
// it now.
func approving(address, host, model string) func(context.Context, llm.Request) error {
	return func(ctx context.Context, r llm.Request) error {
		if config.OpenTrust().MayAsk(address) {
			return nil
		}
		if ask, ok := ctx.Value(approverKey{}).(Approver); ok {
			return ask(ctx, ModelRequest{address, host, model, r.String()})
		}
		return errNotAllowed
	}
}

var errNotAllowed = errors.New("you have not allowed it yet")
