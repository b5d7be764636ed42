package workspace_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// hang blocks all later reads, like a disconnected network drive, until release is called.
func hang(t *testing.T) (release func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	started, released := make(chan struct{}), make(chan struct{})
	for range files.MaxCalls {
		go func() {
			_, _ = files.Call(ctx, "gone", func() (int, error) {
				started <- struct{}{}
				<-released
				return 0, nil
			})
		}()
		<-started
	}
	return func() { close(released) }
}

// A cancelled request reports no problem with the disk and does not cache partially read files.
func TestARequestThatEndsWaitsForNoDisk(t *testing.T) {
	folder := unpack(t, `
-- main.tex --
\input{part}\bibliography{refs}\cite{a}
-- part.tex --
\cite{b}
-- refs.bib --
@misc{a, title = {A}}
`)
	w := workspace.New()
	w.SetRoots([]string{folder})
	d := open(t, w, folder, "main.tex")
	release := hang(t)
	for name, ask := range map[string]func(context.Context) bool{
		"bibliographies": func(ctx context.Context) bool { return w.Bibliographies(ctx, d) == nil },
		"paths":          func(ctx context.Context) bool { return w.BibPaths(ctx, d) == nil },
		"project":        func(ctx context.Context) bool { return len(w.Project(ctx, d)) == 1 },
		"scope":          func(ctx context.Context) bool { return len(w.ScopeOf(ctx, d).Parts) == 1 },
		"undefined":      func(ctx context.Context) bool { return w.Undefined(ctx, d) == nil },
		"edit": func(ctx context.Context) bool {
			return errors.Is(w.CheckEdit(ctx, d, filepath.Join(folder, "refs.bib")), context.Canceled)
		},
		"examine": func(ctx context.Context) bool {
			_, problems := workspace.Examine(ctx, filepath.Join(folder, "main.tex"), folder, workspace.BibRules{})
			return len(problems) == 1 && errors.Is(problems[0], context.Canceled)
		},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		asked, done := make(chan struct{}), make(chan bool)
		go func() {
			close(asked)
			done <- ask(ctx)
		}()
		<-asked
		cancel()
		if !<-done {
			t.Errorf("%s: an answer from files that were not read", name)
		}
	}
	release()
	bibs := w.Bibliographies(t.Context(), d)
	if len(bibs) != 1 || bibs[0].Problem != nil || bibs[0].File.ByKey("a") == nil {
		t.Errorf("then %+v", bibs)
	}
	if parts := w.Project(t.Context(), d); len(parts) != 2 {
		t.Errorf("then %d parts", len(parts))
	}
}
