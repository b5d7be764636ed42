package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/config/confine"
)

type trustCmd struct {
	File   string `arg:"" optional:"" default:"scilit.toml" help:"A scilit.toml or .bib file (default ${default})."`
	Revoke bool   `help:"Stop trusting the file."`
}

func (c trustCmd) Help() string {
	return `A workspace may come from someone you do not know. Until you trust its scilit.toml, only settings that
change what is shown or written apply; indexes, models, onnxruntime, grobid, network, library and others are
ignored. Read the file first: its settings can run programs and send your papers to other machines. If the
file changes, you have to trust it again. Programs and indexes that it names may change without notice.

Citations are written only to .bib files in the workspace. To allow another .bib file, name it here,
or list its folder in the bibFolders setting of your own scilit.toml.`
}

func (c trustCmd) Run(std cli.Streams) error {
	trust := config.OpenTrust()
	switch {
	case !trust.Lasts():
		return errors.New("this decision cannot be saved, because the home folder is unknown; " +
			"set HOME or XDG_STATE_HOME to an absolute path")
	case filepath.Base(c.File) == config.FileName:
		return c.settings(std, trust)
	case strings.EqualFold(filepath.Ext(c.File), ".bib"):
		return c.bib(std, trust)
	}
	return fmt.Errorf("%w: %s is neither a %s nor a .bib file", cli.ErrUsage, c.File, config.FileName)
}

func (c trustCmd) settings(std cli.Streams, trust *config.Trust) error {
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
		return fmt.Errorf("%s does not exist; give the scilit.toml of a workspace", c.File)
	}
	if err != nil {
		return err
	}
	if len(found.Keys) == 0 {
		fmt.Fprintf(std.Out, "%s: none of its settings requires trust\n", found.File)
		return nil
	}
	if err := trust.Set(found.File, found.Sum, config.IsTrusted); err != nil {
		return err
	}
	fmt.Fprintf(std.Out, "%s is now trusted and may set %s.\n"+
		"Restart the server in open editors to apply the file's settings.\n",
		found.File, strings.Join(found.Keys, ", "))
	return nil
}

func (c trustCmd) bib(std cli.Streams, trust *config.Trust) error {
	path, err := confine.Resolve(c.File)
	if errors.Is(err, confine.ErrDangling) {
		return fmt.Errorf("%s: %w; give the path of the .bib file itself", c.File, err)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	return c.report(std, path, trust.SetMayEdit(path, !c.Revoke))
}

func (c trustCmd) report(std cli.Streams, what string, err error) error {
	if err != nil {
		return err
	}
	done := "trusted"
	if c.Revoke {
		done = "no longer trusted"
	}
	fmt.Fprintf(std.Out, "%s: %s\n", what, done)
	return nil
}
