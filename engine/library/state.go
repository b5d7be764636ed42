package library

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/natefinch/atomic"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
)

const (
	stateFile   = "library.json"
	stateFormat = 1
	maxState    = 256 << 20 // maximum size in bytes; a library of a million works takes about 60 MB
)

// A state is the content of library.json: the files and their indexed papers.
type state struct {
	Format  int
	Unclean bool     // whether an update was interrupted, so that the index may contain papers of unlisted files
	Sources []string // names of the sources, as shown to the user
	Places  []string `json:",omitempty"` // folders and files of the sources, if all are on disk
	Files   map[string]*source
	// Problems lists problems with whole sources. Problems with single files are in Files.
	Problems []engine.LibraryProblem `json:",omitempty"`
}

// A source is one file as it was when its papers were published.
type source struct {
	Size     int64     `json:",omitempty"`
	Modified time.Time `json:",omitzero"`
	Hash     string    `json:",omitempty"` // hash of the file's content
	Version  string    `json:",omitempty"` // version of the Zotero library
	Papers   []string  `json:",omitempty"` // IDs of the file's papers in the index
	Problem  string    `json:",omitempty"`
	// Unread is set while its papers are being indexed.
	Unread bool `json:",omitempty"`
	// Again is set after a temporary system error, so that the next refresh reads the file again.
	Again bool `json:",omitempty"`
	// Fresh is set if the file was modified just before it was read: a later change may have the
	// same modification time.
	Fresh bool `json:",omitempty"`
}

// readState reads the state of the library in dir. whole is false if the state is missing or
// damaged, which means that the papers in the index are unknown.
func readState(ctx context.Context, dir string) (s *state, whole bool, err error) {
	s = &state{Format: stateFormat, Files: make(map[string]*source)}
	raw, err := files.Read(ctx, filepath.Join(dir, stateFile), maxState)
	if errors.Is(err, fs.ErrNotExist) {
		return s, false, nil
	}
	if err != nil {
		return s, false, err
	}
	var read state
	if json.Unmarshal(raw, &read) != nil || read.Format != stateFormat || read.Files == nil {
		return s, false, nil // the next update writes a new state
	}
	return &read, true, nil
}

// write replaces library.json.
func (s *state) write(dir string) error {
	raw, err := json.Marshal(s)
	if err == nil {
		err = atomic.WriteFile(filepath.Join(dir, stateFile), bytes.NewReader(raw))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", filepath.Join(dir, stateFile), err)
	}
	return nil
}

// known returns the papers of all files that were read completely.
func (s *state) known() map[string]bool {
	ids := make(map[string]bool)
	for _, f := range s.Files {
		if !f.Unread {
			for _, id := range f.Papers {
				ids[id] = true
			}
		}
	}
	return ids
}

// status converts the state to a LibraryStatus.
func (s *state) status(dir string) engine.LibraryStatus {
	status := engine.LibraryStatus{Path: dir, Sources: s.Sources, Problems: slices.Clone(s.Problems)}
	for _, path := range slices.Sorted(maps.Keys(s.Files)) {
		f := s.Files[path]
		if len(f.Papers) > 0 {
			status.Files++
			status.Papers += len(f.Papers)
		}
		if f.Problem != "" {
			status.Problems = append(status.Problems, engine.LibraryProblem{Path: path, Reason: f.Problem})
		}
	}
	return status
}

// Look returns the status of the library in dir as last published.
func Look(dir string) (engine.LibraryStatus, error) {
	s, whole, err := readState(context.Background(), dir)
	status := s.status(dir)
	switch status.State = "up to date as of the last scan"; {
	case !whole:
		status.State = "not read yet"
	case s.Unclean:
		status.State = "being read, or interrupted; reading resumes when an editor opens the folder"
	}
	return status, err
}

// IsGone reports whether all source paths of the library in dir have disappeared.
func IsGone(dir string) bool {
	s, whole, _ := readState(context.Background(), dir)
	return whole && len(s.Places) > 0 && !slices.ContainsFunc(s.Places, func(path string) bool {
		_, err := os.Stat(path)
		return err == nil
	})
}

// All returns the folders of all libraries below parent.
func All(parent string) (dirs []string) {
	files, _ := filepath.Glob(filepath.Join(parent, "*", stateFile))
	for _, file := range files {
		dirs = append(dirs, filepath.Dir(file))
	}
	return dirs
}

// Of returns the folders of the libraries below parent that have these sources, one per embedder.
func Of(parent string, sources Sources) (dirs []string) {
	wanted := slices.Sorted(slices.Values(sources.names()))
	for _, dir := range All(parent) {
		if status, err := Look(dir); err == nil && slices.Equal(slices.Sorted(slices.Values(status.Sources)), wanted) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// Forget removes a library from the disk. It fails while the library is being updated.
func Forget(dir string) error {
	if _, err := os.Stat(filepath.Join(dir, stateFile)); err != nil {
		return fmt.Errorf("%s is not a library: %w", dir, err)
	}
	file, taken, err := tryLock(dir)
	if err == nil && !taken {
		err = fmt.Errorf("%s is being updated by another process: try again later", dir)
	}
	if err != nil {
		return err
	}
	return errors.Join(file.Close(), os.RemoveAll(dir))
}
