//go:build replay

package main

import (
	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/literature"
	"github.com/scilit-lsp/scilit-lsp/engine/online/onlinetest"
)

// In a build with the tag replay, the program queries a local server with recorded responses
// instead of the online sources. Only the tests of the editor extensions use such a build.
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
