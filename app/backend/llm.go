package backend

import (
	"context"
	"errors"
	"reflect"
	"sync"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/config/secret"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/assist"
	"github.com/scilit-lsp/scilit-lsp/engine/llm"
)

// ErrNoModel is returned if no language model is configured.
var ErrNoModel = errors.New(
	`no language model is configured: set llm.url in your own scilit.toml, for example to "http://localhost:11434/v1"`)

// OpenLLM opens the user's language model without sending a request. approve must consent to each
// request to a remote model. If approve is nil, the user must already have allowed the model, or is
// asked during the request; see WithApprover.
func OpenLLM(s config.LLM, approve func(context.Context, llm.Request) error) (*llm.Client, error) {
	if s.URL == "" {
		return nil, ErrNoModel
	}
	base, err := llm.BaseOf(s.URL)
	if err != nil {
		return nil, err
	}
	if approve == nil {
		approve = approving(base.String(), base.Host, s.Model)
	}
	return llm.Open(llm.Options{
		URL: s.URL, Model: s.Model, Context: s.Context, Approve: approve, Key: secret.From(s.KeyEnv, s.KeyCommand),
		FirstToken: time.Duration(s.FirstTokenTimeout) * time.Second, Total: time.Duration(s.Timeout) * time.Second,
	})
}

// llmWriterFor returns a writer that uses the user's language model, or else composer and a notice.
func llmWriterFor(s config.Settings, composer engine.Composer) (engine.Writer, *wire.Notice) {
	model, err := OpenLLM(s.LLM, nil)
	if err != nil {
		return composer, &wire.Notice{
			Code: wire.NoticeWriter, Subject: s.LLM.URL,
			Text: "citing sentences are composed without a language model: " + err.Error(),
		}
	}
	return engine.CheckedWriter{Drafter: assist.Drafter{Model: model}, Composer: composer}, nil
}

// An LLMKeeper keeps a model, and with it the user's approvals, until the settings change. It is
// safe for concurrent use.
type LLMKeeper struct {
	approve func(context.Context, llm.Request) error

	mu       sync.Mutex
	settings config.LLM
	model    *llm.Client
}

// NewLLMKeeper returns a keeper that has no model yet. For approve, see [OpenLLM].
func NewLLMKeeper(approve func(context.Context, llm.Request) error) *LLMKeeper {
	return &LLMKeeper{approve: approve}
}

// Open returns the configured model, or nil if none is configured.
func (k *LLMKeeper) Open(s config.LLM) (*llm.Client, error) {
	if s.URL == "" {
		return nil, nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.model != nil && reflect.DeepEqual(k.settings, s) {
		return k.model, nil
	}
	model, err := OpenLLM(s, k.approve)
	if err != nil {
		return nil, err
	}
	k.model, k.settings = model, s
	return model, nil
}

// A ModelRequest is a request about to be sent to a remote language model.
type ModelRequest struct {
	Address string // URL of the service, as stored in config.Trust
	Host    string
	Model   string // name of the model; "" if the host has only one
	Text    string // the whole request verbatim, without the user's key
}

// An Approver shows a request to the user. If it returns an error, the request must not be sent.
type Approver func(context.Context, ModelRequest) error

// ErrNotAllowed is returned if the user declines to send text to a remote model.
var ErrNotAllowed = errors.New("you declined to send the text")

type approverKey struct{}

// WithApprover returns a context in which requests to remote models ask the user for approval. Use
// it for requests that the user is waiting for, not for background work.
func WithApprover(ctx context.Context, ask Approver) context.Context {
	return context.WithValue(ctx, approverKey{}, ask)
}

// approving returns a function that asks the user unless the user has already allowed the model.
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
