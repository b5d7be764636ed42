package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/config/confine"
)

type trustCmd struct {
	File   string `arg:"" optional:"" default:"scilit.toml" help:"A scilit.toml, or a .bib (${default})."`
	Revoke bool   `help:"Trust it no longer."`
}

// Help says what trust is.
func (c trustCmd) Help() string {
	return `A workspace may come from a stranger. Of its scilit.toml only such keys count as
change what is shown or written; indexes, models, onnxruntime, grobid, network,
library and others wait until you trust the file. Read it before: what it names can
run programs and send your papers to other machines. A file that changes is not
trusted any more; programs and indexes that it names may change.

Entries go only into .bib files of the workspace, unless you name another here or
its folder in the setting bibFolders of your own configuration.`
}

// Run remembers what the user says of a file.
func (c trustCmd) Run(std streams) error {
	trust := config.OpenTrust()
	switch {
	case !trust.Lasts():
		return errors.New("the system names no folder to remember this in: set HOME or XDG_STATE_HOME")
	case filepath.Base(c.File) == config.FileName:
		return c.settings(std, trust)
	case strings.EqualFold(filepath.Ext(c.File), ".bib"):
		return c.bib(std, trust)
	}
	return fmt.Errorf("%w: %s: neither a %s nor a .bib", errUsage, c.File, config.FileName)
}

func (c trustCmd) settings(std streams, trust *config.Trust) error {
	folder := filepath.Dir(c.File)
	if c.Revoke {
		path, err := config.WorkspaceFile(folder)
		if err == nil {
			err = trust.Set(path, "", config.NotAsked)
		}
		return c.report(std, path, err)
	}
	found, err := config.Examine(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: there is no such file: name the scilit.toml of a workspace", c.File)
	}
	if err != nil {
		return err
	}
	if len(found.Keys) == 0 {
		fmt.Fprintf(std.out, "%s: sets nothing that needs trust\n", found.File)
		return nil
	}
	if err := trust.Set(found.File, found.Sum, config.IsTrusted); err != nil {
		return err
	}
	fmt.Fprintf(std.out, "%s: %s: trusted\nAn editor that is open takes it up when its server starts again.\n", found.File, strings.Join(found.Keys, ", "))
	return nil
}

func (c trustCmd) bib(std streams, trust *config.Trust) error {
	path, err := confine.Resolve(c.File)
	if err != nil {
		return fmt.Errorf("%s: %w: name the file itself", c.File, err)
	}
	return c.report(std, path, trust.SetMayEdit(path, !c.Revoke))
}

func (c trustCmd) report(std streams, what string, err error) error {
	if err != nil {
		return err
	}
	done := "trusted"
	if c.Revoke {
		done = "trusted no longer"
	}
	fmt.Fprintf(std.out, "%s: %s\n", what, done)
	return nil
}
