//go:build replay

package main

import (
	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/literature"
	"github.com/scilit-lsp/scilit-lsp/engine/online/onlinetest"
)

// With the build tag replay, the program queries a local stand-in for all online sources. Only the
// editors' tests use it.
func init() {
	standIn, roots, err := onlinetest.FromEnvironment()
	if err != nil {
		panic(err)
	}
	if standIn == "" {
		return
	}
	literatureOf = func(w *backend.Builder) literature.Opener {
		return literature.Opener{Builder: w, Version: version, StandIn: standIn, Roots: roots}
	}
}
