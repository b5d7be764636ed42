package config

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

func TestTheReadmeShowsEverySettingWithItsDefault(t *testing.T) {
	workspace(t, "")
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(readme), "A whole `scilit.toml`")
	_, rest, fenced := strings.Cut(rest, "```toml\n")
	example, _, closed := strings.Cut(rest, "```")
	if !found || !fenced || !closed {
		t.Fatal("README.md shows no whole scilit.toml")
	}
	write(t, UserFile(), example)
	l := Load(Sources{})
	for _, problem := range l.Problems {
		t.Error(problem)
	}
	for _, key := range Keys() {
		if _, shown := l.Origins[key]; !shown && key != "features" && !strings.HasPrefix(key, "features.") {
			t.Errorf("README.md lacks the setting %s", key)
		}
	}
	if shown, defaults := asJSON(t, l.Settings), asJSON(t, Default()); shown != defaults {
		t.Errorf("README.md shows other defaults:\n%s\nwant\n%s", shown, defaults)
	}
}

// asJSON prints settings, with no difference between no list or table and an empty one.
func asJSON(t *testing.T, s Settings) string {
	t.Helper()
	raw, err := json.MarshalIndent(s, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return strings.NewReplacer("null", "[]", "{}", "[]").Replace(string(raw))
}
