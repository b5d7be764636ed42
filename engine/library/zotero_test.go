package library_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/library"
	"github.com/scilit-lsp/scilit-lsp/engine/network"
)

// A fakeZotero simulates Zotero. Its paths, statuses and headers follow the documentation and the
// source of the Zotero Local API and Better BibTeX's pull export.
type fakeZotero struct {
	betterBibTeX []byte // nil if Better BibTeX is not installed
	bibTeX       string // Zotero's own export
	server       string // Zotero-Server-ID header; "" before version 10
	version      string
	refuses      bool
	exports      int
}

func (z *fakeZotero) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.URL.Path == "/better-bibtex/export/library" && z.betterBibTeX != nil:
		if r.URL.RawQuery != "/1/library.jzon" {
			http.Error(w, "Could not export bibliography: no path", http.StatusNotFound)
			return
		}
		z.exports++
		_, _ = w.Write(z.betterBibTeX)
	case r.URL.Path == "/api/users/0/items/top" && z.refuses:
		http.Error(w, "Local API is not enabled", http.StatusForbidden)
	case r.URL.Path == "/api/users/0/items/top":
		w.Header().Set("Last-Modified-Version", z.version)
		if z.server != "" {
			w.Header().Set("Zotero-Server-ID", z.server)
		}
		if r.URL.Query().Get("format") == "bibtex" {
			z.exports++
			_, _ = w.Write([]byte(z.bibTeX))
		}
	default:
		http.Error(w, "No endpoint found", http.StatusNotFound)
	}
}

func openZotero(t *testing.T, z *fakeZotero) (*library.Library, *httptest.Server) {
	server := httptest.NewServer(z)
	t.Cleanup(server.Close)
	return open(
		t,
		library.Options{Dir: t.TempDir(), Sources: library.Sources{Zotero: server.URL}, Network: network.New(nil)},
	), server
}

func betterBibTeXExport(t *testing.T) []byte {
	t.Helper()
	raw, err := os.ReadFile("../corpus/testdata/samples/betterbibtex.json")
	if err != nil {
		t.Fatal(err)
	}
	return []byte(strings.Replace(string(raw), `"citationKey": "k"`, `"citationKey": "bodyPowerful2020"`, 1))
}

func TestZoteroIsReadWithTheKeysOfBetterBibTeX(t *testing.T) {
	z := &fakeZotero{betterBibTeX: betterBibTeXExport(t), refuses: true}
	l, _ := openZotero(t, z)
	refresh(t, l)
	x, err := index.Open(l.Dir())
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	found, err := x.Papers(t.Context(), []engine.WorkRef{{Key: "bodyPowerful2020"}})
	if err != nil || found[0] == nil {
		t.Fatalf("%v, %v in %v", found, err, titles(t, l.Dir()))
	}
}

func TestZoteroWithoutBetterBibTeXExportsItsOwn(t *testing.T) {
	z := &fakeZotero{
		bibTeX:  bibOf(map[string]string{"adams_alpha_2001": "Alpha"}),
		server:  "sPMHtLD6HHBd",
		version: "12",
	}
	l, server := openZotero(t, z)
	expect := func(exports int, want ...string) {
		t.Helper()
		refresh(t, l)
		if diff := cmp.Diff(want, titles(t, l.Dir())); diff != "" || z.exports != exports {
			t.Errorf("%d exports, %s", z.exports, diff)
		}
	}
	expect(1, "adams_alpha_2001 Alpha")
	expect(1, "adams_alpha_2001 Alpha") // Zotero 10 reports that nothing has changed
	z.bibTeX, z.version = bibOf(map[string]string{"adams_beta_2001": "Beta"}), "13"
	expect(2, "adams_beta_2001 Beta")
	z.server, z.bibTeX = "", bibOf(map[string]string{"adams_gamma_2001": "Gamma"})
	expect(3, "adams_gamma_2001 Gamma") // older versions do not count changes, so every refresh exports
	expect(4, "adams_gamma_2001 Gamma")
	server.Close()
	expect(4, "adams_gamma_2001 Gamma")
	if status := l.Status(); len(status.Problems) != 1 || !strings.Contains(status.Problems[0].Reason, "start Zotero") {
		t.Errorf("%+v", status)
	}
}

func TestAZoteroThatRefusesSaysWhatToDo(t *testing.T) {
	l, _ := openZotero(t, &fakeZotero{refuses: true})
	refresh(t, l)
	if status := l.Status(); len(status.Problems) != 1 ||
		!strings.Contains(status.Problems[0].Reason, "Allow other applications") {
		t.Errorf("%+v", status)
	}
}
