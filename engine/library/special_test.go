//go:build unix

package library_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/library"
)

// A library never waits for a pipe or reads a device in place of its own files.
func TestWhatIsNoFileIsNamed(t *testing.T) {
	for _, name := range []string{"library.json", "UPDATING", "CURRENT", "LOCK"} {
		for what, replace := range map[string]func(path string) error{
			"pipe":   func(path string) error { return syscall.Mkfifo(path, 0o600) },
			"zero":   func(path string) error { return os.Symlink("/dev/zero", path) },
			"loop":   func(path string) error { return os.Symlink(filepath.Base(path), path) },
			"folder": func(path string) error { return os.Mkdir(path, 0o755) },
		} {
			t.Run(name+" "+what, func(t *testing.T) {
				folder := t.TempDir()
				write(t, filepath.Join(folder, "files", "a.bib"), "@book{a, title={A book}, author={Ito, Ida}}")
				opts := optionsFor(folder)
				refresh(t, open(t, opts))
				path := filepath.Join(opts.Dir, name)
				write(t, filepath.Join(folder, "files", "b.bib"), "@book{b, title={B book}, author={Ito, Ida}}")
				if err := errors.Join(os.RemoveAll(path), replace(path)); err != nil {
					t.Fatal(err)
				}
				ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
				defer cancel()
				done := make(chan error, 1)
				go func() { done <- reopened(ctx, opts) }()
				select {
				case err := <-done: // a library can rebuild its index, and so recreates CURRENT
					if err == nil && name == "CURRENT" {
						return
					}
					if err == nil || !strings.Contains(err.Error(), name) {
						t.Errorf("got %v, want an error that contains %s", err, name)
					}
				case <-ctx.Done():
					t.Fatal("hangs")
				}
			})
		}
	}
}

func reopened(ctx context.Context, opts library.Options) error {
	_, err := library.Look(opts.Dir)
	l, failed := library.Open(ctx, opts)
	if err = errors.Join(err, failed); err != nil {
		return err
	}
	return l.Refresh(ctx, nil, nil)
}

// A pipe among a library's files is skipped, even if it has replaced a file.
func TestAPipeAmongTheFilesIsPassedOver(t *testing.T) {
	folder := t.TempDir()
	opts := optionsFor(folder)
	path := filepath.Join(folder, "files", "a.bib")
	write(t, path, "@book{a, title={A book}, author={Ito, Ida}}")
	write(
		t,
		filepath.Join(folder, "files", "main.tex"),
		`\documentclass{article}\title{Pipes}\begin{document}\input{pipe}\end{document}`,
	)
	refresh(t, open(t, opts))
	if err := errors.Join(os.Remove(path), syscall.Mkfifo(path, 0o600), syscall.Mkfifo(filepath.Join(folder, "files", "pipe.tex"), 0o600)); err != nil {
		t.Fatal(err)
	}
	write(
		t,
		filepath.Join(folder, "files", "main.tex"),
		`\documentclass{article}\title{Pipes}\begin{document}\input{pipe.tex} More.\end{document}`,
	)
	done := make(chan error, 1)
	go func() { done <- reopened(context.Background(), opts) }()
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(10 * time.Minute):
		t.Fatal("hangs")
	}
}
