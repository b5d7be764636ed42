package backend

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/config/secret"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/network"
	"github.com/scilit-lsp/scilit-lsp/engine/remote"
	"github.com/scilit-lsp/scilit-lsp/engine/weaviate"
)

// RemoteOptions returns the client options for a configured server. Requests do not ask for
// permission, since the user has configured the URL.
func RemoteOptions(s config.Settings, address string) (remote.Options, error) {
	if err := config.CheckServer(address); err != nil {
		return remote.Options{}, err
	}
	server := s.Remote.Of(address)
	client, err := network.NewService(network.Service{URL: address, Kept: true})
	return remote.Options{
		Address: address, Network: client, Manuscript: server.Manuscript,
		Token: secret.From(server.TokenEnv, server.TokenCommand),
	}, err
}

// openRemote opens the corpora on a server. It connects in the background, so that the first query does
// not have to wait.
func (w *Builder) openRemote(s config.Settings, address string) (engine.Retriever, error) {
	o, err := RemoteOptions(s, address)
	o.Relay = w.Relay
	if err != nil {
		return nil, err
	}
	r, err := remote.Open(o)
	if err == nil {
		go func() { _, _ = r.Info(context.Background()) }() // Info has its own deadline
	}
	return r, err
}

// RemoteInfos describes the corpora at a URL.
func RemoteInfos(ctx context.Context, s config.Settings, address string) ([]engine.Info, error) {
	if config.IsCluster(address) {
		return clusterInfos(ctx, s, address)
	}
	o, err := RemoteOptions(s, address)
	if err != nil {
		return nil, err
	}
	return remote.Infos(ctx, o)
}

// OpenCluster opens a collection in a Weaviate cluster without sending a request. Later requests do
// not ask for permission, since the user has configured the URL.
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
