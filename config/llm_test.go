package config

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const ownModel = `writer = "llm"
[llm]
url = "http://localhost:11434/v1"
model = "qwen3:8b"
key_env = "MODEL_KEY"
key_command = ["~/bin/key", "show"]
context = 8192
first_token_timeout = 5
timeout = 50
`

func TestTheUserNamesAModel(t *testing.T) {
	workspace(t, "")
	write(t, UserFile(), ownModel)
	l := Load(Sources{})
	want := LLM{"http://localhost:11434/v1", "qwen3:8b", "MODEL_KEY", []string{ExpandHome("~/bin/key"), "show"}, 8192, 5, 50}
	if diff := cmp.Diff(want, l.Settings.LLM); diff != "" || len(l.Problems) > 0 || l.Settings.Writer != WriterLLM {
		t.Error(diff, l.Problems)
	}
}

// If a workspace could set these, a host would receive the manuscript, or a program would run.
func TestNoWorkspaceNamesAModel(t *testing.T) {
	dir := workspace(t, ownModel)
	for name, trust := range map[string]*Trust{"a stranger's": nil, "trusted": trusting(t, dir)} {
		l := Load(Sources{Roots: []string{dir}, Trust: trust})
		if diff := cmp.Diff(Default().LLM, l.Settings.LLM); diff != "" || len(l.Problems) != 7 || !strings.Contains(texts(l.Problems)[0], "set it in your own settings") {
			t.Errorf("%s: %s, %q", name, diff, texts(l.Problems))
		}
	}
	if l := Load(Sources{Roots: []string{dir}}); l.Settings.Writer != "composer" || len(l.Refused) != 1 || l.Refused[0].Keys[0] != "writer" {
		t.Errorf("a workspace has the user's model write: %q, %v", l.Settings.Writer, l.Refused)
	}
	project := Layer{JSON: []byte(`{"writer":"LLM","llm":{"url":"http://evil.example"}}`), Project: "settings.json"}
	if l := Load(Sources{Editor: []Layer{project}}); l.Settings.LLM.URL != "" || l.Settings.Writer != "composer" {
		t.Errorf("%+v", l.Settings)
	}
}

func TestMistakesInTheSettingsOfAModel(t *testing.T) {
	for value, says := range map[string]string{
		`url = "localhost:11434"`: "http://localhost:11434/v1", `url = "https://me:secret@models.example"`: "without user name, password or key", `url = "https://models.example/?key=secret"`: "key",
		`url = "file:///etc/passwd"`: "URL: use one", `key_env = "sk-secret-1"`: "not the key itself", `key_command = "pass show secret"`: "a list of strings", `key_command = ["bin/secret"]`: "absolute path",
		`context = 100`: "512", `timeout = 0`: "between 1 and 3600", `first_token_timeout = 1000000`: "between 1 and 3600", `model = "a\u001b[31m"`: "not a valid model name", `key = "sk-secret"`: "unknown name",
	} {
		workspace(t, "")
		write(t, UserFile(), "[llm]\n"+value+"\n")
		l := Load(Sources{})
		if len(l.Problems) != 1 || !strings.Contains(l.Problems[0].Error(), says) || strings.Contains(l.Problems[0].Error(), "secret") {
			t.Errorf("%s: %q", value, texts(l.Problems))
		}
	}
}

func TestAModelOnAnotherMachineIsAllowedByTheUser(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trust.json")
	const address = "https://models.example/v1"
	if NewTrust(path).MayAsk(address) || (*Trust)(nil).MayAsk(address) {
		t.Error("a model is allowed by itself")
	}
	if err := NewTrust(path).SetMayAsk(address, true); err != nil || !NewTrust(path).MayAsk(address) || NewTrust(path).MayAsk("https://models.example:8443/v1") {
		t.Error("the answer is not remembered", err)
	}
	if err := NewTrust(path).SetMayAsk(address, false); err != nil || NewTrust(path).MayAsk(address) {
		t.Error("the answer cannot be taken back", err)
	}
}
