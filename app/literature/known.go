package literature

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine/online"
)

// Known implements backend.Literature.
func (l *Literature) Known(ctx context.Context, identifiers []string) map[string][]wire.OnlineHint {
	known := make(map[string][]wire.OnlineHint)
	client := l.kept()
	if client == nil {
		return known
	}
	cached := online.FromCache(ctx)
	for _, identifier := range identifiers {
		id, ok := online.ParseID(identifier)
		if !ok || ctx.Err() != nil {
			continue
		}
		if r, err := client.Resolve(cached, id); err == nil {
			known[identifier] = hintsOf(r)
		}
	}
	return known
}

// keptClient returns a client without keys that can only read cached responses.
func keptClient(sources []string) *online.Client {
	dir, err := backend.ReplyCacheFolder()
	if err != nil {
		return nil
	}
	client, err := online.New(online.Options{Sources: sources, Dir: dir})
	if err != nil {
		return nil
	}
	return client
}
