package config

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// workspace creates a folder with a scilit.toml, for a user without settings.
func workspace(t *testing.T, settings string) (dir string) {
	t.Helper()
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	t.Setenv("SCILIT_INDEX", "")
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, FileName), settings)
	return dir
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// trusting returns a Trust in which the current scilit.toml of a folder is trusted.
func trusting(t *testing.T, dir string) *Trust {
	t.Helper()
	trust := NewTrust("")
	raw, err := os.ReadFile(filepath.Join(dir, FileName))
	if err == nil {
		err = trust.Set(filepath.Join(dir, FileName), Sum(raw), IsTrusted)
	}
	if err != nil {
		t.Fatal(err)
	}
	return trust
}

func fromEditor(settings string) Loaded {
	return Load(Sources{Editor: []Layer{{JSON: []byte(settings)}}})
}

func texts(problems []error) (all []string) {
	for _, p := range problems {
		all = append(all, p.Error())
	}
	return all
}

func TestAWrongSettingIsNamedWithItsLineAndTheRestIsKept(t *testing.T) {
	dir := workspace(t, `# comment
candidates = "many"
indexes = ["acl"]
engine = "quantum"
citeCommand = '\autocite'
colour = "red"
[network]
allow = ["api.example.org"]
deny = ["x"]
[library]
every = "often"
zotero = true
`)
	l := Load(Sources{Roots: []string{dir}, Trust: trusting(t, dir)})
	want := Default()
	want.Indexes, want.CiteCommand, want.Network.Allow, want.Library.Zotero = []string{filepath.Join(dir, "acl")}, "autocite", []string{"api.example.org"}, true
	if diff := cmp.Diff(want, l.Settings); diff != "" {
		t.Error(diff)
	}
	var got []string
	for _, p := range texts(l.Problems) {
		got = append(got, strings.TrimPrefix(p, filepath.Join(dir, FileName)))
	}
	expect := []string{
		":2: setting scilit.candidates: found string, expected a whole number",
		":6: setting scilit.colour: unknown name",
		`:4: setting scilit.engine: "quantum" is not one of auto, neural, plain`,
		":11: setting scilit.library.every: found string, expected a whole number",
		":9: setting scilit.network.deny: unknown name",
	}
	if diff := cmp.Diff(expect, got); diff != "" {
		t.Error(diff)
	}
	if origin := l.Origins["library.zotero"]; origin.Line != 12 || origin.From != Trusted {
		t.Errorf("library.zotero is from %v", origin)
	}
}

// Earlier versions had a writer that no longer exists. The composer replaces it, even if another
// file names another writer, and the other settings are kept.
func TestAWriterThatWasRemovedIsReplaced(t *testing.T) {
	dir := workspace(t, "candidates = 3\nwriter = \"model\"\n")
	write(t, UserFile(), ownModel)
	const want = FileName + `:2: setting scilit.writer: "model" was removed, so sentences are composed from the paper's own statements`
	l := Load(Sources{Roots: []string{dir}})
	if len(l.Problems) != 1 || !strings.HasSuffix(l.Problems[0].Error(), want) {
		t.Errorf("%q, want %q", texts(l.Problems), want)
	}
	if l.Settings.Writer != "composer" || l.Settings.Candidates != 3 || l.Origins["writer"].Line != 2 {
		t.Errorf("%+v from %v", l.Settings, l.Origins["writer"])
	}
	if l = fromEditor(`{"writer": "model", "candidates": 4}`); len(l.Problems) != 1 || l.Settings.Writer != "composer" || l.Settings.Candidates != 4 {
		t.Errorf("from the editor: %q, %+v", texts(l.Problems), l.Settings)
	}
}

func TestABrokenFileOfSettingsIsNamedWithItsLine(t *testing.T) {
	dir := workspace(t, "candidates = 3\nindexes = [\n")
	l := Load(Sources{Roots: []string{dir}})
	if len(l.Problems) != 1 || !strings.Contains(l.Problems[0].Error(), FileName+":") || l.Settings.Candidates != 5 {
		t.Errorf("%v, %+v", l.Problems, l.Settings)
	}
}

func TestAWrongValueFromTheEditorCostsNoOther(t *testing.T) {
	workspace(t, "")
	before := `{"indexes": ["/before", "/too"]}`
	l := Load(Sources{Editor: []Layer{{JSON: []byte(before)}, {JSON: []byte(`{"scilit": {"indexes": ["/a", 3], "candidates": 7, "trace": "off"}}`)}}})
	want := Default()
	want.Indexes, want.Candidates = []string{"/before", "/too"}, 7
	if diff := cmp.Diff(want, l.Settings); diff != "" {
		t.Error(diff)
	}
	if len(l.Problems) != 1 || !strings.Contains(l.Problems[0].Error(), "scilit.indexes") {
		t.Errorf("%v", l.Problems)
	}
}

func TestEveryEditorIsToldOfAKeyThatIsNone(t *testing.T) {
	workspace(t, "")
	if l := fromEditor(`{"index": ["/a"], "library": {"folder": []}, "server": {"path": "x"}}`); len(l.Problems) != 2 {
		t.Errorf("%v", l.Problems)
	}
	shared := Layer{JSON: []byte(`{"texlab": {"build": {}}, "candidates": 3}`), Shared: true}
	if l := Load(Sources{Editor: []Layer{shared}}); len(l.Problems) != 0 || l.Settings.Candidates != 3 {
		t.Errorf("%v, %+v", l.Problems, l.Settings)
	}
}

func TestAKeyThatIsMisspeltIsNamedWithTheOneThatIsMeant(t *testing.T) {
	workspace(t, "")
	for given, want := range map[string]string{
		`{"candidats": 3}`:               "candidats: unknown name (did you mean scilit.candidates?)",
		`{"library": {"folder": ["a"]}}`: "library.folder: unknown name (did you mean scilit.library.folders?)",
		`{"Prefers": "mark"}`:            "Prefers: unknown name (did you mean scilit.prefer?)",
		`{"ltex": {}, "zotero": "x"}`:    "",
	} {
		got := ""
		for _, problem := range Load(Sources{Editor: []Layer{{JSON: []byte(given), Shared: true}}}).Problems {
			got += strings.TrimPrefix(problem.Error(), "setting scilit.")
			if !IsUnknown(problem) || !strings.HasPrefix(got, KeyOf(problem)+":") {
				t.Errorf("%v: no unknown key", problem)
			}
		}
		// if an editor sends all servers' settings at once, a table may belong to another server
		if got == "" && want != "" {
			for _, problem := range fromEditor(given).Problems {
				got += strings.TrimPrefix(problem.Error(), "setting scilit.")
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", given, got, want)
		}
	}
}

func TestDeeplyNestedSettingsAreRefusedByTheirKey(t *testing.T) {
	deep := strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000)
	dir := workspace(t, "citeCommand = "+deep+"\ncandidates = 3\n[library]\nfolders = [[[[[[[1]]]]]]]\n")
	l := Load(Sources{Roots: []string{dir}, Trust: trusting(t, dir)})
	if len(l.Problems) != 2 || !strings.HasSuffix(l.Problems[0].Error(), ":1: setting scilit.citeCommand: its value is nested more than 4 levels deep") || l.Settings.Candidates != 3 {
		t.Errorf("%v, %+v", l.Problems, l.Settings)
	}
	nested := strings.Repeat("[", 5000) + strings.Repeat("]", 5000)
	if l := fromEditor(`{"models": ` + nested + `, "candidates": 3}`); len(l.Problems) != 1 || l.Settings.Candidates != 3 {
		t.Errorf("%v", l.Problems)
	}
	if l := fromEditor(`{"models": ` + deep + deep + `}`); len(l.Problems) != 1 {
		t.Errorf("%v", l.Problems)
	}
}

func TestSettingsThatWouldHarmWhateverTheirOriginAreRefused(t *testing.T) {
	workspace(t, "")
	for _, settings := range []string{
		`{"citeCommand": "immediate\\write18{touch x}"}`,
		`{"citeCommand": "cite}{x"}`,
		`{"onnxruntime": "lib/x.so"}`, // this relative path would be read from the workspace
		`{"models": ["models"]}`,
		`{"bibFolders": ["."]}`,
		`{"library": {"every": 9223372036854775807}}`,
		`{"library": {"every": -1}}`,
		`{"modelIdleMinutes": 1000000000}`,
		`{"prefetch": 1000000}`,
		`{"prefetch": 0}`,
		`{"features": [[]]}`,
		`{"library": 3}`,
		`[]`,
	} {
		l := fromEditor(settings)
		if diff := cmp.Diff(Default(), l.Settings); len(l.Problems) != 1 || diff != "" {
			t.Errorf("%s: %v %s", settings, l.Problems, diff)
		}
	}
}

func TestEachSourceGoesOverTheOneBefore(t *testing.T) {
	dir := workspace(t, "candidates = 3\nkeyPattern = '[auth][year]'\n")
	t.Setenv("SCILIT_INDEX", "/environment")
	own := UserFile()
	write(t, own, "candidates = 2\nonnxruntime = 'lib'\nciteCommand = 'parencite'\n[library]\nfolders = ['papers']\n")
	l := Load(Sources{Roots: []string{dir}, Editor: []Layer{{JSON: []byte(`{"citeCommand": "autocite"}`)}}})
	var set []string
	for _, key := range slices.Sorted(maps.Keys(l.Origins)) {
		origin := strings.NewReplacer(dir, "WORKSPACE", filepath.Dir(own), "USER").Replace(l.Origins[key].String())
		set = append(set, key+" "+origin)
	}
	want := []string{
		"candidates WORKSPACE/scilit.toml:1", "citeCommand the editor", "indexes SCILIT_INDEX", "keyPattern WORKSPACE/scilit.toml:2",
		"library.folders USER/scilit.toml:5", "onnxruntime USER/scilit.toml:2",
	}
	if diff := cmp.Diff(want, set); diff != "" || len(l.Problems)+len(l.Refused) > 0 {
		t.Error(diff, l.Problems, l.Refused)
	}
	if s := l.Settings; s.ONNXRuntime != filepath.Join(filepath.Dir(own), "lib") || s.Candidates != 3 || s.CiteCommand != "autocite" {
		t.Errorf("%+v", s)
	}
}

func TestTheUsersOwnFileIsNoWorkspaces(t *testing.T) {
	dir := workspace(t, "")
	write(t, UserFile(), "indexes = ['/mine']\n")
	os.Remove(filepath.Join(dir, FileName))
	if err := os.Symlink(UserFile(), filepath.Join(dir, FileName)); err != nil {
		t.Skip(err)
	}
	for _, root := range []string{filepath.Dir(UserFile()), dir} {
		if l := Load(Sources{Roots: []string{root}}); len(l.Refused)+len(l.Problems) > 0 || len(l.Settings.Indexes) != 1 {
			t.Errorf("%v, %v", l.Refused, l.Problems)
		}
	}
}

func TestOnlyWhatTheUserNamesCountsAsNamed(t *testing.T) {
	workspace(t, "")
	for raw, want := range map[string]bool{
		`{}`:                                   false,
		`{"library": {"bib": true}}`:           false,
		`{"library": {"folders": ["papers"]}}`: true,
		`{"library": {"zotero": true}}`:        true,
		`{"indexes": ["index"]}`:               true,
	} {
		if l := fromEditor(raw); len(l.Problems) > 0 || l.Settings.NamesPapers() != want {
			t.Errorf("%s: %v, want %v (%v)", raw, l.Settings.NamesPapers(), want, l.Problems)
		}
	}
}

func TestFeaturesCanBeSwitchedOff(t *testing.T) {
	workspace(t, "")
	l := fromEditor(`{"features": {"completion": false, "definition": true}}`)
	if f := l.Settings.Features; len(l.Problems) > 0 || f.Completion != Off || f.Definition != On || f.Rename != Auto {
		t.Errorf("%+v, %v", f, l.Problems)
	}
	l = fromEditor(`{"features": {"rename": "sometimes", "links": false}}`)
	if len(l.Problems) != 1 || !strings.Contains(l.Problems[0].Error(), `true, false or "auto"`) || l.Settings.Features.Links != Off {
		t.Errorf("%v, %+v", l.Problems, l.Settings.Features)
	}
	if l = fromEditor(`{"features": false}`); len(l.Problems) > 0 || l.Settings.Features.Links != Off {
		t.Errorf("%v, %+v", l.Problems, l.Settings.Features)
	}
	raw, err := json.Marshal(l.Settings.Features)
	if err != nil || !strings.Contains(string(raw), `"links":false`) {
		t.Errorf("%s, %v", raw, err)
	}
}
