package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/scilit-lsp/scilit-lsp/config"
)

func TestFilesAreUpToDate(t *testing.T) {
	for _, target := range targets {
		file, err := os.ReadFile(filepath.Join("../..", target.path))
		if err != nil {
			t.Errorf("%v: run `make generate`", err)
			continue
		}
		want, err := target.updated(string(file))
		if diff := cmp.Diff(want, string(file)); diff != "" || err != nil {
			t.Errorf("%s is not up to date, run `make generate`: %v %s", target.path, err, diff)
		}
	}
}

// A setting with a weaker scope that is added last does not weaken the table of the e-mail address
// and the keys.
func TestATableHasItsStrictestScope(t *testing.T) {
	for table, want := range map[string]string{"online": "machine", "library": "machine-overridable", "ask": "resource"} {
		harmless := config.Setting{Name: table + ".last", Type: config.Boolean, By: config.AnyWorkspace}
		if got := tableOf(table, append(config.All(), harmless)).Scope; got != want {
			t.Errorf("%s: scope %q, want %q", table, got, want)
		}
	}
}
