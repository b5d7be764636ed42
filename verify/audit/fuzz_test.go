package audit_test

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/verify"
	"github.com/scilit-lsp/scilit-lsp/verify/audit"
	"github.com/scilit-lsp/scilit-lsp/verify/report"
)

// A cache opens whatever its file contains, and returns each stored result.
func FuzzFileCache(f *testing.F) {
	f.Add([]byte(`{"Key":"a","Result":{"Key":"k","Verdict":"verified"}}` + "\n"))
	f.Add([]byte(`{"Key":"a","Result":{"Records":[null]}}` + "\n{half"))
	f.Add([]byte("\x00\xff\n\n[]\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		path := filepath.Join(t.TempDir(), "results.jsonl")
		if err := os.WriteFile(path, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		const key = "a key that no input has"
		for range 2 {
			cache, err := audit.OpenFileCache(t.Context(), path)
			if err != nil {
				t.Fatal(err)
			}
			if r, ok := cache.Get("a"); ok {
				r.Settle(nil)
				_ = report.JSON(io.Discard, report.Check{References: slices.Values([]verify.EntryResult{{Result: r}})})
			}
			cache.Put(key, verify.Result{Key: "k", Verdict: verify.Check})
			if err := cache.Close(); err != nil {
				t.Fatal(err)
			}
		}
		cache, err := audit.OpenFileCache(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		defer cache.Close()
		if r, ok := cache.Get(key); !ok || r.Verdict != verify.Check {
			t.Errorf("%+v %v", r, ok)
		}
	})
}
