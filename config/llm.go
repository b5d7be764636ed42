package config

import (
	"errors"
	"net/url"
	"regexp"
	"slices"
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

// WriterLLM is the value of the setting writer that selects the model configured in LLM.
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
		return errors.New("not a valid model name: use the name that the service lists")
	}
	return nil
}

func (l LLM) checkKeyEnv() error {
	if l.KeyEnv != "" && !variableName.MatchString(l.KeyEnv) {
		return errors.New("give the name of an environment variable, not the key itself: a name consists of letters, " +
			"digits and _, without $")
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

// MayAsk reports whether the user allows sending text to the remote model at an address.
func (t *Trust) MayAsk(address string) bool {
	if t == nil {
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Contains(t.read().Models, address)
}

// SetMayAsk allows or forbids sending text to the remote model at an address.
func (t *Trust) SetMayAsk(address string, may bool) error {
	return t.change(func(r *record) {
		r.Models = slices.DeleteFunc(r.Models, func(a string) bool { return a == address })
		if may {
			r.Models = append(r.Models, address)
		}
		r.Models = r.Models[max(0, len(r.Models)-maxAnswers):]
	})
}
