package main

import (
	"context"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/lsp/diagnose"
	"github.com/scilit-lsp/scilit-lsp/mcp"
	"github.com/scilit-lsp/scilit-lsp/verify"
)

const (
	invented = "@article{haddad2021, title = {Counting Trees in Two Invented Forests}, author = {Haddad, Noor}, journal = {Nature}, year = 2021}\n"
	renamed  = "@article{other, title = {Counting Trees in Two Invented Forests}, author = {Haddad, Noor}, year = 2021}\n"
)

// TestAnInventedEntryNeverVouchesForItself runs every check on an invented reference of the
// user's own .bib, which the user's library therefore contains.
func TestAnInventedEntryNeverVouchesForItself(t *testing.T) {
	folder := inventedWorkspace(t)
	command := func(want int, args ...string) string {
		var out strings.Builder
		if code := run(t.Context(), args, cli.Streams{In: strings.NewReader(""), Out: &out, Err: io.Discard}); code != want {
			t.Errorf("%v: exit code %d, want %d: %s", args, code, want, out.String())
		}
		return out.String()
	}
	command(0, "index", "build", "--embedder", "none", "--out", "index", "papers.jsonl")
	if err := os.Remove("papers.jsonl"); err != nil {
		t.Fatal(err)
	}
	if said := command(0, "library", "refresh"); !strings.Contains(said, "2 papers") {
		t.Fatalf("the library lacks the entries: %s", said)
	}
	for _, file := range []string{"refs.bib", "other.bib"} {
		for _, flags := range [][]string{{}, {"--index", "index"}, {"--fresh"}} {
			said := command(4, slices.Concat([]string{"check", file}, flags)...)
			if !strings.Contains(said, "0 verified") || !strings.Contains(said, "1 not found") {
				t.Errorf("check %s %v: %s", file, flags, said)
			}
		}
	}
	session := startAgent(t, folder, "--index", "index", "--workspace", ".")
	for name, arguments := range map[string]map[string]any{
		"fields":      {"title": "Counting Trees in Two Invented Forests", "authors": []string{"Haddad, Noor"}, "year": 2021},
		"entry":       {"entry": invented},
		"another key": {"entry": renamed},
	} {
		var out struct{ Verdict verify.Verdict }
		if callTool(t, session, "verify_reference", arguments, &out); out.Verdict != verify.NotFound {
			t.Errorf("verify_reference by %s: %s", name, out.Verdict)
		}
	}
	for name, arguments := range map[string]map[string]any{"path": {"path": "refs.bib"}, "text": {"text": renamed}} {
		var out mcp.BibliographyOutput
		if callTool(t, session, "check_bibliography", arguments, &out); out.Summary[verify.NotFound] != 1 {
			t.Errorf("check_bibliography by %s: %v", name, out.Summary)
		}
	}
	for _, source := range []string{invented, renamed} {
		if codes := diagnosed(t, source); !slices.Contains(codes, string(verify.NoRecord)) {
			t.Errorf("the editor's findings about %s are %v", source, codes)
		}
	}
}

// inventedWorkspace creates a workspace whose .bib contains an invented reference, and makes it the
// current folder.
func inventedWorkspace(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	t.Chdir(folder)
	for name, value := range map[string]string{
		"HOME": folder, "SCILIT_INDEX": "", "SCILIT_CACHE": folder + "/cache", "XDG_CONFIG_HOME": folder + "/config",
		"XDG_STATE_HOME": folder + "/state",
	} {
		t.Setenv(name, value)
	}
	for name, content := range map[string]string{"papers.jsonl": mcpPapers, "refs.bib": invented, "other.bib": renamed} {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// diagnosed returns the codes of the diagnostics that an editor shows, with the library and the
// index.
func diagnosed(t *testing.T, source string) (codes []string) {
	t.Helper()
	settings := config.Default()
	settings.Indexes = []string{"index"}
	e, failed := backend.OpenWorks(settings, false)
	if e == nil {
		t.Fatal(failed)
	}
	defer e.Close()
	references, file := diagnose.NewReferences(), bib.Parse([]byte(source))
	if err := references.Compare(context.Background(), e, file, nil, func(int, int) {}); err != nil {
		t.Fatal(err)
	}
	findings, _ := references.Findings(file, source, true)
	for _, f := range findings {
		codes = append(codes, f.Code)
	}
	return codes
}
