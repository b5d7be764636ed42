package main

import (
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/literature"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// asked says when a user sees what is sent.
var asked = map[string]string{
	config.AskFirst: "what is sent is shown before the first search of a document at a host",
	config.AskEach:  "what is sent is shown before each search",
	config.AskNever: "searches are sent without a question",
}

// online says which sources may be asked, and what was found; it asks none.
func (k *checkup) online() {
	settings := k.loaded.Settings
	for _, source := range literature.Sources(settings.Online) {
		if source.On {
			k.say("online source %s: %s", source.Name, strings.Join(source.Hosts, ", "))
		}
	}
	if len(settings.Online.Sources) > 0 {
		k.say("online: %s; `scilit-lsp online check` asks whether they answer", asked[settings.Online.Ask])
	}
	found, err := new(app.Wiring).Found(settings)
	if err != nil {
		return // the engine says why
	}
	listing, there, err := found.Look()
	switch {
	case err != nil:
		k.problem(fmt.Errorf("the papers found online: %w", err))
	case there:
		k.found = listing.Papers
		k.say("found online: %s in %s", text.Count(listing.Papers, "paper"), found.Dir())
	}
}
