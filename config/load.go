package config

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Sources are where settings come from, beside the environment and the user's
// own file.
type Sources struct {
	Roots  []string // the workspace's folders; for a command, the current one
	Editor []Layer  // each over the one before
	Trust  *Trust   // nil trusts no workspace
}

// A Layer is what an editor sent.
type Layer struct {
	JSON []byte
	// Shared is set where an editor sends the settings of all its servers at
	// once, in which a key that is not ours is no mistake.
	Shared bool
	// Project names the file of the workspace that the editor took them from
	// without asking the user; "" where they are the user's.
	Project string
}

// Loaded are the settings in force, and what came of each source.
type Loaded struct {
	Settings Settings
	Origins  map[string]Origin // of the keys that are set
	Problems []error
	Refused  []Refusal

	restricted bool // the editor itself does not trust the workspace
}

// An Origin is where a key was set last.
type Origin struct {
	From Source
	File string // "" for an editor and for the environment
	Line int    // from 1
}

// A Source is a kind of origin.
type Source int

// The kinds of origins. Trusted is a workspace that the user trusts.
const (
	Environment Source = iota
	User
	Workspace
	Trusted
	Editor
)

// IsUsers reports whether the user chose the value, or trusted who did.
func (o Origin) IsUsers() bool { return o.From != Workspace }

// String names the place.
func (o Origin) String() string {
	switch {
	case o.File != "":
		return fmt.Sprintf("%s:%d", o.File, o.Line)
	case o.From == Editor:
		return "the editor"
	}
	return "SCILIT_INDEX"
}

// Load reads all sources. What is wrong is in the problems, what a workspace may
// not set among what was refused; the rest is kept.
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
	for _, layer := range from.Editor {
		l.mergeEditor(layer)
	}
	return *l
}

// UserFile is the user's own scilit.toml, "" where the system names no folder
// for it.
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

// maxProblems bounds what a user is told of at once.
const maxProblems = 50

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

// maxKeys is far more than there are: to find the line of each takes time.
const maxKeys = 100

// The sources of values that do not count: of a workspace that the user may trust, and of
// keys that no workspace may set.
const (
	refused    Source = -1
	usersAlone Source = -2
)

// mergeFile puts the keys of a file over the settings. source says for each
// where it counts as coming from.
func (l *Loaded) mergeFile(path string, raw []byte, source func(key string, value []byte) Source) {
	values, err := decodeTOML(path, raw)
	if err != nil {
		l.problem(err)
		return
	}
	split, problems := split(values)
	if len(split)+len(problems) > maxKeys {
		l.problem(fmt.Errorf("%s: more than %d settings, so none of them is read: remove those that there are not", path, maxKeys))
		return
	}
	for _, v := range split {
		origin := Origin{File: path, Line: lineOf(raw, v.key)}
		key, err := keyOf(v.key)
		if err == nil {
			switch origin.From = source(key, v.json); origin.From {
			case refused:
				continue
			case usersAlone:
				err = keyError{v.key, errUsersAlone}
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

// A Mistake is what is wrong with a line of a file.
type Mistake struct {
	File string
	Line int
	Err  error
}

func (m Mistake) Error() string { return fmt.Sprintf("%s:%d: %v", m.File, m.Line, m.Err) }
func (m Mistake) Unwrap() error { return m.Err }

// keyIn is the key that a problem is about.
func keyIn(problem error) string {
	var about keyError
	errors.As(problem, &about)
	return about.key
}

func (l *Loaded) set(key string, raw []byte, folder string, origin Origin) error {
	if bytes.Equal(bytes.TrimSpace(raw), []byte("null")) {
		return nil
	}
	err := l.Settings.set(key, raw, folder)
	if err == nil {
		l.Origins[key] = origin
	}
	return err
}

// maxEditor bounds the settings that an editor sends.
const maxEditor = 1 << 20

// mergeEditor puts an editor's settings over the others, each key by itself.
func (l *Loaded) mergeEditor(layer Layer) {
	values, err := objectOf(layer.JSON)
	if err != nil {
		l.problem(err)
		return
	}
	if inner, ok := values["scilit"]; ok {
		l.mergeEditor(Layer{JSON: inner, Project: layer.Project})
		return
	}
	split, problems := split(values)
	refusal := Refusal{File: layer.Project, ByEditor: true}
	for _, v := range split {
		key, err := keyOf(v.key)
		switch {
		case errors.Is(err, errUnknown) && (layer.Shared && !isMisspelt(v) || ofEditor(v.key)):
			continue
		case layer.Shared && key == "texlab" && bytes.HasPrefix(bytes.TrimSpace(v.json), []byte("{")):
			continue // the settings of texlab itself
		case err == nil && layer.Project != "" && (!isHarmless(key) || asksModel(key, v.json)):
			refusal.Keys = append(refusal.Keys, key)
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
}

// objectOf is what an editor sent, empty where it sent nothing.
func objectOf(raw []byte) (values map[string]json.RawMessage, err error) {
	if raw = bytes.TrimSpace(raw); len(raw) == 0 {
		return nil, nil
	}
	if len(raw) > maxEditor || json.Unmarshal(raw, &values) != nil {
		return nil, fmt.Errorf("the editor's settings are no object of at most %d bytes: correct scilit in its settings", maxEditor)
	}
	return values, nil
}

// ofEditor are the keys that extensions keep under the same name for themselves.
func ofEditor(key string) bool {
	return slices.Contains([]string{"trace", "server", "trace.server", "server.path", "restricted"}, key)
}

// restricts reports whether an editor says that the user does not trust the
// workspace: VS Code in its Restricted Mode does.
func (l Layer) restricts() bool {
	var said struct {
		Restricted bool `json:"restricted"`
		Scilit     struct {
			Restricted bool `json:"restricted"`
		} `json:"scilit"`
	}
	_ = json.Unmarshal(l.JSON, &said) // another value than true or false says nothing
	return said.Restricted || said.Scilit.Restricted
}

func (l *Loaded) refuse(r Refusal) {
	if len(r.Keys) > 0 {
		slices.Sort(r.Keys)
		r.Keys = slices.Compact(r.Keys) // in several cases
		l.Refused = append(l.Refused, r)
	}
}

// Set are the keys that are set, in order, with where that was.
func (l Loaded) Set() (all []SetKey) {
	for key, origin := range l.Origins {
		all = append(all, SetKey{key, origin})
	}
	slices.SortFunc(all, func(a, b SetKey) int { return cmp.Compare(a.Key, b.Key) })
	return all
}

// A SetKey is a key that is set.
type SetKey struct {
	Key string
	Origin
}
