package config

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// loadWithProject loads the settings that VS Code sends from a workspace with the given
// settings.json.
func loadWithProject(t *testing.T, project, sent string, trust *Trust) Loaded {
	t.Helper()
	dir := workspace(t, "")
	write(t, filepath.Join(dir, ".vscode", "settings.json"), project)
	return Load(Sources{Roots: []string{dir}, Editor: []Layer{{JSON: []byte(sent)}}, Trust: trust})
}

// The editor does not report which file a value comes from, so the server reads the workspace's
// file itself.
func TestAWorkspacesVSCodeSettingsAreRefused(t *testing.T) {
	for name, c := range map[string]struct{ project, sent string }{
		"plain":         {`{"scilit.writer": "llm"}`, `{"writer": "llm"}`},
		"with comments": {"\xef\xbb\xbf{ // one\n\"a\": \"//\", /* two */ \"scilit.writer\": \"llm\", }", `{"writer": "llm"}`},
		"by language":   {`{"[latex]": {"scilit.writer": "llm"}}`, `{"writer": "llm"}`},
		"nested":        {`{"scilit": {"writer": "llm"}}`, `{"scilit": {"writer": "llm"}}`},
		"escaped":       {`{"\u0073cilit.wr\u0069ter": "llm"}`, `{"writer": "llm"}`},
		"other case":    {`{"scilit.WRITER": "llm"}`, `{"Writer": "llm"}`},
		"unparsable":    {`{"scilit.writer": "llm",,`, `{"writer": "llm"}`},
	} {
		l := loadWithProject(t, c.project, c.sent, nil)
		if l.Settings.Writer != Default().Writer || len(l.Refused) != 1 || !slices.Equal(l.Refused[0].Keys, []string{"writer"}) || l.Refused[0].ByEditor ||
			!strings.HasSuffix(l.Refused[0].String(), "settings.json: writer is ignored, because a workspace may not set it; set it in your own configuration") {
			t.Errorf("%s: writer %q, %+v, %v", name, l.Settings.Writer, l.Refused, l.Problems)
		}
	}
	if l := loadWithProject(t, `{"scilit.bibFile": "refs.bib"}`, `{"bibFile": "refs.bib"}`, nil); len(l.Refused) > 0 {
		t.Errorf("a .bib of the workspace: %+v", l.Refused)
	}
	l := loadWithProject(t, `{"scilit.indexes": ["/etc"], "scilit.candidates": 9}`, `{"indexes": ["/etc"], "candidates": 9}`, nil)
	if len(l.Settings.Indexes) > 0 || l.Settings.Candidates != 9 || len(l.Refused) != 1 {
		t.Errorf("%v, %d, %+v", l.Settings.Indexes, l.Settings.Candidates, l.Refused)
	}
}

func TestTheUsersOwnSettingsCountBesideVSCodeSettings(t *testing.T) {
	for _, project := range []string{`{}`, `{"editor.fontSize": 12}`, `{"scilit.writer": "composer"}`, `{"scilit.prefer": "mark"}`} {
		if l := loadWithProject(t, project, `{"writer": "llm"}`, nil); l.Settings.Writer != WriterLLM || len(l.Refused) > 0 {
			t.Errorf("%s: writer %q, %+v", project, l.Settings.Writer, l.Refused)
		}
	}
}

func TestVSCodeSettingsCanBeTrustedAsTheyAre(t *testing.T) {
	const project, sent = `{"scilit.writer": "llm"}`, `{"writer": "llm"}`
	trust := NewTrust("")
	refusal := loadWithProject(t, project, sent, trust).Refused[0]
	dir := filepath.Dir(filepath.Dir(refusal.File))
	if err := trust.Set(refusal.File, refusal.Sum, IsTrusted); err != nil {
		t.Fatal(err)
	}
	load := func() Loaded {
		return Load(Sources{Roots: []string{dir}, Editor: []Layer{{JSON: []byte(sent)}}, Trust: trust})
	}
	if l := load(); l.Settings.Writer != WriterLLM || len(l.Refused) > 0 {
		t.Errorf("trusted: writer %q, %+v", l.Settings.Writer, l.Refused)
	}
	write(t, refusal.File, `{"scilit.indexes": ["https://evil.example"]}`)
	raw := []byte(`{"scilit.indexes": ["https://evil.example"]}`)
	if err := trust.Set(refusal.File, Sum(raw), IsTrusted); err != nil {
		t.Fatal(err)
	}
	l := Load(Sources{Roots: []string{dir}, Editor: []Layer{{JSON: []byte(`{"indexes": ["https://evil.example"]}`)}}, Trust: trust})
	if len(l.Settings.Indexes) > 0 || len(l.Refused) != 1 || !l.Refused[0].ByEditor {
		t.Errorf("a trusted file names a server: %v, %+v", l.Settings.Indexes, l.Refused)
	}
	write(t, refusal.File, project+" ")
	if l := load(); l.Settings.Writer == WriterLLM {
		t.Error("a file that changed is still trusted")
	}
}

func FuzzValuesOfProject(f *testing.F) {
	f.Add([]byte(`{"a": [1,], /* */ "scilit.writer": "l\"lm", // x`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if json.Valid(raw) && !json.Valid(withoutComments(raw)) {
			t.Errorf("%q became %q", raw, withoutComments(raw))
		}
		valuesOfProject(raw)
	})
}
