package index_test

import (
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/retrievertest"
)

func TestAnIndexIsARetriever(t *testing.T) {
	retrievertest.Run(t, func(t *testing.T, papers []*engine.Paper) engine.Retriever {
		dir := t.TempDir()
		build(t, dir, nil, sequence(papers))
		return open(t, dir)
	})
}

func TestAnIndexHasAnIndexer(t *testing.T) {
	retrievertest.RunIndexer(t, func(t *testing.T) (engine.Retriever, engine.Indexer) {
		opts := index.BuildOptions{Dir: t.TempDir(), Name: "test", AllowEmpty: true, Embedder: wordEmbedder{}}
		if _, err := index.Build(t.Context(), opts, sequence(nil)); err != nil {
			t.Fatal(err)
		}
		return open(t, opts.Dir), index.NewUpdater(opts)
	})
}
