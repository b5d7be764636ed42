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
// request to a remote model. If approve is nil, the user must have allowed the model before, or is
// asked during the request, see WithApprover.
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

// llmWriterFor returns a writer that uses the user's language model. If the model cannot be opened,
// it returns composer and a notice.
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
