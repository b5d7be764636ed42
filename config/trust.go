package config

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"github.com/natefinch/atomic"
)

// A Verdict is the user's decision about a settings file.
type Verdict string

// The verdicts. After a file has changed, it has no verdict.
const (
	NotAsked  Verdict = ""
	IsTrusted Verdict = "trusted"
	IsIgnored Verdict = "ignored"
)

// Trust stores the user's decisions: which settings files are trusted, by path and content, which
// .bib files outside the workspace may be edited, and which remote models may receive text. It is
// safe for concurrent use and reads decisions stored by other processes.
type Trust struct {
	path string // if "", decisions are only kept in memory

	mu     sync.Mutex
	memory record
}

// A record is the content of the file that stores the decisions.
type record struct {
	Format int          `json:"format"`
	Files  []fileAnswer `json:"files"`            // settings files, oldest first
	Bibs   []string     `json:"bibs"`             // .bib files that may be edited from any workspace
	Models []string     `json:"models,omitempty"` // remote models that may receive text
}

type fileAnswer struct {
	Path    string  `json:"path"`
	Sum     string  `json:"sha256"`
	Verdict Verdict `json:"verdict"`
}

// Limits on the stored decisions.
const (
	trustFormat = 1
	maxAnswers  = 1000    // maximum number of decisions of each kind; the oldest are dropped
	maxTrust    = 1 << 20 // maximum size of the file in bytes
)

// NewTrust returns the decisions stored in a file. If path is "", decisions are only kept in memory.
func NewTrust(path string) *Trust { return &Trust{path: path} }

// OpenTrust returns the decisions stored in the user's state folder.
func OpenTrust() *Trust {
	folder, err := stateFolder()
	if err != nil {
		return NewTrust("")
	}
	return NewTrust(filepath.Join(folder, "scilit-lsp", "trust.json"))
}

// Lasts reports whether decisions are kept after the process exits.
func (t *Trust) Lasts() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.path != ""
}

// stateFolder returns the user's folder for program state.
func stateFolder() (string, error) {
	if dir := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return dir, nil
	}
	switch runtime.GOOS {
	case "windows":
		return os.UserCacheDir() // this is %LocalAppData%
	case "darwin", "ios":
		return os.UserConfigDir()
	}
	home, err := os.UserHomeDir()
	if err == nil && !filepath.IsAbs(home) {
		err = errors.New("the path of the home folder is not absolute")
	}
	return filepath.Join(home, ".local", "state"), err
}

// Sum returns the SHA-256 hash of a file's content.
func Sum(raw []byte) string { return fmt.Sprintf("%x", sha256.Sum256(raw)) }

// stored returns the stored decisions. A nil Trust has none.
func (t *Trust) stored() record {
	if t == nil {
		return record{}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.read()
}

// Of returns the verdict on a file with the given content hash.
func (t *Trust) Of(path, sum string) Verdict {
	for _, answer := range t.stored().Files {
		if answer.Path == path && answer.Sum == sum {
			return answer.Verdict
		}
	}
	return NotAsked
}

// Set stores the verdict on a file with the given content hash; NotAsked removes it. If the verdict
// cannot be stored, it applies until the process exits.
func (t *Trust) Set(path, sum string, verdict Verdict) error {
	isFile := func(a fileAnswer) bool { return a.Path == path }
	return t.change(func(r *record) {
		r.Files = withAnswer(r.Files, isFile, fileAnswer{path, sum, verdict}, verdict != NotAsked)
	})
}

// MayEdit reports whether the user allows editing a .bib file outside the workspace.
func (t *Trust) MayEdit(bib string) bool { return slices.Contains(t.stored().Bibs, bib) }

// SetMayEdit allows or forbids editing a .bib file from any workspace.
func (t *Trust) SetMayEdit(bib string, may bool) error {
	return t.change(func(r *record) { r.Bibs = withName(r.Bibs, bib, may) })
}

// MayAsk reports whether the user allows sending text to the remote model at a URL.
func (t *Trust) MayAsk(address string) bool { return slices.Contains(t.stored().Models, address) }

// SetMayAsk allows or forbids sending text to the remote model at a URL.
func (t *Trust) SetMayAsk(address string, may bool) error {
	return t.change(func(r *record) { r.Models = withName(r.Models, address, may) })
}

func withName(names []string, name string, may bool) []string {
	return withAnswer(names, func(n string) bool { return n == name }, name, may)
}

// withAnswer returns a copy of answers in which the latest one replaces those that it supersedes. If
// keep is false, it only removes them.
func withAnswer[A any](answers []A, superseded func(A) bool, latest A, keep bool) []A {
	answers = slices.DeleteFunc(slices.Clone(answers), superseded)
	if keep {
		answers = append(answers, latest)
	}
	return answers[max(0, len(answers)-maxAnswers):]
}

func (t *Trust) change(edit func(*record)) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := t.read()
	edit(&r)
	t.memory = r
	if t.path == "" {
		return nil
	}
	err := t.write(r)
	if err != nil {
		err = fmt.Errorf("your decision could not be saved in %s (%w), so it applies only until this program exits: "+
			"fix the problem, then decide again", t.path, err)
		t.path = ""
	}
	return err
}

// read returns the stored decisions. It returns none if the file is invalid.
func (t *Trust) read() (r record) {
	if t.path == "" {
		return t.memory
	}
	raw, err := readPrivate(t.path)
	if err != nil || json.Unmarshal(raw, &r) != nil || r.Format != trustFormat {
		return record{Format: trustFormat}
	}
	return r
}

// readPrivate reads a file and checks that no other user may write it.
func readPrivate(path string) ([]byte, error) {
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular() || info.Size() > maxTrust:
		return nil, errors.New("it is not a regular file of at most 1 MB")
	case runtime.GOOS != "windows" && info.Mode().Perm()&0o022 != 0:
		return nil, errors.New("other users can write to it")
	}
	return os.ReadFile(path)
}

func (t *Trust) write(r record) error {
	r.Format = trustFormat
	raw, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return err
	}
	if len(raw) > maxTrust {
		return fmt.Errorf("the file would be larger than %d MB", maxTrust>>20)
	}
	if err := os.MkdirAll(filepath.Dir(t.path), 0o700); err != nil {
		return err
	}
	if err := makePrivate(t.path); err != nil {
		return err
	}
	return atomic.WriteFile(t.path, bytes.NewReader(raw))
}

// makePrivate restricts the mode of a file to the user. The file that later replaces it inherits
// the mode. If path is a symbolic link, makePrivate removes it instead of following it.
func makePrivate(path string) error {
	info, err := os.Lstat(path)
	switch {
	case os.IsNotExist(err):
		return nil
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return os.Remove(path)
	}
	return os.Chmod(path, 0o600)
}
