package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	scilit "github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// trusting returns the trust decisions of a user who trusts the scilit.toml of a folder.
func trusting(t *testing.T, dir string) *config.Trust {
	t.Helper()
	found, err := config.Examine(dir)
	trust := config.NewTrust("")
	if err == nil {
		err = trust.Set(found.File, found.Sum, config.IsTrusted)
	}
	if err != nil {
		t.Fatal(err)
	}
	return trust
}

// A clone is a repository from an untrusted source, next to the user's own files.
type clone struct {
	*player
	home, repo, path string
	opened           chan config.Settings // settings of each opened engine
	questions        chan string          // questions to the user
	answers          chan string          // the user's answers; "" chooses nothing
}

// cloned opens a repository's main.md; file names are relative to the home folder.
// Questions about its scilit.toml get no answer.
func cloned(t *testing.T, capabilities string, files map[string]string) *clone {
	t.Helper()
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	t.Setenv("SCILIT_INDEX", "")
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	c := &clone{home: home, repo: filepath.Join(home, "repo"), opened: make(chan config.Settings, 10), questions: make(chan string, 10), answers: make(chan string, 10)}
	settings, pulled := files["repo/scilit.toml"]
	for name, text := range files {
		if name == "repo/scilit.toml" {
			continue // the test writes this file later
		}
		if err := os.MkdirAll(filepath.Dir(filepath.Join(home, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(home, name), text)
	}
	open := func(_ context.Context, s config.Settings) (*engine.Engine, []wire.Notice, error) {
		c.opened <- s
		return engine.New(engine.Parts{Retrievers: []engine.Retriever{holding(baker)}}), nil, nil
	}
	c.player, err = play(t.Context(), Options{Openers: backend.Openers{Engine: open}}, json.RawMessage(capabilities), json.RawMessage(`{}`), c.repo)
	if err != nil {
		t.Fatal(err)
	}
	<-c.opened // the engine opens before any question is asked
	c.Pick = func(titles []string) int {
		c.questions <- c.Question
		return slices.Index(titles, <-c.answers) // index of the answer; -1 is NoChoice
	}
	if pulled {
		c.answers <- ""
		c.pull(t, settings)
		<-c.questions
	}
	c.path = filepath.Join(c.repo, "main.md")
	if err := c.Open(t.Context(), c.path, "markdown", files["repo/main.md"]); err != nil {
		t.Fatal(err)
	}
	return c
}

// pull replaces scilit.toml, as git pull does.
func (c *clone) pull(t *testing.T, settings string) config.Settings {
	t.Helper()
	path := filepath.Join(c.repo, config.FileName)
	write(t, path, settings)
	c.tellChanged(t, path)
	return <-c.opened
}

// cite cites the first offered paper.
func (c *clone) cite(t *testing.T) error {
	t.Helper()
	at := strings.Index(c.Files[c.path].Text, " <!--")
	actions, err := c.Actions(t.Context(), c.path, at)
	if err != nil || len(actions) == 0 {
		t.Fatal(actions, err)
	}
	return c.Choose(t.Context(), actions[0])
}

const hostileSettings = `candidates = 3
onnxruntime = "lib/x.so"
models = ["models"]
indexes = ["theirs"]
grobid = "http://evil.example:8070"
network.allow = ["evil.example"]
bibFile = "../.bashrc"
[library]
folders = ["../private"]
path = "../stolen"
`

func TestAWorkspaceIsAskedAboutOnceForEachVersionOfItsSettings(t *testing.T) {
	c := cloned(t, demoCapabilities, map[string]string{"repo/main.md": sampleText})
	want := config.Default()
	want.Candidates = 3
	if diff := cmp.Diff(want, c.pull(t, hostileSettings)); diff != "" {
		t.Fatalf("before the user answered: %s", diff)
	}
	question := <-c.questions
	for _, part := range []string{filepath.Join(c.repo, config.FileName), "onnxruntime", "network.allow", "library.path", "in its current form?"} {
		if !strings.Contains(question, part) {
			t.Errorf("%q does not name %s", question, part)
		}
	}
	c.answers <- answerTrust
	if s := <-c.opened; s.ONNXRuntime != filepath.Join(c.repo, "lib", "x.so") || s.Library.Path != filepath.Join(c.home, "stolen") {
		t.Errorf("it was trusted, and there is %+v", s)
	}
	if s := c.pull(t, hostileSettings); s.GROBID == "" { // the file was rewritten without changes
		t.Errorf("it is not remembered: %+v", s)
	}
	if s := c.pull(t, hostileSettings+"# changed\n"); s.ONNXRuntime != "" || len(s.Indexes) > 0 {
		t.Errorf("a changed file counts: %+v", s)
	}
	if question := <-c.questions; !strings.Contains(question, "grobid") {
		t.Error(question)
	}
	c.answers <- answerIgnore
	if s := c.pull(t, hostileSettings+"# changed\n"); s.ONNXRuntime != "" {
		t.Errorf("it was to be ignored: %+v", s)
	}
	select {
	case question := <-c.questions:
		t.Errorf("asked again: %s", question)
	default:
	}
}

func TestWhatAWorkspaceMayNotSetIsNamedInTheStatus(t *testing.T) {
	c := cloned(t, demoCapabilities, map[string]string{"repo/main.md": sampleText, "repo/scilit.toml": "indexes = ['theirs']\ncandidates = 3\n"})
	var status statusResult
	if err := c.Call(t.Context(), scilit.MethodStatus, struct{}{}, &status); err != nil {
		t.Fatal(err)
	}
	want := []wire.RefusedKeys{{File: filepath.Join(c.repo, config.FileName), Keys: []string{"indexes"}}}
	if diff := cmp.Diff(want, status.Refused); diff != "" || !strings.Contains(strings.Join(status.Notes, "\n"), "scilit-lsp trust") || len(status.Indexes) > 0 {
		t.Errorf("%s %+v", diff, status)
	}
}

func TestWhoCannotBeAskedTrustsNothingAndIsToldTheWay(t *testing.T) {
	c := cloned(t, demoCapabilities, map[string]string{"repo/main.md": citingOutside, "mine.bib": ""})
	c.Pick = func([]string) int { return cannotAsk }
	c.Messages = make(chan string, 10)
	if s := c.pull(t, hostileSettings); s.ONNXRuntime != "" {
		t.Errorf("%+v", s)
	}
	if told := <-c.Messages; !strings.Contains(told, "scilit-lsp trust "+filepath.Join(c.repo, config.FileName)) {
		t.Errorf("told %q", told)
	}
	for range 2 {
		if err := c.cite(t); err == nil || !strings.Contains(err.Error(), "mine.bib is outside the workspace") || !strings.Contains(err.Error(), "bibFolders") {
			t.Errorf("got %v", err)
		}
	}
}

const citingOutside = "---\nbibliography: ../mine.bib\n---\n" + sampleText

func TestABibOutsideTheWorkspaceIsEditedOnceTheUserSaysSo(t *testing.T) {
	c := cloned(t, demoCapabilities, map[string]string{"repo/main.md": citingOutside, "mine.bib": ""})
	bib := filepath.Join(c.home, "mine.bib")
	for _, answer := range []string{"", answerLeave} {
		c.answers <- answer
		if err := c.cite(t); err == nil || c.player.Files[bib] != nil {
			t.Errorf("answered %q: %v, %v", answer, err, c.player.Files[bib])
		}
		if question := <-c.questions; !strings.Contains(question, bib) {
			t.Error(question)
		}
	}
	if err := c.cite(t); err == nil || len(c.questions) > 0 { // the user has already declined
		t.Error(err)
	}

	c = cloned(t, demoCapabilities, map[string]string{"repo/main.md": citingOutside, "mine.bib": ""})
	bib = filepath.Join(c.home, "mine.bib")
	c.answers <- answerEdit
	for range 2 { // both requests share one question
		if err := c.cite(t); err != nil {
			t.Fatal(err)
		}
		if err := c.TellChange(t.Context(), c.path); err != nil {
			t.Fatal(err)
		}
	}
	if got := c.player.Files[bib].Text; !strings.Contains(got, "Baker") || len(c.questions) != 1 {
		t.Errorf("%q, asked %d times", got, len(c.questions))
	}
}

// A document cannot cause edits to files outside the workspace, whatever it names.
func TestNoDocumentHasAnotherFileEdited(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"in the header":      {"repo/main.md": "---\nbibliography: ../.bashrc\n---\n" + sampleText},
		"by its whole path":  {"repo/main.md": "---\nbibliography: /etc/profile\n---\n" + sampleText},
		"by the setting":     {"repo/main.md": sampleText, "repo/scilit.toml": "bibFile = '../.bashrc'\n", "repo/a.bib": "", "repo/b.bib": "@link{../.bashrc}"},
		"by a link":          {"repo/main.md": "---\nbibliography: refs.bib\n---\n" + sampleText, "repo/refs.bib": "@link{../.bashrc}"},
		"by a link to come":  {"repo/main.md": "---\nbibliography: refs.bib\n---\n" + sampleText, "repo/refs.bib": "@link{../.profile}"},
		"in another program": {"repo/main.md": "---\nbibliography: .git/hooks/pre-commit\n---\n" + sampleText},
	} {
		for _, capabilities := range []string{demoCapabilities, `{}`} {
			files[".bashrc"] = "alias ls=ls\n"
			c := cloned(t, capabilities, links(t, files))
			linked(t, c.home, files)
			err := c.cite(t)
			for path, s := range c.player.Files {
				raw, _ := os.ReadFile(path)
				if s.Text != string(raw) && filepath.Base(path) != "main.md" && filepath.Ext(path) != ".bib" {
					t.Errorf("%s: %s was edited", name, path)
				}
			}
			if _, made := os.Lstat(filepath.Join(c.home, ".profile")); made == nil {
				t.Errorf("%s: .profile was made", name)
			}
			if by := strings.Contains(name, "setting"); by == (err != nil) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// links omits the files that linked creates.
func links(t *testing.T, files map[string]string) map[string]string {
	t.Helper()
	plain := make(map[string]string)
	for name, text := range files {
		if !strings.HasPrefix(text, "@link{") {
			plain[name] = text
		}
	}
	return plain
}

// linked creates the links, which are files whose text is @link{TARGET}.
func linked(t *testing.T, home string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		if target, ok := strings.CutPrefix(text, "@link{"); ok {
			if err := os.Symlink(strings.TrimSuffix(target, "}"), filepath.Join(home, name)); err != nil {
				t.Skip(err)
			}
		}
	}
}

func TestARenamingLeavesFilesOutsideAlone(t *testing.T) {
	c := cloned(t, demoCapabilities, map[string]string{
		"repo/main.md": "---\nbibliography: ../mine.bib\n---\nPooling [@one].\n", "mine.bib": "@misc{one, title={One}}\n",
	})
	rename := map[string]any{"textDocument": map[string]any{"uri": uri.File(c.path)}, "position": c.Point(c.path, strings.Index(c.Files[c.path].Text, "one]")).Start, "newName": "two"}
	c.answers <- answerLeave
	if err := c.Call(t.Context(), protocol.MethodTextDocumentRename, rename, nil); err == nil || !strings.Contains(err.Error(), "outside the workspace") {
		t.Errorf("got %v", err)
	}
}

// playEglot connects an editor that has the given name and replies with the settings in the
// project's .dir-locals.el.
func playEglot(t *testing.T, opts Options, name, project, root string) {
	t.Helper()
	ours, theirs := net.Pipe()
	go Serve(t.Context(), theirs, opts)
	p := connect(ours)
	p.Config = json.RawMessage(project)
	p.Conn.Go(t.Context(), protocol.ClientHandler(p, jsonrpc2.MethodNotFoundHandler))
	capabilities := json.RawMessage(`{"workspace":{"configuration":true}}`)
	params := map[string]any{"rootUri": uri.File(root), "capabilities": capabilities}
	if name != "" {
		params["clientInfo"] = map[string]any{"name": name}
	}
	if err := p.Call(t.Context(), protocol.MethodInitialize, params, nil); err != nil {
		t.Fatal(err)
	}
	if err := p.Conn.Notify(t.Context(), protocol.MethodInitialized, map[string]any{}); err != nil {
		t.Fatal(err)
	}
}

// Eglot before 1.10 sends no name; other editors without a name have no
// .dir-locals.el.
func TestSettingsThatEglotTakesFromTheProjectAreTheWorkspaces(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	opened := make(chan config.Settings, 1)
	open := func(_ context.Context, s config.Settings) (*engine.Engine, []wire.Notice, error) {
		opened <- s
		return nil, nil, engine.ErrNoIndex
	}
	bare, project := t.TempDir(), t.TempDir()
	inside := filepath.Join(project, "chapters")
	if err := errors.Join(os.Mkdir(inside, 0o755), os.WriteFile(filepath.Join(project, ".dir-locals-2.el"), nil, 0o644)); err != nil {
		t.Fatal(err)
	}
	for _, at := range []struct{ name, root, runtime string }{
		{"Eglot", bare, ""}, {"", project, ""}, {"", inside, ""}, {"", bare, "/theirs/x.so"},
	} {
		playEglot(t, Options{Openers: backend.Openers{Engine: open}}, at.name, `{"onnxruntime": "/theirs/x.so", "candidates": 4}`, at.root)
		if s := <-opened; s.ONNXRuntime != at.runtime || s.Candidates != 4 {
			t.Errorf("%+v: %+v", at, s)
		}
	}
}
