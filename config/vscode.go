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

// A projectFile is a workspace's .vscode/settings.json. VS Code merges it with the user's settings
// before it sends them, so a value from the editor may come from the workspace.
type projectFile struct {
	root, path, sum string
	verdict         Verdict
	values          map[string]json.RawMessage // values by canonical key; nil if the file cannot be parsed
}

// sets reports whether a value that the editor sent may come from the file. Since VS Code merges
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
			problems = append(problems, fmt.Errorf("%s: not read, because the file or the folder .vscode is a link "+
				"to a place outside the workspace: replace the link with a regular file or folder", path))
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

// withoutComments replaces comments and trailing commas in JSON with blanks.
func withoutComments(raw []byte) []byte {
	out := bytes.Clone(bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf")))
	comma := -1 // offset of the last comma, if only blanks have followed it
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

// blank overwrites the text from start to the end of closing with blanks. It returns the offset of
// the last blank.
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
