package memory_test

import (
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/memory"
	"github.com/scilit-lsp/scilit-lsp/engine/retrievertest"
)

func TestACorpusInMemoryIsARetriever(t *testing.T) {
	retrievertest.Run(t, func(_ *testing.T, papers []*engine.Paper) engine.Retriever {
		return memory.New("m:1", "few", papers...)
	})
}
