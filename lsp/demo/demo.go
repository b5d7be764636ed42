// Package demo demonstrates the server in a simulated editor, with the steps that a user would
// take.
package demo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/lsp"
	"github.com/scilit-lsp/scilit-lsp/lsp/internal/fakeeditor"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/protocol"
)

// Run demonstrates the complete workflow at the first directive of main.tex in dir: it hovers over
// the directive, requests citations, accepts the first suggested sentence, and prints the edit as a
// diff. It does not modify any files.
func Run(ctx context.Context, opts lsp.Options, settings config.Settings, dir string, out io.Writer) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	path := filepath.Join(dir, "main.tex")
	source, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	directives := workspace.LaTeX.Scan(string(source)).Directives
	if len(directives) == 0 {
		return fmt.Errorf("%s contains no scilit comment: write `%% scilit: keywords` below a sentence", path)
	}
	raw, err := json.Marshal(settings)
	if err != nil {
		return err
	}
	ours, theirs := net.Pipe()
	go lsp.Serve(ctx, theirs, opts)
	p := fakeeditor.Connect(ours)
	if err := p.Begin(ctx, json.RawMessage(fakeeditor.Capabilities), raw, dir); err != nil {
		return err
	}
	if err := p.Open(ctx, path, "latex", string(source)); err != nil {
		return err
	}
	err = demonstrate(ctx, p, path, string(source), directives[0].End, out)
	return errors.Join(err, p.Close(ctx))
}

func demonstrate(ctx context.Context, p *fakeeditor.Editor, path, source string, offset int, out io.Writer) error {
	before := strings.TrimSpace(source[max(0, strings.LastIndex(source[:offset], "\n\n")):offset])
	fmt.Fprintf(out, "The manuscript, with the cursor at the end:\n\n%s|\n\n", indented(before))
	hover, err := p.Hover(ctx, path, offset-1)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "Hovering over the scilit comment:\n\n%s\n\n", indented(hover))
	actions, err := p.Actions(ctx, path, offset)
	if err != nil {
		return err
	}
	fmt.Fprintln(out, "The menu:")
	for _, a := range actions {
		fmt.Fprintf(out, "  %s\n", a.Title)
	}
	if len(actions) == 0 || actions[0].Disabled.Reason != "" {
		return errors.New("no citations were suggested: run `scilit-lsp doctor` to find out why")
	}
	isSuggestion := func(a *protocol.CodeAction) bool { return strings.HasPrefix(a.Title, "Suggest citation:") }
	chosen := actions[max(0, slices.IndexFunc(actions, isSuggestion))]
	if err := p.Choose(ctx, chosen); err != nil {
		return err
	}
	fmt.Fprintf(out, "\nChoosing %s:\n\n", chosen.Title)
	return printDiff(p, out)
}

func indented(s string) string { return "  " + strings.ReplaceAll(s, "\n", "\n  ") }

// printDiff prints the edits as differences from the files on disk.
func printDiff(p *fakeeditor.Editor, out io.Writer) error {
	for _, path := range slices.Sorted(maps.Keys(p.Files)) {
		before, err := os.ReadFile(path)
		if err != nil && !os.IsNotExist(err) {
			return err
		}
		name := filepath.Base(path)
		if _, err := out.Write(diff.Diff("a/"+name, before, "b/"+name, []byte(p.Files[path].Text))); err != nil {
			return err
		}
	}
	return nil
}
