package files

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

func TestErrorsOfTheSystemAreExplained(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "gone.bib")
	_, err := os.ReadFile(missing)
	for _, test := range []struct {
		err  error
		want string
	}{
		{err, missing + ": no such file or folder: check the name"},
		{fmt.Errorf("read: %w", err), "read: " + missing + ": no such file or folder: check the name"},
		{fmt.Errorf("%w: name another one", err), missing + ": no such file or folder: name another one"},
		{fmt.Errorf("build it: %w", context.Canceled), "build it: interrupted"},
		{os.ErrClosed, os.ErrClosed.Error()},
	} {
		if got := Explain(test.err); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}
