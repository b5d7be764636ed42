package config

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/BurntSushi/toml"
)

// Configuration files for editors contain only known settings and the right command name.
func TestTheFilesOfEditorsAreRead(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	t.Setenv("SCILIT_INDEX", "")
	command, settings := helix(t)
	check(t, "Helix", command, settings)
	command, settings = sublime(t)
	check(t, "Sublime Text", command, settings)
	zed(t)
}

func check(t *testing.T, editor, command string, settings any) {
	t.Helper()
	raw, err := json.Marshal(settings)
	if err != nil {
		t.Fatal(err)
	}
	l := fromEditor(string(raw))
	if command != "scilit-lsp" || len(l.Problems) > 0 || len(l.Settings.Indexes) != 1 {
		t.Errorf("%s: command %q, settings %s: %q", editor, command, raw, texts(l.Problems))
	}
}

func helix(t *testing.T) (string, any) {
	var file struct {
		Servers map[string]struct {
			Command string
			Config  map[string]any
		} `toml:"language-server"`
	}
	if _, err := toml.DecodeFile("../editors/helix/languages.toml", &file); err != nil {
		t.Fatal(err)
	}
	server := file.Servers["scilit-lsp"]
	return server.Command, server.Config
}

func sublime(t *testing.T) (string, any) {
	var file struct {
		Clients map[string]struct {
			Command  []string
			Settings map[string]any
		}
	}
	raw, err := os.ReadFile("../editors/sublime/LSP.sublime-settings")
	if err == nil {
		err = json.Unmarshal(raw, &file)
	}
	if err != nil {
		t.Fatal(err)
	}
	client := file.Clients["scilit-lsp"]
	return client.Command[0], map[string]any{"indexes": client.Settings["scilit.indexes"]}
}

func zed(t *testing.T) {
	var file struct {
		ID      string
		Servers map[string]struct {
			Languages []string
			IDs       map[string]string `toml:"language_ids"`
		} `toml:"language_servers"`
	}
	if _, err := toml.DecodeFile("../editors/zed/extension.toml", &file); err != nil {
		t.Fatal(err)
	}
	server := file.Servers["scilit-lsp"]
	for _, language := range server.Languages {
		if server.IDs[language] == "" {
			t.Errorf("Zed: %s has no identifier", language)
		}
	}
	if file.ID == "" || len(server.Languages) == 0 {
		t.Errorf("Zed: %+v", file)
	}
}
