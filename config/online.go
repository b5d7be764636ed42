package config

import (
	"cmp"
	"errors"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/online/sources"
)

// Online configures which online sources may be queried, and which of the user's data they receive.
type Online struct {
	Sources    []string            `json:"sources"`
	Email      string              `json:"email"`
	Ask        string              `json:"ask"`
	KeyEnv     map[string]string   `json:"keyEnv"`
	KeyCommand map[string][]string `json:"keyCommand"`
}

// The values of online.ask.
const (
	AskEach  = "each"
	AskFirst = "first"
	AskNever = "never"
)

// tidy lower-cases and sorts the source names and removes duplicates.
func (o *Online) tidy() {
	for i, name := range o.Sources {
		o.Sources[i] = strings.ToLower(strings.TrimSpace(name))
	}
	slices.Sort(o.Sources)
	o.Sources = slices.Compact(o.Sources)
}

var emailAddress = regexp.MustCompile(`^[^@\s<>"]+@[^@\s<>"]+\.[^@\s<>"]+$`)

const maxEmail = 254 // maximum length of an e-mail address, in bytes

func (o Online) checkEmail() error {
	if o.Email != "" && (len(o.Email) > maxEmail || !emailAddress.MatchString(o.Email)) {
		return errors.New("not a valid e-mail address: use one such as name@example.org")
	}
	return nil
}

func checkSources(names []string) error {
	return checkEach(names, func(name string) error { return sources.Check(shown(name)) })
}

// keyHelp is the end of the help of settings for keys.
var keyHelp = "Sources that accept keys: " + strings.Join(sources.AcceptingKeys(), ", ") + "."

func checkKeys[K any](bySource map[string]K) error {
	return checkEach(slices.Sorted(maps.Keys(bySource)), func(name string) error { return sources.CheckKey(shown(name)) })
}

func (o Online) checkKeyEnv() error {
	return cmp.Or(checkVariables(o.KeyEnv, "key"), checkKeys(o.KeyEnv))
}

func (o Online) checkKeyCommand() error {
	return cmp.Or(checkCommands(o.KeyCommand), checkKeys(o.KeyCommand))
}
