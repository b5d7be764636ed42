package lsp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/scilit-lsp/scilit-lsp/bib"
)

// Settings are what a user can set, under "scilit" in the editor or in
// scilit.toml.
type Settings struct {
	Indexes     []string `json:"indexes" toml:"indexes"`         // folders of corpora; SCILIT_INDEX, a path list, where unset
	Engine      string   `json:"engine" toml:"engine"`           // "auto", "neural" or "plain"
	BibFile     string   `json:"bibFile" toml:"bibFile"`         // where the document names no .bib
	KeyPattern  string   `json:"keyPattern" toml:"keyPattern"`   // see bib.File.NewKey; the file's own pattern where empty
	CiteCommand string   `json:"citeCommand" toml:"citeCommand"` // for citations in parentheses; the document's own where empty
	Candidates  int      `json:"candidates" toml:"candidates"`   // how many papers are offered
	Models      []string `json:"models" toml:"models"`           // folders of models
	ONNXRuntime string   `json:"onnxruntime" toml:"onnxruntime"` // the library, or its folder
	Network     Network  `json:"network" toml:"network"`
}

// Network says what may leave the machine: nothing, unless a host is named.
type Network struct {
	Allow []string `json:"allow" toml:"allow"`
}

// DefaultSettings are those of a user who set nothing.
func DefaultSettings() Settings {
	return Settings{Engine: "auto", Candidates: 5, Indexes: filepath.SplitList(os.Getenv("SCILIT_INDEX"))}
}

const settingsFile = "scilit.toml"

// LoadSettings reads scilit.toml of the user's configuration folder and then
// those of the workspace's folders, each over the one before. What is wrong is
// in the problems; the rest is kept.
func LoadSettings(roots []string) (settings Settings, problems []error) {
	settings = DefaultSettings()
	var folders []string
	if config, err := os.UserConfigDir(); err == nil {
		folders = append(folders, filepath.Join(config, "scilit-lsp"))
	}
	for _, folder := range append(folders, roots...) {
		path := filepath.Join(folder, settingsFile)
		raw, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			before := settings.Indexes
			err = decodeTOML(path, raw, &settings)
			if len(settings.Indexes) > 0 && !sameStrings(before, settings.Indexes) {
				settings.Indexes = absolute(folder, settings.Indexes)
			}
		}
		if err != nil {
			problems = append(problems, err)
		}
	}
	return settings, append(problems, settings.mend()...)
}

func decodeTOML(path string, raw []byte, settings *Settings) error {
	meta, err := toml.Decode(string(raw), settings)
	var parse toml.ParseError
	if errors.As(err, &parse) {
		return fmt.Errorf("%s:%d: %s", path, parse.Position.Line, parse.Message)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return fmt.Errorf("%s: no setting is called %s", path, unknown[0])
	}
	return nil
}

func absolute(folder string, paths []string) []string {
	all := make([]string, len(paths))
	for i, path := range paths {
		path = expandHome(path)
		if !filepath.IsAbs(path) {
			path = filepath.Join(folder, path)
		}
		all[i] = path
	}
	return all
}

func expandHome(path string) string {
	if home, err := os.UserHomeDir(); err == nil && (path == "~" || strings.HasPrefix(path, "~/")) {
		return filepath.Join(home, path[1:])
	}
	return path
}

func sameStrings(a, b []string) bool {
	return strings.Join(a, "\x00") == strings.Join(b, "\x00")
}

// merge puts the editor's settings over s: each setting by itself, so that a
// wrong value costs no other one.
func (s *Settings) merge(raw []byte) (problems []error) {
	if len(bytes.TrimSpace(raw)) == 0 || bytes.Equal(raw, []byte("null")) {
		return nil
	}
	var values map[string]json.RawMessage
	if err := json.Unmarshal(raw, &values); err != nil {
		return []error{fmt.Errorf("the settings are no object: %w", err)}
	}
	if inner, ok := values["scilit"]; ok {
		return s.merge(inner)
	}
	for name, value := range values {
		if bytes.Equal(value, []byte("null")) {
			continue
		}
		one := *s
		if err := json.Unmarshal(fmt.Appendf(nil, "{%q:%s}", name, value), &one); err != nil {
			problems = append(problems, fmt.Errorf("setting scilit.%s: %w", name, err))
			continue
		}
		*s = one
	}
	for i, dir := range s.Indexes {
		s.Indexes[i] = expandHome(dir)
	}
	return append(problems, s.mend()...)
}

// mend puts defaults in place of values that cannot be.
func (s *Settings) mend() (problems []error) {
	switch s.Engine {
	case "auto", "neural", "plain":
	default:
		problems = append(problems, fmt.Errorf("setting scilit.engine: %q is none of auto, neural, plain", s.Engine))
		s.Engine = "auto"
	}
	if s.Candidates < 1 || s.Candidates > 100 {
		problems = append(problems, fmt.Errorf("setting scilit.candidates: %d is not between 1 and 100", s.Candidates))
		s.Candidates = 5
	}
	if s.KeyPattern != "" {
		if err := bib.CheckPattern(s.KeyPattern); err != nil {
			problems = append(problems, fmt.Errorf("setting scilit.keyPattern: %w", err))
			s.KeyPattern = ""
		}
	}
	s.CiteCommand = strings.TrimPrefix(s.CiteCommand, `\`)
	return problems
}
