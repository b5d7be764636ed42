package app

import (
	"context"
	"errors"
	"time"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/config/secret"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/assist"
	"github.com/scilit-lsp/scilit-lsp/engine/llm"
)

// ErrNoModel is returned where the user names no language model.
var ErrNoModel = errors.New(`no language model is named: set llm.url in your own scilit.toml, such as "http://localhost:11434/v1"`)

var errNotAllowed = errors.New("you have not allowed it yet")

// OpenLLM opens the user's language model without asking it. One on another machine gets
// text only where approve says so; where that is nil, where the user allowed it before or
// does so in the request, see WithApprover.
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
	o := llm.Options{
		URL: s.URL, Model: s.Model, Context: s.Context, Approve: approve,
		FirstToken: time.Duration(s.FirstTokenTimeout) * time.Second, Total: time.Duration(s.Timeout) * time.Second,
	}
	if s.KeyEnv != "" || len(s.KeyCommand) > 0 {
		o.Key = func(ctx context.Context) (string, error) { return secret.Of(ctx, s.KeyEnv, s.KeyCommand) }
	}
	return llm.Open(o)
}

// llmWriterFor drafts with the user's language model.
func llmWriterFor(s config.Settings, composer engine.Composer) (engine.Writer, *Notice) {
	model, err := OpenLLM(s.LLM, nil)
	if err != nil {
		return composer, &Notice{Code: NoticeWriter, Subject: s.LLM.URL, Text: "composed citing sentences: " + err.Error()}
	}
	return engine.CheckedWriter{Drafter: assist.Drafter{Model: model}, Composer: composer}, nil
}
