package onnx

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// A machine is a simulated machine on which only the test's files are installed.
type machine struct {
	*testing.T
	root string
}

func newMachine(t *testing.T) machine {
	m := machine{t, t.TempDir()}
	t.Setenv("SCILIT_CACHE", m.path("cache"))
	t.Setenv("SCILIT_MODELS", "")
	t.Setenv("SCILIT_ONNXRUNTIME", "")
	return m
}

func (m machine) path(name string) string { return filepath.Join(m.root, filepath.FromSlash(name)) }

func (m machine) write(name, content string) string {
	m.Helper()
	path := m.path(name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		m.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		m.Fatal(err)
	}
	return path
}

// model writes a model folder whose network consists of the given bytes.
func (m machine) model(folder, name, network string) string {
	m.Helper()
	const vocabulary = "[UNK]\n[CLS]\n[SEP]\nword\n"
	description, err := json.Marshal(Model{
		Name: name, Kind: "embedder", Dim: 4, MaxTokens: 16, Pooling: "mean",
		Network: "model.onnx", Tokenizer: "vocab.txt",
		Files: []File{describe("model.onnx", network), describe("vocab.txt", vocabulary)},
	})
	if err != nil {
		m.Fatal(err)
	}
	m.write(folder+"/model.onnx", network)
	m.write(folder+"/vocab.txt", vocabulary)
	m.write(folder+"/model.json", string(description))
	return m.path(folder)
}

func describe(name, content string) File {
	return File{name, int64(len(content)), fmt.Sprintf("%x", sha256.Sum256([]byte(content)))}
}

// library writes a file with the name of onnxruntime on this platform.
func (m machine) library(folder string) string {
	name := map[string]string{"windows": "onnxruntime.dll", "darwin": "libonnxruntime.1.dylib"}[runtime.GOOS]
	if name == "" {
		name = "libonnxruntime.so.1"
	}
	return m.write(folder+"/"+name, "not really a library")
}

func TestLocateSearchesInOrder(t *testing.T) {
	const inTheCache, inTheEnvironment, inTheSettings = "cache/models/" + DefaultEmbedder, "env/" + DefaultEmbedder, "set"
	m := newMachine(t)
	m.model(inTheCache, DefaultEmbedder, "the cached one")
	m.model(inTheEnvironment, DefaultEmbedder, "that of the environment")
	m.model(inTheSettings, DefaultEmbedder, "that of the settings")
	m.library("cache/onnxruntime/" + RuntimeVersion)
	m.library("env")
	m.library("set")

	check := func(s Settings, model, library string) {
		t.Helper()
		f, err := Locate(s)
		if err != nil {
			t.Fatal(err)
		}
		if f.Model.folder != m.path(model) || filepath.Dir(f.Runtime) != m.path(library) {
			t.Errorf("found %s and %s, want %s and one in %s", f.Model.folder, f.Runtime, model, library)
		}
	}
	check(Settings{}, inTheCache, "cache/onnxruntime/"+RuntimeVersion)
	t.Setenv("SCILIT_MODELS", m.path("nowhere")+string(filepath.ListSeparator)+m.path("env"))
	t.Setenv("SCILIT_ONNXRUNTIME", m.path("env"))
	check(Settings{}, inTheEnvironment, "env")
	check(Settings{Models: []string{m.path("set")}, Runtime: m.path("set")}, inTheSettings, "set")
}

func TestLocateSaysWhatIsWrong(t *testing.T) {
	for name, c := range map[string]struct {
		prepare func(machine) Settings
		want    []string
	}{
		"nothing installed": {
			func(machine) Settings { return Settings{} },
			[]string{DefaultEmbedder, "not found in 4 places", "make models"},
		},
		"a model that does not exist": {
			func(machine) Settings { return Settings{Model: "no-such-model"} },
			[]string{"no-such-model", "not found"},
		},
		"the named folder is empty": {
			func(m machine) Settings { return Settings{Models: []string{m.path("mine")}} },
			[]string{"not found at", "mine"},
		},
		"a download that broke off": {
			func(m machine) Settings {
				folder := m.model("cache/models/"+DefaultEmbedder, DefaultEmbedder, "network")
				m.write("cache/models/"+DefaultEmbedder+"/model.onnx", "net")
				return Settings{Models: []string{folder}}
			},
			[]string{"model.onnx has 3 bytes instead of 7"},
		},
		"a file is gone": {
			func(m machine) Settings {
				folder := m.model("m", DefaultEmbedder, "network")
				os.Remove(m.path("m/vocab.txt"))
				return Settings{Models: []string{folder}}
			},
			[]string{"vocab.txt: no such file"},
		},
		"a description that is no JSON": {
			func(m machine) Settings {
				m.write("m/model.json", "{")
				return Settings{Models: []string{m.path("m")}}
			},
			[]string{"model.json: unexpected end of JSON"},
		},
		"a model of another kind": {
			func(m machine) Settings {
				m.write("m/model.json", `{"name": "x", "dim": 1, "max_tokens": 9, "kind": "translator"}`)
				return Settings{Models: []string{m.path("m")}}
			},
			[]string{`kind is "translator" instead of embedder, reranker or judge`},
		},
		"a model without its library": {
			func(m machine) Settings {
				folder := m.model("m", DefaultEmbedder, "network")
				return Settings{Models: []string{folder}, Runtime: m.path("lib")}
			},
			[]string{"libonnxruntime: not found at", "lib", "set onnxruntime"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			f, err := Locate(c.prepare(newMachine(t)))
			if err == nil {
				t.Fatalf("no error; found %+v", f)
			}
			for _, want := range c.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("error %q does not say %q", err, want)
				}
			}
			if _, again := Open(f); again == nil || again.Error() != err.Error() {
				t.Errorf("Open says %v, Locate %v", again, err)
			}
		})
	}
}

func TestMakeModelsFetchesWhatLocateWants(t *testing.T) {
	script, err := os.ReadFile("../../models/fetch.sh")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\nmodels='" + DefaultEmbedder + " " + DefaultReranker + " " + DefaultJudge + "'\n", "\nversion=" + RuntimeVersion + " "} {
		if !strings.Contains(string(script), want) {
			t.Errorf("models/fetch.sh lacks %q", want)
		}
	}
	for _, name := range []string{DefaultEmbedder, DefaultReranker, DefaultJudge} {
		if m, err := readModel("../../models/" + name); err != nil || m.Name != name {
			t.Errorf("models/%s: %v", name, err)
		}
	}
}
