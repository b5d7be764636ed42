package literature

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine/online"
)

// Known implements app.Literature.
func (l *Literature) Known(ctx context.Context, identifiers []string) map[string][]app.OnlineHint {
	known := make(map[string][]app.OnlineHint)
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

// keptClient reads the replies that are kept. It has no keys, and sends nothing.
func keptClient(sources []string) *online.Client {
	dir, err := app.OnlineFolder()
	if err != nil {
		return nil
	}
	client, err := online.New(online.Options{Sources: sources, Dir: dir})
	if err != nil {
		return nil
	}
	return client
}
