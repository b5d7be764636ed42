package app

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/config/secret"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/network"
	"github.com/scilit-lsp/scilit-lsp/engine/remote"
)

// RemoteOptions are those by which a server of the settings is asked. That the user named
// its address is the permission to ask it.
func RemoteOptions(s config.Settings, address string) (remote.Options, error) {
	if err := config.CheckServer(address); err != nil {
		return remote.Options{}, err
	}
	server := s.Remote.Of(address)
	client, err := network.NewService(network.Service{URL: address, Kept: true})
	o := remote.Options{Address: address, Network: client, Manuscript: server.Manuscript}
	if server.TokenEnv != "" || len(server.TokenCommand) > 0 {
		o.Token = func(ctx context.Context) (string, error) { return secret.Of(ctx, server.TokenEnv, server.TokenCommand) }
	}
	return o, err
}

// openRemote opens the corpora of a server, and has the connection ready for the first
// question.
func (w *Wiring) openRemote(s config.Settings, address string) (engine.Retriever, error) {
	o, err := RemoteOptions(s, address)
	o.HandsOn = w.HandsOn
	if err != nil {
		return nil, err
	}
	r, err := remote.Open(o)
	if err == nil {
		go func() { _, _ = r.Info(context.Background()) }() // which has a deadline of its own
	}
	return r, err
}

// RemoteInfos describes the corpora of an address.
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

// openCorpora opens the folders and servers of the settings in their order. Those that
// cannot be opened are left out, and failed has an IndexError for each, or
// engine.ErrNoIndex where the settings name none.
func (w *Wiring) openCorpora(s config.Settings) (all []engine.Retriever, failed []error) {
	if len(s.Indexes) == 0 {
		return nil, []error{engine.ErrNoIndex}
	}
	for _, named := range s.Indexes {
		r, err := w.openCorpus(s, named)
		if err != nil {
			failed = append(failed, IndexError{named, err})
			continue
		}
		all = append(all, r)
	}
	return all, failed
}

func (w *Wiring) openCorpus(s config.Settings, named string) (engine.Retriever, error) {
	if config.IsCluster(named) {
		return OpenCluster(s, named)
	}
	if config.IsRemote(named) {
		return w.openRemote(s, named)
	}
	x, err := openIndex(s, named)
	if err != nil {
		return nil, err
	}
	return searched(x, s), nil
}

func openIndex(s config.Settings, dir string) (*index.Index, error) {
	x, err := index.Open(dir)
	if err != nil {
		return nil, diagnosed(dir, err, dir == s.Library.Index)
	}
	return x, nil
}
