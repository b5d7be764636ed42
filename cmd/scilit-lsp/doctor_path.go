package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/config/confine"
)

// binaries checks whether the program that editors would find on PATH is this one.
func (k *checkup) binaries(ctx context.Context) {
	own, err := os.Executable()
	if err != nil {
		return
	}
	first, err := exec.LookPath("scilit-lsp")
	switch {
	case err != nil:
		k.problem(fmt.Errorf("editors cannot start scilit-lsp, because it is not in PATH; add %s to PATH",
			filepath.Dir(own)))
	case !confine.Same(first, own):
		k.problem(otherVersion(ctx, first, own))
	}
}

// otherVersion runs another copy of the program and returns an error if its version differs from
// this program's.
func otherVersion(ctx context.Context, first, own string) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	printed, err := exec.CommandContext(ctx, first, "--version").Output()
	other := strings.TrimSpace(string(printed))
	if err != nil {
		other = "unknown, because it failed when run with --version"
	}
	if other == version {
		return nil
	}
	return fmt.Errorf("editors start %s (version %s), but this program is %s (version %s); remove one of them, or "+
		"put the folder of the one you want first in PATH", first, other, own, version)
}
