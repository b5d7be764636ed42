package config

import (
	"errors"
	"fmt"
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

// tidy normalizes the names of sources, which may be in any case, and removes duplicates.
func (o *Online) tidy() {
	for i, name := range o.Sources {
		o.Sources[i] = strings.ToLower(strings.TrimSpace(name))
	}
	slices.Sort(o.Sources)
	o.Sources = slices.Compact(o.Sources)
}

var emailAddress = regexp.MustCompile(`^[^@\s<>"]+@[^@\s<>"]+\.[^@\s<>"]+$`)

// maxEmail is the maximum length of an email address.
const maxEmail = 254

func (o Online) checkEmail() error {
	if o.Email != "" && (len(o.Email) > maxEmail || !emailAddress.MatchString(o.Email)) {
		return errors.New("not a valid e-mail address: use one such as name@example.org")
	}
	return nil
}

func checkSources(names []string) error {
	for _, name := range names {
		if err := sources.Check(shown(name)); err != nil {
			return err
		}
	}
	return nil
}

func (o Online) checkKeyEnv() error {
	for name, variable := range o.KeyEnv {
		if !variableName.MatchString(variable) {
			return fmt.Errorf("%s: give the name of an environment variable, not the key itself: a name consists of "+
				"letters, digits and _, without $", shown(name))
		}
	}
	return checkSources(slices.Sorted(maps.Keys(o.KeyEnv)))
}

func (o Online) checkKeyCommand() error {
	for name, command := range o.KeyCommand {
		if err := checkCommandLine(command, false); err != nil {
			return fmt.Errorf("%s: %w", shown(name), err)
		}
	}
	return checkSources(slices.Sorted(maps.Keys(o.KeyCommand)))
}
