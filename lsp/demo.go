package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// demoCapabilities are those of an editor that can do all that is asked here.
const demoCapabilities = `{"workspace":{"workspaceEdit":{"documentChanges":true,"resourceOperations":["create"]}},
	"textDocument":{"codeAction":{"resolveSupport":{"properties":["edit"]}},"hover":{"contentFormat":["plaintext"]}}}`

// Demo does the whole job as a user would, at the first directive of main.tex
// in dir: it hovers the directive, asks for citations, takes the first sentence,
// and prints the edit as a diff. No file is changed.
func Demo(ctx context.Context, opts Options, settings config.Settings, dir string, out io.Writer) error {
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
		return fmt.Errorf("%s: no directive: write a comment `%% scilit: keywords` below a sentence", path)
	}
	raw, err := json.Marshal(settings)
	if err != nil {
		return err
	}
	p, err := play(ctx, opts, json.RawMessage(demoCapabilities), raw, dir)
	if err != nil {
		return err
	}
	if err := p.open(ctx, path, "latex", string(source)); err != nil {
		return err
	}
	err = p.demonstrate(ctx, path, string(source), directives[0].End, out)
	return errors.Join(err, p.close(ctx))
}

func (p *player) demonstrate(ctx context.Context, path, source string, offset int, out io.Writer) error {
	before := strings.TrimSpace(source[max(0, strings.LastIndex(source[:offset], "\n\n")):offset])
	fmt.Fprintf(out, "The manuscript, with the cursor at the end:\n\n%s|\n\n", indented(before))
	hover, err := p.hover(ctx, path, offset-1)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "Hovering the directive:\n\n%s\n\n", indented(hover))
	actions, err := p.actions(ctx, path, offset)
	if err != nil {
		return err
	}
	fmt.Fprintln(out, "The menu:")
	for _, a := range actions {
		fmt.Fprintf(out, "  %s\n", a.Title)
	}
	if len(actions) == 0 || actions[0].Disabled.Reason != "" {
		return errors.New("nothing was offered: see `scilit-lsp doctor`")
	}
	chosen := actions[max(0, slices.IndexFunc(actions, func(a *protocol.CodeAction) bool { return strings.HasPrefix(a.Title, titleSentence+":") }))]
	if err := p.choose(ctx, chosen); err != nil {
		return err
	}
	fmt.Fprintf(out, "\nChoosing %s:\n\n", chosen.Title)
	return p.printDiff(out)
}

func indented(s string) string { return "  " + strings.ReplaceAll(s, "\n", "\n  ") }

// printDiff shows what the edits changed against the files on disk.
func (p *player) printDiff(out io.Writer) error {
	for _, path := range slices.Sorted(maps.Keys(p.files)) {
		before, err := os.ReadFile(path)
		if err != nil && !os.IsNotExist(err) {
			return err
		}
		name := filepath.Base(path)
		if _, err := out.Write(diff.Diff("a/"+name, before, "b/"+name, []byte(p.files[path].Text))); err != nil {
			return err
		}
	}
	return nil
}
