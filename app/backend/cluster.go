package backend

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/config/secret"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/weaviate"
)

// OpenCluster opens a collection in a Weaviate cluster without sending a request. Later requests do
// not ask for permission, since the user configured the address.
func OpenCluster(s config.Settings, address string) (*weaviate.Corpus, error) {
	if err := config.CheckServer(address); err != nil {
		return nil, err
	}
	at, err := weaviate.ParseAddress(address)
	if err != nil {
		return nil, err
	}
	server := s.Remote.Of(address)
	return weaviate.Open(weaviate.Options{
		Address: at, Manuscript: server.Manuscript, Key: secret.From(server.TokenEnv, server.TokenCommand),
	})
}

func clusterInfos(ctx context.Context, s config.Settings, address string) ([]engine.Info, error) {
	c, err := OpenCluster(s, address)
	if err != nil {
		return nil, err
	}
	info, err := c.Info(ctx)
	if err != nil {
		return nil, err
	}
	return []engine.Info{info}, nil
}
