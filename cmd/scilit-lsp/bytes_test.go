package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
)

// On Linux, a path consists of arbitrary bytes. Commands read and write exactly the named file.
func TestPathsThatAreNotUTF8(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	t.Setenv("HOME", folder)
	t.Setenv("XDG_CONFIG_HOME", folder)
	t.Setenv("SCILIT_CACHE", filepath.Join(folder, "cache"))
	const references, papers, index = "caf\xe9.bib", "p\xe9.jsonl", "ind\xe9x"
	if err := os.WriteFile(papers, []byte(mcpPapers), 0o600); err != nil {
		t.Skip("this file system has no such names: ", err)
	}
	for _, args := range [][]string{
		{"index", "build", "--embedder", "none", "--out", index, papers},
		{"add", "--index", index, "--bib", references, "p1"},
		{"add", "--index=" + index, "--bib=" + references, "p1"},
		{"reference", "--bib", references},
		{"ask", "--index", index, "--quotes", "--bib", references, "--key", "ito2018attention", "Was attention better?"},
	} {
		if code := run(t.Context(), args, cli.Streams{In: strings.NewReader(""), Out: io.Discard,
			Err: os.Stderr}); code != 0 {
			t.Errorf("%q: exit code %d", args, code)
		}
	}
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.Contains(e.Name(), "\xef\xbf\xbd") {
			t.Errorf("a command made %q", e.Name())
		}
	}
	if raw, err := os.ReadFile(references); err != nil || strings.Count(string(raw), "ito2018attention") != 1 {
		t.Errorf("%v: %s", err, raw)
	}
}
