package config

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// hostile is a scilit.toml that contains every setting that a workspace could use to do harm, and
// some harmless ones.
const hostile = `candidates = 7
engine = "plain"
keyPattern = "[auth]_[year]"
features = false
onnxruntime = "lib/x.so"
ONNXRuntime = "lib/y.so"
"library.path" = "/tmp/theirs"
models = ["models"]
indexes = ["index"]
grobid = "http://evil.example:8070"
bibFile = ".bashrc"
bibFolders = ["/"]
modelIdleMinutes = 0
prefetch = 2000
network.allow = ["evil.example"]
[library]
folders = ["~/private"]
zotero = true
bib = true
every = 1
[online]
sources = ["crossref"]
email = "author@example.org"
ask = "never"
keyEnv = { openalex = "HOME" }
keyCommand = { openalex = ["touch", "owned"] }
[diagnostics]
malformed = false
`

// dangerousIn lists the settings in hostile that take effect only in a trusted workspace.
var dangerousIn = []string{
	"bibFile", "bibFolders", "grobid", "indexes", "library.bib", "library.every", "library.folders", "library.path", "library.zotero",
	"modelIdleMinutes", "models", "network.allow", "online.ask", "online.email", "online.keyCommand", "online.keyEnv", "online.sources", "onnxruntime", "prefetch",
}

func TestAWorkspaceSetsOnlyWhatCannotHarm(t *testing.T) {
	dir := workspace(t, hostile)
	l := Load(Sources{Roots: []string{dir}})
	want := Default()
	want.Candidates, want.Engine, want.KeyPattern, want.Diagnostics.Malformed = 7, "plain", "[auth]_[year]", false
	want.Features = Features{Off, Off, Off, Off, Off, Off, Off}
	if diff := cmp.Diff(want, l.Settings); diff != "" {
		t.Error(diff)
	}
	if len(l.Refused) != 1 || len(l.Problems) > 0 {
		t.Fatalf("%v, %v", l.Refused, l.Problems)
	}
	if diff := cmp.Diff(dangerousIn, l.Refused[0].Keys); diff != "" {
		t.Error(diff)
	}
	if text := l.Refused[0].String(); !strings.Contains(text, "onnxruntime") || !strings.Contains(text, "scilit-lsp trust ") {
		t.Error(text)
	}
}

func TestEveryKeyIsHarmlessOrForTheUserAlone(t *testing.T) {
	users := map[string]bool{}
	for _, key := range dangerousIn {
		users[key] = true
	}
	for _, key := range Keys() {
		if (setterOf(key) == TrustedWorkspace) != users[key] {
			t.Errorf("%s: decide whether a workspace may set it; if not, add it to hostile in this test", key)
		}
	}
}

func TestATrustedFileCountsUntilItChanges(t *testing.T) {
	dir := workspace(t, hostile)
	trust := trusting(t, dir)
	l := Load(Sources{Roots: []string{dir}, Trust: trust})
	if len(l.Refused) > 0 || l.Settings.GROBID == "" || l.Settings.Indexes[0] != filepath.Join(dir, "index") || !l.Origins["grobid"].IsUsers() {
		t.Fatalf("%v, %+v", l.Refused, l.Settings)
	}
	write(t, filepath.Join(dir, FileName), hostile+"# one more line\n")
	l = Load(Sources{Roots: []string{dir}, Trust: trust})
	if len(l.Refused) != 1 || l.Settings.GROBID != "" || l.Refused[0].Verdict != NotAsked {
		t.Errorf("%v, %+v", l.Refused, l.Settings)
	}
}

func TestTrustIsOfOneFileAlone(t *testing.T) {
	dir := workspace(t, hostile)
	trust := trusting(t, dir)
	copied := t.TempDir()
	write(t, filepath.Join(copied, FileName), hostile)
	if l := Load(Sources{Roots: []string{copied}, Trust: trust}); len(l.Refused) != 1 {
		t.Errorf("a copy elsewhere is trusted: its relative paths lead to other files")
	}
	if l := Load(Sources{Roots: []string{filepath.Join(dir, ".", "")}, Trust: trust}); len(l.Refused) != 0 {
		t.Error("the same folder by another name is not known")
	}
}

func TestAWorkspaceNamesOnlyABibOfItsOwn(t *testing.T) {
	dir := workspace(t, "")
	outside := t.TempDir()
	write(t, filepath.Join(outside, "refs.bib"), "")
	write(t, filepath.Join(outside, ".bashrc"), "")
	write(t, filepath.Join(dir, "refs", "own.bib"), "")
	for name, target := range map[string]string{"away.bib": "refs.bib", "shell.bib": ".bashrc", "dangling.bib": "new.bib"} {
		if err := os.Symlink(filepath.Join(outside, target), filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
	}
	if err := os.Symlink(outside, filepath.Join(dir, "folder")); err != nil {
		t.Skip(err)
	}
	for name, want := range map[string]bool{
		"refs/own.bib": true, "refs/new.BIB": true, "new/folder/x.bib": true, filepath.Join(dir, "refs", "own.bib"): true, "refs/../x.bib": true,
		".bashrc": false, "../x.bib": false, "~/x.bib": false, filepath.Join(outside, "refs.bib"): false, "refs.bib\n": false, "a\u202ebib.sh.bib": false,
		"away.bib": false, "shell.bib": false, "dangling.bib": false, "folder/refs.bib": false, "folder/new/x.bib": false, "x.bib/..": false, "": false,
	} {
		write(t, filepath.Join(dir, FileName), "bibFile = "+quoted(name)+"\n")
		l := Load(Sources{Roots: []string{dir}})
		if got := l.Settings.BibFile != ""; got != want || got == (len(l.Refused) > 0) {
			t.Errorf("%q: %q, refused %v, %v", name, l.Settings.BibFile, l.Refused, l.Problems)
		}
	}
}

func quoted(s string) string {
	return `"` + strings.NewReplacer("\\", `\\`, "\n", `\n`).Replace(s) + `"`
}

func TestAFileOfSettingsThatIsALinkStaysInItsFolder(t *testing.T) {
	dir := workspace(t, "")
	path := filepath.Join(dir, FileName)
	for target, problem := range map[string]string{
		filepath.Join(t.TempDir(), "gone"): "a link to a file outside the workspace",
		"/dev/zero":                        "a link to a file outside the workspace",
		// the link's target is the link itself
		path: "a link to a file outside the workspace",
		dir:  "not a regular file",
	} {
		os.Remove(path)
		if err := os.Symlink(target, path); err != nil {
			t.Skip(err)
		}
		l := Load(Sources{Roots: []string{dir}})
		if len(l.Problems) != 1 || !strings.Contains(l.Problems[0].Error(), problem) {
			t.Errorf("%s: %v", target, l.Problems)
		}
	}
	write(t, filepath.Join(dir, "settings", "mine.toml"), "candidates = 3\nindexes = ['x']\n")
	os.Remove(path)
	if err := os.Symlink(filepath.Join("settings", "mine.toml"), path); err != nil {
		t.Fatal(err)
	}
	if l := Load(Sources{Roots: []string{dir}}); l.Settings.Candidates != 3 || len(l.Refused) != 1 {
		t.Errorf("%+v", l)
	}
}

func TestAFileOfSettingsOfAnySizeCostsLittle(t *testing.T) {
	dir := workspace(t, "candidates = 3\n"+strings.Repeat("#", maxFile))
	l := Load(Sources{Roots: []string{dir}})
	if len(l.Problems) != 1 || !strings.Contains(l.Problems[0].Error(), "larger than the limit of 64 KB") || l.Settings.Candidates != 5 {
		t.Errorf("%v", l.Problems)
	}
}

func TestWhatAnEditorReadFromTheProjectIsTheWorkspaces(t *testing.T) {
	workspace(t, "")
	l := Load(Sources{Editor: []Layer{{JSON: []byte(`{"onnxruntime": "/x.so", "candidates": 9}`), Project: ".dir-locals.el"}}})
	if l.Settings.ONNXRuntime != "" || l.Settings.Candidates != 9 || len(l.Refused) != 1 || strings.Contains(l.Refused[0].String(), "scilit-lsp trust") {
		t.Errorf("%+v", l)
	}
}

func TestWhereTheEditorRestrictsAWorkspaceNoAnswerCounts(t *testing.T) {
	dir := workspace(t, "indexes = ['theirs']\nbibFile = 'own.bib'\ncandidates = 3\n")
	write(t, UserFile(), "models = ['/mine']\n")
	for _, sent := range []string{`{"restricted": true}`, `{"scilit": {"restricted": true}}`} {
		l := Load(Sources{Roots: []string{dir}, Trust: trusting(t, dir), Editor: []Layer{{JSON: []byte(sent)}}})
		if s := l.Settings; len(s.Indexes) > 0 || s.BibFile != "" || s.Candidates != 3 || len(s.Models) != 1 || len(l.Problems) > 0 {
			t.Errorf("%+v, %v", s, l.Problems)
		}
		if len(l.Refused) != 1 || l.Refused[0].Verdict != IsIgnored {
			t.Errorf("%v: the user would be asked", l.Refused)
		}
	}
}

func TestExamineNamesWhatTrustWouldBringIntoForce(t *testing.T) {
	dir := workspace(t, hostile)
	found, err := Examine(dir)
	if diff := cmp.Diff(dangerousIn, found.Keys); err != nil || diff != "" || found.Sum != Sum([]byte(hostile)) {
		t.Error(err, diff)
	}
	for _, broken := range []string{t.TempDir(), workspace(t, "indexes = [\n")} {
		if found, err := Examine(broken); err == nil {
			t.Errorf("%v", found)
		}
	}
}

// FuzzWorkspace checks that the file of an untrusted workspace cannot change a dangerous setting.
func FuzzWorkspace(f *testing.F) {
	f.Add([]byte(hostile))
	f.Add([]byte("[library]\nfolders = [{a = [1, 2]}, 3]\n[[indexes]]\nx = nan\n"))
	f.Add([]byte("network = {allow = ['x']}\n'library'.\"path\" = 2020-01-01\n"))
	f.Add([]byte("bibFile = '../../x.bib'\nLIBRARY.Folders=['x']\nfeatures.x.y.z.u.v = 1"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		dir := t.TempDir()
		l := &Loaded{Settings: Default(), Origins: map[string]Origin{}}
		l.mergeWorkspace(filepath.Join(dir, FileName), raw, NotAsked)
		got, want := l.Settings, Default()
		want.Engine, want.KeyPattern, want.CiteCommand, want.Candidates = got.Engine, got.KeyPattern, got.CiteCommand, got.Candidates
		want.ReferenceStyle, want.Diagnostics, want.Features = got.ReferenceStyle, got.Diagnostics, got.Features
		if name, err := json.Marshal(got.BibFile); err == nil && isBibInside(name, dir) {
			want.BibFile = got.BibFile
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}

// Finding the line of each key takes time, so a file with too many keys is rejected.
func TestAFileOfManyKeysIsNotRead(t *testing.T) {
	var many strings.Builder
	for i := range maxKeys + 1 {
		fmt.Fprintf(&many, "k%d = 1\n", i)
	}
	for _, file := range []string{"candidates = 3\n" + many.String(), "candidates = 3\n[features]\n" + many.String()} {
		l := Load(Sources{Roots: []string{workspace(t, file)}})
		if len(l.Problems) != 1 || !strings.Contains(l.Problems[0].Error(), "more than 100 settings") || l.Settings.Candidates != 5 {
			t.Errorf("%v, candidates %d", l.Problems, l.Settings.Candidates)
		}
	}
}

func TestNamesOfKeysAreShownWithoutWhatActs(t *testing.T) {
	l := Load(Sources{Roots: []string{workspace(t, `"\u001b[31mred\u202e\nkey" = 1`+"\n"+`"`+strings.Repeat("k", 10000)+`" = 2`+"\nGROBID = \"http://h\"\ngrobid = \"http://h\"\n")}})
	if len(l.Problems) != 2 {
		t.Fatal(l.Problems)
	}
	for _, problem := range l.Problems {
		if message := problem.Error(); strings.ContainsAny(message, "\x1b\u202e\n") || len(message) > 400 {
			t.Errorf("%q", message)
		}
	}
	if len(l.Refused) != 1 || len(l.Refused[0].Keys) != 1 {
		t.Errorf("%+v", l.Refused)
	}
}
