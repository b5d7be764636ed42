package main

import (
	"embed"
	"fmt"
)

//go:embed shell
var shells embed.FS

type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"The shell: ${enum}."`
}

// Help says where the script goes.
func (c completionCmd) Help() string {
	return `Where the script belongs, if no package has put it there:

  bash   eval "$(scilit-lsp completion bash)" in ~/.bashrc
  zsh    scilit-lsp completion zsh > a folder of $fpath/_scilit-lsp
  fish   scilit-lsp completion fish > ~/.config/fish/completions/scilit-lsp.fish`
}

// Run prints the script.
func (c completionCmd) Run(std streams) error {
	script, err := shells.ReadFile("shell/completion." + c.Shell)
	if err == nil {
		_, err = fmt.Fprintf(std.out, "%s", script)
	}
	return err
}
