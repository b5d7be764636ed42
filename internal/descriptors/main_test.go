package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
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
