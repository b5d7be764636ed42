package onlinetest_test

import (
	"cmp"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/online/onlinetest"
	"github.com/scilit-lsp/scilit-lsp/engine/online/sources"
)

// TestServe serves a World to editor tests in other processes. It reads the routes from the file
// "world" in the folder TEST_WORLD; if the first line is "literature", it also serves a synthetic
// literature. It writes its address, its certificate and all requests to files in the same folder,
// and ends with its standard input.
func TestServe(t *testing.T) {
	folder := os.Getenv("TEST_WORLD")
	if folder == "" {
		t.Skip("TEST_WORLD is not set; the editor tests set it")
	}
	var hosts []string
	for _, name := range sources.Names() {
		hosts = append(hosts, sources.HostsOf(name)...)
	}
	w := onlinetest.New(t, hosts...)
	routes, err := os.ReadFile(filepath.Join(folder, "world"))
	if err != nil {
		t.Fatal(err)
	}
	rest, invented := strings.CutPrefix(string(routes), "literature\n")
	rest, isLarge := strings.CutPrefix(rest, "large literature\n")
	switch {
	case invented:
		w.Invent(filepath.Join(folder, "manuscript"))
	case isLarge:
		w.InventLarge(filepath.Join(folder, "manuscript"))
	}
	w.Routes(rest)
	w.Each(func(onlinetest.Request) {
		write(t, folder, "sent", strings.Join(w.Requests(), "\n")+"\n")
	})
	write(t, folder, "sent", "")
	write(t, folder, "certificate", string(w.PEM))
	write(t, folder, "address", w.Addr())
	_, err = io.Copy(io.Discard, os.Stdin)
	if err != nil {
		t.Error(err)
	}
}

// write writes a file atomically.
func write(t *testing.T, folder, name, text string) {
	path := filepath.Join(folder, name)
	err := os.WriteFile(path+".new", []byte(text), 0o600)
	if err := cmp.Or(err, os.Rename(path+".new", path)); err != nil {
		t.Error(err)
	}
}
