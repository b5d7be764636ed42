package config

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// LLM says which language model of the user's may be asked, behind an OpenAI-compatible
// host. None is where URL is empty. No workspace sets any of it, trusted or not.
type LLM struct {
	URL   string `json:"url"`   // base of the service, http://localhost:11434/v1
	Model string `json:"model"` // as the host names it; may be empty where it has one
	// KeyEnv and KeyCommand say where the key comes from: an environment variable, or a
	// program and its arguments, which prints it. The key itself is no setting.
	KeyEnv     string   `json:"keyEnv"`
	KeyCommand []string `json:"keyCommand"`
	Context    int      `json:"context"` // the window of the model, in tokens
	// FirstTokenTimeout is how long the first word may take, Timeout the whole answer, in
	// seconds.
	FirstTokenTimeout int `json:"firstTokenTimeout"`
	Timeout           int `json:"timeout"`
}

// WriterLLM is the value of writer for sentences by the model of LLM.
const WriterLLM = "llm"

func defaultLLM() LLM { return LLM{Context: 4096, FirstTokenTimeout: 60, Timeout: 300} }

// Bounds of the model's settings. Unit: tokens, seconds.
const (
	minWindow, maxWindow   = 512, 4 << 20
	maxModelTimeout        = 3600
	maxModelName, maxModel = 200, 2000
)

var variable = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// clone shares no list with l.
func (l LLM) clone() LLM {
	l.KeyCommand = slices.Clone(l.KeyCommand)
	return l
}

// tidy completes the program of a key, which is looked for in no workspace.
func (l *LLM) tidy() error {
	if len(l.KeyCommand) == 0 {
		return nil
	}
	l.KeyCommand[0] = ExpandHome(l.KeyCommand[0])
	if strings.ContainsAny(l.KeyCommand[0], `/\`) {
		return allAbsolute(l.KeyCommand[:1])
	}
	return nil
}

func (l LLM) check() error {
	switch {
	case l.URL != "" && !isServiceAddress(l.URL):
		return fmt.Errorf("it is no address of a service: write one such as http://localhost:11434/v1, without name, password or key")
	case len(l.Model) > maxModelName || shown(l.Model) != l.Model && len(l.Model) <= maxShown:
		return fmt.Errorf("it is no name of a model")
	case l.KeyEnv != "" && !variable.MatchString(l.KeyEnv):
		return fmt.Errorf("give the name of an environment variable, not the key itself")
	case len(l.KeyCommand) > 0 && l.KeyCommand[0] == "":
		return fmt.Errorf("give a program and its arguments")
	case l.Context < minWindow || l.Context > maxWindow:
		return fmt.Errorf("%d tokens cannot be: give %d to %d", l.Context, minWindow, maxWindow)
	case l.FirstTokenTimeout < 1 || l.FirstTokenTimeout > maxModelTimeout:
		return fmt.Errorf("%d seconds cannot be: give 1 to %d", l.FirstTokenTimeout, maxModelTimeout)
	case l.Timeout < 1 || l.Timeout > maxModelTimeout:
		return fmt.Errorf("%d seconds cannot be: give 1 to %d", l.Timeout, maxModelTimeout)
	}
	return nil
}

func isServiceAddress(address string) bool {
	u, err := url.Parse(address)
	return err == nil && len(address) <= maxModel && (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "" && u.User == nil && u.RawQuery == "" && u.Fragment == ""
}

// isUsersAlone reports whether a key counts only in the user's own settings: it names who
// gets text, or a program, and trust in a file of a workspace is too little for it.
func isUsersAlone(key string) bool {
	table, _, _ := strings.Cut(key, ".")
	return table == "llm" || table == "remote" || table == "server"
}

// errUsersAlone is said of such a key in a workspace.
var errUsersAlone = fmt.Errorf("a workspace may not set this, trusted or not: set it in your own settings")

// asksModel reports whether a value of a workspace would have the user's model write.
func asksModel(key string, value []byte) bool {
	return key == "writer" && strings.Contains(string(value), WriterLLM)
}

// MayAsk reports whether the user allowed the model at an address on another machine to
// get text.
func (t *Trust) MayAsk(address string) bool {
	if t == nil {
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Contains(t.read().Models, address)
}

// SetMayAsk allows text to be sent to the model at an address, or no longer.
func (t *Trust) SetMayAsk(address string, may bool) error {
	return t.change(func(r *record) {
		r.Models = slices.DeleteFunc(r.Models, func(a string) bool { return a == address })
		if may {
			r.Models = append(r.Models, address)
		}
		r.Models = r.Models[max(0, len(r.Models)-maxAnswers):]
	})
}
