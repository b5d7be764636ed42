package online

import (
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/online/sources"
)

func TestEveryDescriptorHasAnAdapter(t *testing.T) {
	for _, s := range sources.All() {
		if adapters[s.Name] == nil {
			t.Errorf("source.go: adapters lacks %s", s.Name)
			continue
		}
		source := newWorld(t).client(nil, s.Name).Source(s.Name)
		if source.Name() != s.Name {
			t.Errorf("the adapter of %s opens %s", s.Name, source.Name())
		}
	}
	if len(adapters) != len(sources.All()) {
		t.Errorf("%d adapters for %d descriptors", len(adapters), len(sources.All()))
	}
}
