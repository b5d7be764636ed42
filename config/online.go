package config

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/online"
)

// Online says which repositories of the literature may be asked, and with which of the
// user's data. A source that is named here may be connected to, at its own hosts alone.
type Online struct {
	Sources []string `json:"sources"` // by name; none are asked where empty
	Email   string   `json:"email"`   // sent to the sources that ask for one
	// Ask is when the words that a search sends are shown first: "first" of a document and
	// host, "each" time, or "never".
	Ask string `json:"ask"`
	// KeyEnv and KeyCommand say where the key of a source comes from, by its name: an
	// environment variable, or a program and its arguments, which prints it.
	KeyEnv     map[string]string   `json:"keyEnv"`
	KeyCommand map[string][]string `json:"keyCommand"`
}

// The values of online.ask.
const (
	AskFirst = "first"
	AskEach  = "each"
	AskNever = "never"
)

// clone shares no list and no table with o.
func (o Online) clone() Online {
	o.Sources, o.KeyEnv, o.KeyCommand = slices.Clone(o.Sources), maps.Clone(o.KeyEnv), maps.Clone(o.KeyCommand)
	return o
}

// tidy takes the names of sources in any case, each once.
func (o *Online) tidy() {
	for i, name := range o.Sources {
		o.Sources[i] = strings.ToLower(strings.TrimSpace(name))
	}
	slices.Sort(o.Sources)
	o.Sources = slices.Compact(o.Sources)
}

var (
	emailAddress = regexp.MustCompile(`^[^@\s<>"]+@[^@\s<>"]+\.[^@\s<>"]+$`)
	variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
)

func (o Online) check() error {
	switch {
	case o.Ask != AskFirst && o.Ask != AskEach && o.Ask != AskNever:
		return fmt.Errorf("%q is none of first, each, never", shown(o.Ask))
	case o.Email != "" && (len(o.Email) > maxEmail || !emailAddress.MatchString(o.Email)):
		return fmt.Errorf("it is no e-mail address")
	}
	for _, names := range [][]string{o.Sources, slices.Sorted(maps.Keys(o.KeyEnv)), slices.Sorted(maps.Keys(o.KeyCommand))} {
		if err := checkSources(names); err != nil {
			return err
		}
	}
	return o.checkKeys()
}

// maxEmail is the longest address that mail allows.
const maxEmail = 254

func checkSources(names []string) error {
	for _, name := range names {
		if !slices.Contains(online.Sources(), name) {
			return fmt.Errorf("%q is no online source: known are %s", shown(name), strings.Join(online.Sources(), ", "))
		}
	}
	return nil
}

func (o Online) checkKeys() error {
	for name, variable := range o.KeyEnv {
		if !variableName.MatchString(variable) {
			return fmt.Errorf("%s: give the name of an environment variable, not the key itself", name)
		}
	}
	for name, command := range o.KeyCommand {
		if len(command) == 0 || command[0] == "" {
			return fmt.Errorf("%s: give a program and its arguments", name)
		}
	}
	return nil
}
