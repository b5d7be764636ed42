package config

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strings"
)

// LLM configures the user's language model. If URL is empty, no model is used.
type LLM struct {
	URL               string   `json:"url"`
	Model             string   `json:"model"`
	KeyEnv            string   `json:"keyEnv"`
	KeyCommand        []string `json:"keyCommand"`
	Context           int      `json:"context"`
	FirstTokenTimeout int      `json:"firstTokenTimeout"`
	Timeout           int      `json:"timeout"`
}

// WriterLLM is the value of the writer setting that selects the model configured in LLM.
const WriterLLM = "llm"

var variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// The maximum lengths of values, in bytes.
const maxModelName, maxAddress = 200, 2000

func (l LLM) checkURL() error {
	if l.URL != "" && !isServiceAddress(l.URL) {
		return errors.New("not a valid service URL: use one such as http://localhost:11434/v1, without user name, " +
			"password or key")
	}
	return nil
}

func (l LLM) checkModel() error {
	if len(l.Model) > maxModelName || len(l.Model) <= maxShown && shown(l.Model) != l.Model {
		return errors.New("not a valid model name: use the name listed by the service")
	}
	return nil
}

func (l LLM) checkKeyEnv() error {
	if l.KeyEnv == "" {
		return nil
	}
	return checkVariable(l.KeyEnv, "key")
}

// checkVariable returns an error if name is not the name of an environment variable. The user may have
// given the secret itself, so the error does not repeat it.
func checkVariable(name, secret string) error {
	if variableName.MatchString(name) {
		return nil
	}
	return fmt.Errorf("give the name of an environment variable, not the %s itself: a name consists of letters, "+
		"digits and _, without $", secret)
}

// checkVariables checks the variables that contain secrets, by source or server.
func checkVariables(names map[string]string, secret string) error {
	for of, name := range names {
		if err := checkVariable(name, secret); err != nil {
			return fmt.Errorf("%s: %w", shown(of), err)
		}
	}
	return nil
}

// checkCommands checks the programs that print secrets, by source or server.
func checkCommands(commands map[string][]string) error {
	for of, command := range commands {
		if err := checkCommandLine(command, false); err != nil {
			return fmt.Errorf("%s: %w", shown(of), err)
		}
	}
	return nil
}

// tidyCommand expands a leading ~ in the path of a program. It rejects a relative path, which would
// be resolved in the workspace.
func tidyCommand(command []string) error {
	if len(command) == 0 {
		return nil
	}
	command[0] = ExpandHome(command[0])
	if strings.ContainsAny(command[0], `/\`) {
		return allAbsolute(command[:1])
	}
	return nil
}

func checkCommandLine(command []string, optional bool) error {
	if len(command) == 0 && optional || len(command) > 0 && command[0] != "" {
		return nil
	}
	return errors.New("give a program and its arguments")
}

func isServiceAddress(address string) bool {
	u, err := url.Parse(address)
	return err == nil && len(address) <= maxAddress && (u.Scheme == "http" || u.Scheme == "https") &&
		u.Hostname() != "" && u.User == nil && u.RawQuery == "" && u.Fragment == ""
}

// errUserOnly is returned if a workspace sets a key that only the user may set.
var errUserOnly = errors.New("no workspace may set this value, not even a trusted one: set it in your own settings")

// asksModel reports whether a value selects the user's language model as the writer of sentences.
func asksModel(key string, value []byte) bool {
	return key == "writer" && strings.Contains(string(value), WriterLLM)
}
