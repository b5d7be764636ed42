package lsp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAWrongSettingIsNamedWithItsLineAndTheRestIsKept(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	dir := t.TempDir()
	path := filepath.Join(dir, settingsFile)
	os.WriteFile(path, []byte(`# comment
candidates = "many"
indexes = ["acl"]
engine = "quantum"
citeCommand = '\autocite'
colour = "red"
[network]
allow = ["api.example.org"]
`), 0o644)
	settings, problems := LoadSettings([]string{dir})
	want := Settings{
		Engine: "auto", Candidates: 5, ModelIdleMinutes: 10, ReferenceStyle: "apa", Indexes: []string{filepath.Join(dir, "acl")}, CiteCommand: "autocite",
		Network: Network{Allow: []string{"api.example.org"}}, Diagnostics: defaultDiagnostics(), Library: defaultLibrary(),
	}
	if diff := cmp.Diff(want, settings); diff != "" {
		t.Error(diff)
	}
	var got []string
	for _, p := range problems {
		got = append(got, strings.TrimPrefix(p.Error(), path))
	}
	expect := []string{
		":2: setting scilit.candidates: string given where a whole number belongs",
		":6: setting scilit.colour: there is no such setting",
		`:4: setting scilit.engine: "quantum" is none of auto, neural, plain`,
	}
	if diff := cmp.Diff(expect, got); diff != "" {
		t.Error(diff)
	}
}

func TestABrokenFileOfSettingsIsNamedWithItsLine(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	dir := t.TempDir()
	os.WriteFile(filepath.Join(dir, settingsFile), []byte("candidates = 3\nindexes = [\n"), 0o644)
	settings, problems := LoadSettings([]string{dir})
	if len(problems) != 1 || !strings.Contains(problems[0].Error(), settingsFile+":") || settings.Candidates != 5 {
		t.Errorf("%v, %+v", problems, settings)
	}
}

func TestAWrongValueFromTheEditorCostsNoOther(t *testing.T) {
	settings := Settings{Engine: "auto", Candidates: 5, ModelIdleMinutes: 10, ReferenceStyle: "apa", Indexes: []string{"/before", "/too"}}
	problems := settings.merge([]byte(`{"scilit": {"indexes": ["/a", 3], "candidates": 7, "trace": "off"}}`))
	want := Settings{Engine: "auto", Candidates: 7, ModelIdleMinutes: 10, ReferenceStyle: "apa", Indexes: []string{"/before", "/too"}}
	if diff := cmp.Diff(want, settings); diff != "" {
		t.Error(diff)
	}
	if len(problems) != 1 || !strings.Contains(problems[0].Error(), "scilit.indexes") {
		t.Errorf("%v", problems)
	}
}

func TestVSCodeDeclaresEverySetting(t *testing.T) {
	var manifest struct {
		Contributes struct {
			Configuration struct{ Properties map[string]any }
		}
	}
	raw, err := os.ReadFile("../editors/vscode/package.json")
	if err == nil {
		err = json.Unmarshal(raw, &manifest)
	}
	if err != nil {
		t.Fatal(err)
	}
	passedOn, err := os.ReadFile("../editors/vscode/src/server/settings.ts")
	if err != nil {
		t.Fatal(err)
	}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[Settings]()) {
		name := field.Tag.Get("json")
		if name == "network" {
			name = "network.allow"
		}
		if manifest.Contributes.Configuration.Properties["scilit."+name] == nil || !strings.Contains(string(passedOn), "'"+name+"'") {
			t.Errorf("editors/vscode/package.json and src/server/settings.ts lack the setting %s", name)
		}
	}
}

func TestOnlyWhatTheUserNamesCountsAsNamed(t *testing.T) {
	for raw, want := range map[string]bool{
		`{}`:                                   false,
		`{"library": {"bib": true}}`:           false,
		`{"library": {"folders": ["papers"]}}`: true,
		`{"library": {"zotero": true}}`:        true,
		`{"indexes": ["index"]}`:               true,
	} {
		settings := DefaultSettings()
		settings.Indexes = nil // SCILIT_INDEX may name some
		if problems := settings.merge([]byte(raw)); len(problems) > 0 || settings.namesPapers() != want {
			t.Errorf("%s: %v, want %v (%v)", raw, settings.namesPapers(), want, problems)
		}
	}
}
