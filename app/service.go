// Package app implements the requests of all front ends (LSP, MCP, HTTP and the command line). It
// suggests papers, drafts sentences, explains citations and exports references. Package backend
// opens the engines, package wire defines the requests and replies, and package display formats
// papers for users.
package app

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// Corpora lists the searchable corpora.
func (s *Service) Corpora(ctx context.Context, far backend.Reach) ([]wire.SharedCorpus, error) {
	used, err := s.Get(ctx)
	if err != nil {
		return nil, backend.Unavailable(err)
	}
	view := used.Here()
	if far == backend.Everywhere {
		view = used.Separately(ctx)
	}
	infos, err := view.Infos(ctx)
	if len(infos) > 0 {
		err = nil // list only the corpora that responded
	}
	all := []wire.SharedCorpus{}
	for _, i := range infos {
		all = append(all, wire.SharedCorpus{
			ID:        i.ID,
			Name:      i.Name,
			Papers:    i.Papers,
			FullTexts: i.FullTexts,
			Embedder:  engine.EmbedderName(i.Embedder),
			Host:      i.Host,
		})
	}
	return all, err
}

// A Service serves the requests of all front ends with the engine for the current settings. It is
// safe for concurrent use.
type Service struct{ *backend.Engines }

// NewService returns a service that opens its engines with open.
func NewService(open func(context.Context, config.Settings) (*engine.Engine, []wire.Notice, error)) *Service {
	return &Service{backend.NewEngines(open)}
}
