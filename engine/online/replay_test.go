package online

import (
	"net/http"
	"testing"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/online/onlinetest"
	"github.com/scilit-lsp/scilit-lsp/engine/online/sources"
)

// A world has clients that send their requests to a local server instead of the internet.
type world struct {
	*onlinetest.World
	t testing.TB
}

func newWorld(t testing.TB) *world {
	hosts := []string{"evil.example"} // target of redirects in tests
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

// quick contains intervals short enough for tests, in the same order as the real ones. The overall
// time limit is too long to depend on the machine's speed.
var quick = patience{tries: 3, first: time.Millisecond, longest: 2 * time.Second, whole: time.Hour}

// client returns a client whose rate limits no other test has used.
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
	c.searchLimit = time.Hour
	return c
}
