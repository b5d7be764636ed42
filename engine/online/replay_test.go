package online

import (
	"net/http"
	"testing"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/online/onlinetest"
	"github.com/scilit-lsp/scilit-lsp/engine/online/sources"
)

// A world has clients that ask it in place of the internet.
type world struct {
	*onlinetest.World
	t testing.TB
}

func newWorld(t testing.TB) *world {
	hosts := []string{"evil.example"} // which tests redirect to
	for _, name := range sources.Names() {
		hosts = append(hosts, sources.HostsOf(name)...)
	}
	return &world{onlinetest.New(t, hosts...), t}
}

func (w *world) headers() (all []http.Header) {
	for _, a := range w.Asked() {
		all = append(all, a.Header)
	}
	return all
}

// quick is patience that tests can afford; its order is that of the real one.
var quick = patience{tries: 3, first: time.Millisecond, longest: 2 * time.Second, whole: 20 * time.Second}

// client is one of its own process: no other test has used its limits.
func (w *world) client(change func(*Options), names ...string) *Client {
	w.t.Helper()
	if len(names) == 0 {
		names = sources.Names()
	}
	opts := Options{Sources: names, StandIn: w.Addr(), Roots: w.Roots, gates: new(gates), patience: quick, Version: "test"}
	if change != nil {
		change(&opts)
	}
	c, err := New(opts)
	if err != nil {
		w.t.Fatal(err)
	}
	return c
}
