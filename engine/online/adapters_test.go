package online

import (
	"errors"
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

// TestErrorsNameTheEnabledSource checks that errors do not name the API that another source uses.
func TestErrorsNameTheEnabledSource(t *testing.T) {
	w := newWorld(t)
	w.On("www.ebi.ac.uk/", page(200, anubis))
	w.On("api.biorxiv.org/", page(200, anubis))
	c := w.client(nil, "biorxiv", "medrxiv", "europepmc")
	for _, name := range c.Names() {
		_, searched := c.Source(name).Search(t.Context(), Query{Keywords: []string{"testing"}, Limit: 3})
		_, lookedUp := c.Lookup(t.Context(), name, ID{Scheme: DOI, Value: "10.1101/339747"})
		for _, err := range []error{searched, lookedUp} {
			if e, ok := errors.AsType[*Error](err); !ok || e.Kind != BotPage || e.Source != name {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}
