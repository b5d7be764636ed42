package literature

import (
	"context"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/query"
)

// vocabulary returns the vocabulary of the configured local corpora. done closes their indexes. The
// library is skipped, since it may contain the user's private drafts.
func (a *adviser) vocabulary(ctx context.Context) (known query.Vocabulary, done func()) {
	var indexes []*index.Index
	open := sync.OnceValue(func() query.Vocabulary {
		indexes, _ = backend.OpenIndexes(a.settings)
		return query.Indexed(ctx, indexes)
	})
	done = func() {
		for _, x := range indexes {
			_ = x.Close()
		}
	}
	return func(word string) bool { return open()(word) }, done
}
