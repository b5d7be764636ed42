//go:build replay

package main

import (
	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/literature"
	"github.com/scilit-lsp/scilit-lsp/engine/online/onlinetest"
)

// A program that is built with the tag replay asks the world of a test in place of all
// online sources. It is built for the plays of editors alone: no released program has
// this file, and a world is on this machine.
func init() {
	standIn, roots, err := onlinetest.FromEnvironment()
	if err != nil {
		panic(err)
	}
	if standIn == "" {
		return
	}
	literatureOf = func(w *app.Wiring) literature.Opener {
		return literature.Opener{Wiring: w, Version: version, StandIn: standIn, Roots: roots}
	}
}
