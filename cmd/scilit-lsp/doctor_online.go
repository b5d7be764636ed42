package main

import (
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/literature"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// online prints the enabled online sources and the number of papers found online. It sends no
// requests.
func (k *checkup) online() {
	settings := k.loaded.Settings
	for _, source := range literature.Sources(settings.Online) {
		if source.On {
			k.printf("online source %s: %s", source.Name, strings.Join(source.Hosts, ", "))
		}
	}
	if len(settings.Online.Sources) > 0 {
		k.printf("%s; `scilit-lsp online check` tests whether the sources respond", consentHelp(settings.Online.Ask))
	}
	found, err := new(backend.Builder).Found(settings)
	if err != nil {
		return // the method engine reports this error
	}
	listing, there, err := found.Look()
	switch {
	case err != nil:
		k.problem(fmt.Errorf("cannot open the index of papers found online: %w; if the index is damaged, remove it "+
			"with `scilit-lsp online forget --found`", err))
	case there:
		k.found = listing.Papers
		k.printf("index of papers found online: %s in %s", text.Count(listing.Papers, "paper"), found.Dir())
	}
}

// consentHelp explains the effect of a value of the setting online.ask.
func consentHelp(value string) string {
	ask, _ := config.Find("online.ask")
	for _, choice := range ask.Choices {
		if choice.Value == value {
			return "confirmation of online searches: " + choice.Help
		}
	}
	return ""
}
