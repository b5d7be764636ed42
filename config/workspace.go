package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/config/confine"
)

// A Refusal lists the keys in a workspace file that do not take effect.
type Refusal struct {
	File     string
	Sum      string // content hash as returned by Sum
	Keys     []string
	Verdict  Verdict // IsIgnored if the user has refused to trust the file
	ByEditor bool    // the editor reads the file, so the user cannot trust it here
}

// String returns the ignored keys and how to make them take effect.
func (r Refusal) String() string {
	does, them := "is", "it"
	if len(r.Keys) > 1 {
		does, them = "are", "them"
	}
	text := fmt.Sprintf("%s: %s %s ignored, because a workspace may not set %s", r.File,
		strings.Join(r.Keys, ", "), does, them)
	if r.ByEditor || filepath.Base(r.File) != FileName { // scilit-lsp trust accepts only scilit.toml
		return text + "; set " + them + " in your own configuration"
	}
	return text + " unless you trust the file; read it, then run `scilit-lsp trust " + r.File + "`"
}

// WorkspaceFile returns the path of a workspace's scilit.toml. The user's verdict is stored under
// this path.
func WorkspaceFile(root string) (string, error) {
	folder, err := realFolder(root)
	return filepath.Join(folder, FileName), err
}

// mergeWorkspaceFile applies a workspace's scilit.toml, unless it is the user's own settings file.
func (l *Loaded) mergeWorkspaceFile(root string, trust *Trust) {
	path, raw, err := readWorkspaceFile(root)
	if errors.Is(err, fs.ErrNotExist) || err == nil && confine.Same(path, UserFile()) {
		return
	}
	if err != nil {
		l.problem(err)
		return
	}
	verdict := trust.Of(path, Sum(raw))
	if l.restricted {
		verdict = IsIgnored
	}
	l.mergeWorkspace(path, raw, verdict)
}

// mergeWorkspace applies the keys that a workspace may set. If the user trusts the file, these are
// all keys except those that only the user may set.
func (l *Loaded) mergeWorkspace(path string, raw []byte, verdict Verdict) {
	refusal := Refusal{File: path, Sum: Sum(raw), Verdict: verdict}
	l.mergeFile(path, raw, func(key string, value []byte) Source {
		switch {
		case setterOf(key) == UserOnly || namesServer(key, value):
			return userOnly
		case verdict == IsTrusted:
			return Trusted
		case setterOf(key) == AnyWorkspace && !asksModel(key, value) || key == "bibFile" && !l.restricted &&
			isBibInside(value, filepath.Dir(path)):
			return Workspace
		}
		refusal.Keys = append(refusal.Keys, key)
		return refused
	})
	l.refuse(refusal)
}

// readWorkspaceFile reads the scilit.toml of a folder. It returns an error if the file is a link
// that leads outside the folder.
func readWorkspaceFile(root string) (path string, raw []byte, err error) {
	if path, err = WorkspaceFile(root); err != nil {
		return path, nil, err
	}
	if _, err := os.Lstat(path); err != nil {
		return path, nil, err
	}
	if !confine.Inside(path, root) && !confine.Same(path, UserFile()) {
		return path, nil,
			fmt.Errorf("%s: not read, because it is a broken link or a link to a file outside the workspace: "+
				"replace it with a regular file", path)
	}
	raw, err = readFile(path)
	return path, raw, err
}

// isBibInside reports whether a value names a .bib file inside a workspace's folder.
func isBibInside(value []byte, root string) bool {
	var path string
	if json.Unmarshal(value, &path) != nil {
		return false
	}
	if path = absoluteOne(root, path); !confine.OnThisMachine(path) {
		return false
	}
	return strings.EqualFold(filepath.Ext(path), ".bib") && confine.HasExtension(path, ".bib") &&
		confine.Inside(path, root)
}

// Examine returns the keys in a folder's scilit.toml that take effect only if the user trusts it.
func Examine(folder string) (Refusal, error) {
	path, raw, err := readWorkspaceFile(folder)
	if err != nil {
		return Refusal{}, err
	}
	l := &Loaded{Settings: Default(), Origins: make(map[string]Origin)}
	l.mergeWorkspace(path, raw, NotAsked)
	switch {
	case len(l.Refused) > 0:
		return l.Refused[0], nil
	case len(l.Problems) > 0:
		return Refusal{}, l.Problems[0]
	}
	return Refusal{File: path, Sum: Sum(raw)}, nil
}

// A projectFile is a workspace's .vscode/settings.json. VS Code merges it with the user's settings
// before it sends them, so a value from the editor may come from the workspace.
type projectFile struct {
	root, path, sum string
	verdict         Verdict
	values          map[string]json.RawMessage // values by canonical key; nil if the file cannot be parsed
}

// sets reports whether a value sent by the editor may come from the file. Since VS Code merges
// objects, an object may contain values from the file.
func (f projectFile) sets(key string, sent []byte) bool {
	if f.values == nil {
		return true
	}
	own, ok := f.values[key]
	if !ok {
		return false
	}
	var a, b any
	if json.Unmarshal(own, &a) != nil || json.Unmarshal(sent, &b) != nil {
		return true
	}
	_, isObject := a.(map[string]any)
	return isObject || reflect.DeepEqual(a, b)
}

// refuseByProject reports whether a value may come from a file that the user does not trust. It
// adds the key to the refusals of each such file. A file has one refusal for keys that take effect
// once it is trusted, and one for all other keys.
func refuseByProject(project []projectFile, refusals []Refusal, key string, sent []byte) (refused bool) {
	never := setterOf(key) == UserOnly || namesServer(key, sent)
	for i, f := range project {
		isOwnBib := key == "bibFile" && f.verdict != IsIgnored && isBibInside(sent, f.root)
		if isOwnBib || f.verdict == IsTrusted && !never || !f.sets(key, sent) {
			continue
		}
		r := &refusals[2*i]
		if never || f.sum == "" { // trusting the file would not make the key take effect
			r = &refusals[2*i+1]
			r.ByEditor = true
		}
		r.File, r.Sum, r.Verdict = f.path, f.sum, f.verdict
		r.Keys = append(r.Keys, key)
		refused = true
	}
	return refused
}

// readProjectFiles reads the .vscode/settings.json of each root. If a file cannot be read or
// parsed, it is assumed to set any key, since VS Code's parser may accept it.
func readProjectFiles(roots []string, trust *Trust, restricted bool) (found []projectFile, problems []error) {
	for _, root := range roots {
		folder, err := realFolder(root)
		if err != nil {
			continue
		}
		path := filepath.Join(folder, ".vscode", "settings.json")
		if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		f := projectFile{root: root, path: path}
		raw, err := readFile(path)
		switch {
		case err != nil:
			problems = append(problems, err)
		case !confine.Inside(path, root):
			problems = append(problems, fmt.Errorf("%s: not read, because the file or its .vscode folder is a link "+
				"that leads outside the workspace: replace the link with a regular file or folder", path))
		default:
			f.sum = Sum(raw)
			f.verdict = trust.Of(path, f.sum)
			f.values = valuesOfProject(raw)
		}
		if restricted {
			f.verdict = IsIgnored
		}
		found = append(found, f)
	}
	return found, problems
}

// valuesOfProject returns the scilit settings in a .vscode/settings.json, including those for a
// single language. It returns nil if the file cannot be parsed as JSON with comments.
func valuesOfProject(raw []byte) map[string]json.RawMessage {
	var all map[string]json.RawMessage
	if json.Unmarshal(withoutComments(raw), &all) != nil {
		return nil
	}
	values := make(map[string]json.RawMessage)
	for name, value := range all {
		var inner map[string]json.RawMessage
		if strings.HasPrefix(name, "[") && json.Unmarshal(value, &inner) == nil {
			addProjectValues(values, inner)
		}
	}
	addProjectValues(values, all)
	return values
}

func addProjectValues(to, from map[string]json.RawMessage) {
	for name, value := range from {
		inner := map[string]json.RawMessage{strings.TrimPrefix(name, "scilit."): value}
		switch {
		case name == "scilit" && json.Unmarshal(value, &inner) != nil:
			continue
		case name != "scilit" && !strings.HasPrefix(name, "scilit."):
			continue
		}
		delete(inner, "scilit")
		split, _ := split(inner)
		for _, v := range split {
			if key, err := keyOf(v.key); err == nil {
				to[key] = v.json
			}
		}
	}
}

// withoutComments replaces comments and trailing commas in JSON with spaces.
func withoutComments(raw []byte) []byte {
	out := bytes.Clone(bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf")))
	comma := -1 // offset of the last comma, if only white space has followed it
	for i := 0; i < len(out); i++ {
		switch {
		case out[i] == '"':
			for i++; i < len(out) && out[i] != '"'; i++ {
				if out[i] == '\\' {
					i++
				}
			}
			comma = -1
		case bytes.HasPrefix(out[i:], []byte("//")):
			i = blank(out, i, []byte("\n"))
		case bytes.HasPrefix(out[i:], []byte("/*")):
			i = blank(out, i, []byte("*/"))
		case out[i] == ',':
			comma = i
		case (out[i] == '}' || out[i] == ']') && comma >= 0:
			out[comma], comma = ' ', -1
		case out[i] > ' ':
			comma = -1
		}
	}
	return out
}

// blank overwrites the text from start to the end of closing with spaces. It returns the offset of
// the last space.
func blank(out []byte, start int, closing []byte) int {
	end := len(out)
	if i := bytes.Index(out[start+2:], closing); i >= 0 {
		end = start + 2 + i + len(closing)
	}
	for i := start; i < end; i++ {
		out[i] = ' '
	}
	return end - 1
}
