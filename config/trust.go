package config

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
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

// A Verdict is what the user said of a file of settings.
type Verdict string

// The verdicts. A file that changed has none.
const (
	NotAsked  Verdict = ""
	IsTrusted Verdict = "trusted"
	IsIgnored Verdict = "ignored"
)

// Trust remembers which files of settings the user trusts, by path and content,
// which .bib files outside a workspace may be edited, and which models on other
// machines may get text. It may be used by
// several goroutines; other processes' answers are seen.
type Trust struct {
	path string // "" keeps answers in memory alone

	mu     sync.Mutex
	memory record
}

// record is the file that answers are kept in.
type record struct {
	Format int          `json:"format"`
	Files  []fileAnswer `json:"files"`            // the latest last
	Bibs   []string     `json:"bibs"`             // that may be edited from any workspace
	Models []string     `json:"models,omitempty"` // addresses of models on other machines that may get text
}

type fileAnswer struct {
	Path    string  `json:"path"`
	Sum     string  `json:"sha256"`
	Verdict Verdict `json:"verdict"`
}

// Bounds of what is remembered.
const (
	trustFormat = 1
	maxAnswers  = 1000    // of each kind; the oldest go
	maxTrust    = 1 << 20 // bytes of the file
)

// NewTrust keeps answers in a file, or in memory alone where path is "".
func NewTrust(path string) *Trust { return &Trust{path: path} }

// OpenTrust keeps answers in the user's state folder.
func OpenTrust() *Trust {
	folder, err := stateFolder()
	if err != nil {
		return NewTrust("")
	}
	return NewTrust(filepath.Join(folder, "scilit-lsp", "trust.json"))
}

// Lasts reports whether answers outlive the process.
func (t *Trust) Lasts() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.path != ""
}

// stateFolder is where programs keep what they remember of a user.
func stateFolder() (string, error) {
	if dir := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return dir, nil
	}
	switch runtime.GOOS {
	case "windows":
		return os.UserCacheDir() // %LocalAppData%
	case "darwin", "ios":
		return os.UserConfigDir()
	}
	home, err := os.UserHomeDir()
	if err == nil && !filepath.IsAbs(home) {
		err = errors.New("the home folder is not a whole path")
	}
	return filepath.Join(home, ".local", "state"), err
}

// Sum identifies the content of a file.
func Sum(raw []byte) string {
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}

// Of is what the user said of a file with this content. A nil Trust was never told.
func (t *Trust) Of(path, sum string) Verdict {
	if t == nil {
		return NotAsked
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, answer := range t.read().Files {
		if answer.Path == path && answer.Sum == sum {
			return answer.Verdict
		}
	}
	return NotAsked
}

// Set remembers what the user said of a file with this content; NotAsked forgets
// it. Where it cannot be saved it holds until the process ends.
func (t *Trust) Set(path, sum string, verdict Verdict) error {
	return t.change(func(r *record) {
		r.Files = slices.DeleteFunc(r.Files, func(a fileAnswer) bool { return a.Path == path })
		if verdict != NotAsked {
			r.Files = append(r.Files, fileAnswer{path, sum, verdict})
		}
		r.Files = r.Files[max(0, len(r.Files)-maxAnswers):]
	})
}

// MayEdit reports whether the user allowed edits of a .bib outside a workspace.
func (t *Trust) MayEdit(bib string) bool {
	if t == nil {
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Contains(t.read().Bibs, bib)
}

// SetMayEdit allows edits of a .bib, whatever workspace names it, or no longer.
func (t *Trust) SetMayEdit(bib string, may bool) error {
	return t.change(func(r *record) {
		r.Bibs = slices.DeleteFunc(r.Bibs, func(path string) bool { return path == bib })
		if may {
			r.Bibs = append(r.Bibs, bib)
		}
		r.Bibs = r.Bibs[max(0, len(r.Bibs)-maxAnswers):]
	})
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
		err = fmt.Errorf("your answer holds until the program ends, since %s cannot be written: %w: check who owns its folder", t.path, err)
		t.path = ""
	}
	return err
}

// read gives what was remembered; nothing where the file is not as it was written.
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

var errNotPrivate = errors.New("other users can write it")

// readPrivate reads a file that only its user can have written.
func readPrivate(path string) ([]byte, error) {
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular() || info.Size() > maxTrust:
		return nil, errors.New("no file of answers")
	case runtime.GOOS != "windows" && info.Mode().Perm()&0o022 != 0:
		return nil, errNotPrivate
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
		return fmt.Errorf("it would be larger than %d bytes", maxTrust)
	}
	if err := os.MkdirAll(filepath.Dir(t.path), 0o700); err != nil {
		return err
	}
	if err := makePrivate(t.path); err != nil {
		return err
	}
	return atomic.WriteFile(t.path, bytes.NewReader(raw))
}

// makePrivate gives the file that is there the mode that its successor inherits;
// a new one is the user's alone. A link is removed, not followed.
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
