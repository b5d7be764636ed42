package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Sources are the sources of settings, except the environment and the user's settings file.
type Sources struct {
	Roots  []string // workspace folders, or the current folder of a command
	Editor []Layer  // layers in order of increasing precedence
	Trust  *Trust   // if nil, no workspace is trusted
}

// A Layer contains settings that an editor has sent.
type Layer struct {
	JSON []byte
	// Shared is set if the editor sends the settings of all its servers together. Unknown keys are
	// then expected.
	Shared bool
	// Project is the path of the workspace file from which the editor took the settings without
	// asking the user. It is "" for the user's own settings.
	Project string
}

// Loaded contains the effective settings, the origin of each, and the problems found.
type Loaded struct {
	Settings Settings
	Origins  map[string]Origin // origins of the keys that are set
	Problems []error
	Refused  []Refusal

	restricted bool // the editor does not trust the workspace
}

// An Origin is the place where a key was last set.
type Origin struct {
	From Source
	File string // path of the file; "" for an editor or the environment
	Line int    // line number, counted from 1
}

// A Source is a kind of origin.
type Source int

// The kinds of origins. Trusted is a workspace that the user trusts; Workspace is any other
// workspace.
const (
	Environment Source = iota
	User
	Workspace
	Trusted
	Editor
)

// IsUsers reports whether the value was set by the user or in a workspace that the user trusts.
func (o Origin) IsUsers() bool { return o.From != Workspace }

// String returns the file and line, "the editor", or the name of the environment variable.
func (o Origin) String() string {
	switch {
	case o.File != "":
		return fmt.Sprintf("%s:%d", o.File, o.Line)
	case o.From == Editor:
		return "the editor"
	}
	return "SCILIT_INDEX"
}

// Load reads all sources. Invalid values are reported in Problems, and keys that a workspace may not
// set are listed in Refused. All other values take effect.
func Load(from Sources) Loaded {
	l := &Loaded{Settings: Default(), Origins: make(map[string]Origin)}
	_, failed := indexesOfEnvironment()
	l.problem(failed)
	if len(l.Settings.Indexes) > 0 {
		l.Origins["indexes"] = Origin{From: Environment}
	}
	l.restricted = slices.ContainsFunc(from.Editor, Layer.restricts)
	l.mergeUserFile(UserFile())
	for _, root := range from.Roots {
		l.mergeWorkspaceFile(root, from.Trust)
	}
	project, problems := readProjectFiles(from.Roots, from.Trust, l.restricted)
	for _, problem := range problems {
		l.problem(problem)
	}
	for _, layer := range from.Editor {
		l.mergeEditor(layer, project)
	}
	return *l
}

// UserFile returns the path of the user's scilit.toml, or "" if the system has no configuration
// folder.
func UserFile() string {
	folder, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(folder, "scilit-lsp", FileName)
}

func (l *Loaded) problem(err error) {
	if err != nil && len(l.Problems) < maxProblems {
		l.Problems = append(l.Problems, err)
	}
}

const maxProblems = 50 // maximum number of problems that are reported together

func (l *Loaded) mergeUserFile(path string) {
	if path == "" {
		return
	}
	raw, err := readFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	if err != nil {
		l.problem(err)
		return
	}
	l.mergeFile(path, raw, func(string, []byte) Source { return User })
}

// maxKeys is the maximum number of keys in a file. A limit is needed because finding the line of
// each key takes time.
const maxKeys = 100

// Sources that mark rejected values: those that require trust, and those that only the user may
// set.
const (
	refused  Source = -1
	userOnly Source = -2
)

// mergeFile applies the keys in a file. source returns the origin for each key.
func (l *Loaded) mergeFile(path string, raw []byte, source func(key string, value []byte) Source) {
	values, err := decodeTOML(path, raw)
	if err != nil {
		l.problem(err)
		return
	}
	split, problems := split(values)
	if len(split)+len(problems) > maxKeys {
		l.problem(fmt.Errorf("%s: the file has more than %d settings and was not read: remove unknown settings",
			path, maxKeys))
		return
	}
	for _, v := range split {
		origin := Origin{File: path, Line: lineOf(raw, v.key)}
		key, err := keyOf(v.key)
		if err == nil {
			switch origin.From = source(key, v.json); origin.From {
			case refused:
				continue
			case userOnly:
				err = keyError{v.key, errUserOnly}
			default:
				err = l.set(key, v.json, filepath.Dir(path), origin)
			}
		}
		if err != nil {
			problems = append(problems, err)
		}
	}
	for _, problem := range problems {
		l.problem(Mistake{path, lineOf(raw, keyIn(problem)), problem})
	}
}

// A Mistake is an error in a line of a file.
type Mistake struct {
	File string
	Line int
	Err  error
}

func (m Mistake) Error() string { return fmt.Sprintf("%s:%d: %v", m.File, m.Line, m.Err) }
func (m Mistake) Unwrap() error { return m.Err }

// keyIn returns the key that a problem is about.
func keyIn(problem error) string {
	about, _ := errors.AsType[keyError](problem)
	return about.key
}

func (l *Loaded) set(key string, raw []byte, folder string, origin Origin) error {
	if bytes.Equal(bytes.TrimSpace(raw), []byte("null")) {
		return nil
	}
	err := l.Settings.set(key, raw, folder)
	if err == nil || errors.As(err, new(removedError)) {
		l.Origins[key] = origin
	}
	return err
}

const maxEditor = 1 << 20 // maximum size of the settings that an editor sends, in bytes

// mergeEditor applies an editor's settings key by key.
func (l *Loaded) mergeEditor(layer Layer, project []projectFile) {
	values, err := objectOf(layer.JSON)
	if err != nil {
		l.problem(err)
		return
	}
	if inner, ok := values["scilit"]; ok {
		l.mergeEditor(Layer{JSON: inner, Project: layer.Project}, project)
		return
	}
	split, problems := split(values)
	refusal := Refusal{File: layer.Project, ByEditor: true}
	refusals := make([]Refusal, 2*len(project))
	for _, v := range split {
		key, err := keyOf(v.key)
		needsTrust := err == nil && (setterOf(key) != AnyWorkspace || asksModel(key, v.json))
		switch {
		case errors.Is(err, errUnknown) && (layer.Shared && !isMisspelt(v) || ofEditor(v.key)):
			continue
		case layer.Shared && key == "texlab" && bytes.HasPrefix(bytes.TrimSpace(v.json), []byte("{")):
			continue // this is the table of texlab's own settings
		case needsTrust && layer.Project != "":
			refusal.Keys = append(refusal.Keys, key)
			continue
		case needsTrust && refuseByProject(project, refusals, key, v.json):
			continue
		case err == nil:
			err = l.set(key, v.json, "", Origin{From: Editor})
		}
		if err != nil {
			problems = append(problems, err)
		}
	}
	for _, problem := range problems {
		l.problem(problem)
	}
	l.refuse(refusal)
	for _, r := range refusals {
		l.refuse(r)
	}
}

// objectOf decodes the settings that an editor sent. It returns nil if the editor sent none.
func objectOf(raw []byte) (values map[string]json.RawMessage, err error) {
	if raw = bytes.TrimSpace(raw); len(raw) == 0 {
		return nil, nil
	}
	if len(raw) > maxEditor || json.Unmarshal(raw, &values) != nil {
		return nil, fmt.Errorf("the editor's settings are not a JSON object, or are larger than %d MB: correct "+
			"their scilit section", maxEditor>>20)
	}
	return values, nil
}

// ofEditor reports whether a key is a setting of the editor's extension rather than of the server.
func ofEditor(key string) bool {
	return slices.Contains([]string{"trace", "server", "trace.server", "server.path", "restricted"}, key)
}

// restricts reports whether the editor does not trust the workspace (VS Code's Restricted Mode).
func (l Layer) restricts() bool {
	var said struct {
		Restricted bool `json:"restricted"`
		Scilit     struct {
			Restricted bool `json:"restricted"`
		} `json:"scilit"`
	}
	_ = json.Unmarshal(l.JSON, &said) // an error is ignored, since only this value matters
	return said.Restricted || said.Scilit.Restricted
}

func (l *Loaded) refuse(r Refusal) {
	if len(r.Keys) > 0 {
		slices.Sort(r.Keys)
		r.Keys = slices.Compact(r.Keys) // the same key may have been written in several ways
		l.Refused = append(l.Refused, r)
	}
}
