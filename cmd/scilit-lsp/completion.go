package main

import (
	"embed"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
)

//go:embed shell
var shells embed.FS

type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"Your shell: ${enum}."`
}

func (c completionCmd) Help() string {
	return `If no package has installed the script, install it as follows:

  bash   eval "$(scilit-lsp completion bash)" in ~/.bashrc
  zsh    scilit-lsp completion zsh > DIR/_scilit-lsp, where DIR is a folder in $fpath
  fish   scilit-lsp completion fish > ~/.config/fish/completions/scilit-lsp.fish`
}

func (c completionCmd) Run(std cli.Streams) error {
	script, err := shells.ReadFile("shell/completion." + c.Shell)
	if err == nil {
		_, err = fmt.Fprintf(std.Out, "%s", script)
	}
	return err
}
