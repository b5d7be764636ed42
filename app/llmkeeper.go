package app

import (
	"context"
	"reflect"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine/llm"
)

// An llmKeeper keeps a model open while its settings stay, and with it what its user
// approved. It is safe for concurrent use.
type llmKeeper struct {
	approve func(context.Context, llm.Request) error

	mu       sync.Mutex
	settings config.LLM
	model    *llm.Client
}

// open returns nil where the settings name no model.
func (k *llmKeeper) open(s config.LLM) (*llm.Client, error) {
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
