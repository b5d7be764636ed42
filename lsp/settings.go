package lsp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/bib/reference"
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
	// ModelIdleMinutes is how long a model that nobody uses stays in memory; 0 for good.
	ModelIdleMinutes int     `json:"modelIdleMinutes" toml:"modelIdleMinutes"`
	GROBID           string  `json:"grobid" toml:"grobid"` // address of a GROBID service, for the PDFs of index build and add
	Network          Network `json:"network" toml:"network"`
	// ReferenceStyle is that of references in hovers: "apa", "ieee" or "chicago-author-date".
	ReferenceStyle string      `json:"referenceStyle" toml:"referenceStyle"`
	Diagnostics    Diagnostics `json:"diagnostics" toml:"diagnostics"`
	Features       Features    `json:"features" toml:"features"`
	// Library is what the index of the user's own works is made of.
	Library LibrarySettings `json:"library" toml:"library"`
}

// Network says what may leave the machine: nothing, unless a host is named.
type Network struct {
	Allow []string `json:"allow" toml:"allow"`
}

// DefaultSettings are those of a user who set nothing.
func DefaultSettings() Settings {
	return Settings{Engine: "auto", Candidates: 5, ModelIdleMinutes: 10, ReferenceStyle: string(reference.APA), Diagnostics: defaultDiagnostics(), Library: defaultLibrary(), Indexes: absolute("", filepath.SplitList(os.Getenv("SCILIT_INDEX")))}
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
		if err != nil {
			problems = append(problems, err)
			continue
		}
		problems = append(problems, settings.mergeTOML(path, raw)...)
	}
	return settings, problems
}

// mergeTOML puts the settings of a scilit.toml over s. Its paths are relative
// to the folder it is in.
func (s *Settings) mergeTOML(path string, raw []byte) (problems []error) {
	var values map[string]any
	_, err := toml.Decode(string(raw), &values)
	var parse toml.ParseError
	if errors.As(err, &parse) {
		return []error{fmt.Errorf("%s:%d: %s", path, parse.Position.Line, parse.Message)}
	}
	if err != nil {
		return []error{fmt.Errorf("%s: %w", path, err)}
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		value, err := json.Marshal(values[name])
		if err == nil {
			err = s.set(name, value, filepath.Dir(path))
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("%s:%d: %w", path, lineOf(raw, name), err))
		}
	}
	return problems
}

// lineOf is the line, from 1, where a key or a table of that name stands.
func lineOf(raw []byte, name string) int {
	at := regexp.MustCompile(`(?m)^[ \t]*\[?[ \t]*["']?` + regexp.QuoteMeta(name) + `\b`).FindIndex(raw)
	if at == nil {
		return 1
	}
	return 1 + bytes.Count(raw[:at[0]], []byte("\n"))
}

func absolute(folder string, paths []string) []string {
	all := make([]string, len(paths))
	for i, path := range paths {
		path = ExpandHome(path)
		if folder != "" && !filepath.IsAbs(path) {
			path = filepath.Join(folder, path)
		}
		all[i] = path
	}
	return all
}

// namesPapers tells whether the user named papers to search: the .bib files of
// a workspace come by themselves.
func (s Settings) namesPapers() bool {
	return len(s.Indexes)+len(s.Library.Folders) > 0 || s.Library.Zotero
}

// ExpandHome puts the user's folder in the place of a ~ that no shell has replaced.
func ExpandHome(path string) string {
	if home, err := os.UserHomeDir(); err == nil && (path == "~" || strings.HasPrefix(path, "~/")) {
		return filepath.Join(home, path[1:])
	}
	return path
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
	for _, name := range slices.Sorted(maps.Keys(values)) {
		err := s.set(name, values[name], "")
		if err != nil && !errors.Is(err, errNoSetting) {
			problems = append(problems, err)
		}
	}
	return problems
}

// errNoSetting is no problem where it comes from an editor, which has settings
// of its own under the same name.
var errNoSetting = errors.New("there is no such setting")

// set changes one setting; a value that cannot be leaves it as it was. Relative
// folders are taken from folder, where that is not empty.
func (s *Settings) set(name string, value []byte, folder string) error {
	if bytes.Equal(value, []byte("null")) {
		return nil
	}
	changed := *s // decoding writes into slices that are there
	changed.Indexes, changed.Models, changed.Network.Allow = slices.Clone(s.Indexes), slices.Clone(s.Models), slices.Clone(s.Network.Allow)
	changed.Library.Folders = slices.Clone(s.Library.Folders)
	decoder := json.NewDecoder(bytes.NewReader(fmt.Appendf(nil, "{%q:%s}", name, value)))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(&changed)
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrong):
		err = fmt.Errorf("%s given where %s belongs", wrong.Value, kinds[wrong.Type.Kind()])
	case err != nil:
		err = errNoSetting
	default:
		err = changed.check()
	}
	if err != nil {
		return fmt.Errorf("setting scilit.%s: %w", name, err)
	}
	*s = changed
	s.tidy(name, folder)
	return nil
}

var kinds = map[reflect.Kind]string{
	reflect.String: "a text", reflect.Int: "a whole number", reflect.Slice: "a list of texts", reflect.Struct: "a table", reflect.Bool: "true or false", reflect.Int8: `true, false or "auto"`,
}

// check tells what value cannot be.
func (s *Settings) check() error {
	switch s.Engine {
	case "auto", "neural", "plain":
	default:
		return fmt.Errorf("%q is none of auto, neural, plain", s.Engine)
	}
	if s.Candidates < 1 || s.Candidates > 100 {
		return fmt.Errorf("%d is not between 1 and 100", s.Candidates)
	}
	if s.ModelIdleMinutes < 0 {
		return fmt.Errorf("%d minutes is less than none", s.ModelIdleMinutes)
	}
	if s.Library.Every < 0 {
		return fmt.Errorf("%d minutes cannot be: 0 looks once, at the start", s.Library.Every)
	}
	if !reference.Known(s.ReferenceStyle) {
		return fmt.Errorf("%q is none of %s", s.ReferenceStyle, strings.Join(reference.Styles, ", "))
	}
	if s.KeyPattern != "" {
		return bib.CheckPattern(s.KeyPattern)
	}
	return nil
}

// tidy completes a setting that was just set.
func (s *Settings) tidy(name, folder string) {
	switch strings.ToLower(name) {
	case "indexes":
		s.Indexes = absolute(folder, s.Indexes)
	case "models":
		s.Models = absolute(folder, s.Models)
	case "library":
		s.Library.Folders = absolute(folder, s.Library.Folders)
		if s.Library.Path != "" {
			s.Library.Path = absolute(folder, []string{s.Library.Path})[0]
		}
	case "citecommand":
		s.CiteCommand = strings.TrimPrefix(s.CiteCommand, `\`)
	}
}
