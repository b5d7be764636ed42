package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
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
	if r.ByEditor || filepath.Base(r.File) != FileName { // the command trust accepts only scilit.toml
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

// isBibInside reports whether a value names a .bib inside a workspace's folder.
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

// Examine returns the keys in a folder's scilit.toml that need trust.
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
