package onnx

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// Names of the default models.
const (
	DefaultEmbedder = "citation-minilm"
	DefaultReranker = "citation-ranker"
	DefaultJudge    = "claim-judge"
)

// Settings name the model and the folders to search.
type Settings struct {
	Models  []string      // folders that contain model folders, or model folders themselves
	Runtime string        // path of libonnxruntime or of its folder
	Model   string        // model name; DefaultEmbedder if empty
	Idle    time.Duration // see Location
}

// A Location is the result of Locate.
type Location struct {
	Name    string // name of the requested model
	Model   *Model // nil if missing
	Runtime string // path of libonnxruntime, "" if missing
	// Idle is the time after which an unused model is closed; if 0, the model stays loaded.
	Idle time.Duration

	ModelLooks   []Look // in search order, a successful one last
	RuntimeLooks []Look
}

// A Look is one place that was searched.
type Look struct {
	Path    string
	Verdict string // "found", or the reason for failure
}

// Verdicts other than error texts.
const (
	taken   = "found"
	missing = "not there"
)

// Locate searches for a model and for onnxruntime. It looks for each in the places named by the
// settings, or else by the environment variables SCILIT_MODELS (a path list) and SCILIT_ONNXRUNTIME.
// If neither names a place, Locate searches next to the binary, in the cache filled by "make models",
// and in the system's library folders. If the user names a place, Locate searches only there, so that a
// wrong path is noticed. Locate checks file sizes; contents are checked on loading.
//
// The error states which part is missing and how to get it. The Location lists the places searched,
// even on error.
func Locate(s Settings) (Location, error) {
	f := Location{Name: cmp.Or(s.Model, DefaultEmbedder), Idle: s.Idle}
	f.locateModel(modelRoots(s.Models))
	f.locateRuntime(libraryFolders(s.Runtime))
	return f, f.lack()
}

// lack returns an error if the model or onnxruntime is missing.
func (f Location) lack() error {
	if f.Model == nil {
		return fmt.Errorf("model %s: %s; run `make models`, install a release whose name ends in _neural, or add the "+
			"model's folder to the models setting", f.Name, verdict(f.ModelLooks))
	}
	if f.Runtime == "" {
		return fmt.Errorf("libonnxruntime: %s; run `make models`, or set onnxruntime to the library's path",
			verdict(f.RuntimeLooks))
	}
	return nil
}

// CanRun returns an error that explains why this binary cannot run models, or nil if it can.
func CanRun() error { return errNoCgo }

// runnable is like lack, but also fails if this binary cannot run models.
func (f Location) runnable() error {
	return cmp.Or(f.lack(), errNoCgo)
}

func (f *Location) locateModel(roots []string) {
	for _, root := range roots {
		if f.tryModel(root) || f.tryModel(filepath.Join(root, f.Name)) {
			return
		}
	}
}

// tryModel reports whether the folder contains the model. It records the look unless the folder
// belongs to another model.
func (f *Location) tryModel(folder string) bool {
	m, err := readModel(folder)
	switch {
	case err == nil && m.Name != f.Name:
		return false
	case errors.Is(err, fs.ErrNotExist) && filepath.Base(folder) != f.Name:
		return false
	case err == nil:
		f.Model = m
	}
	f.ModelLooks = append(f.ModelLooks, Look{folder, reason(err)})
	return f.Model != nil
}

func (f *Location) locateRuntime(folders []string) {
	for _, folder := range folders {
		path, err := libraryIn(folder)
		f.RuntimeLooks = append(f.RuntimeLooks, Look{path, reason(err)})
		if err == nil {
			f.Runtime = path
			return
		}
	}
}

// modelRoots returns the folders that may contain model folders.
func modelRoots(named []string) []string {
	if len(named) == 0 {
		named = filepath.SplitList(os.Getenv("SCILIT_MODELS"))
	}
	if len(named) > 0 {
		return named
	}
	return slices.Concat(nextToBinary("models", "../models", "../share/scilit-lsp/models"), inCache("models"))
}

// CacheDir returns the folder filled by "make models": SCILIT_CACHE if set, or else scilit-lsp in the
// user's cache folder.
func CacheDir() (string, error) {
	if dir := os.Getenv("SCILIT_CACHE"); dir != "" {
		return dir, nil
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "scilit-lsp"), nil
}

func inCache(folder string) []string {
	dir, err := CacheDir()
	if err != nil {
		return nil
	}
	return []string{filepath.Join(dir, folder)}
}

func nextToBinary(folders ...string) []string {
	path, err := os.Executable()
	if err != nil {
		return nil
	}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	for i, folder := range folders {
		folders[i] = filepath.Join(filepath.Dir(path), folder)
	}
	return folders
}

// verdict summarizes a failed search: the first place with a problem, or else the number of places.
func verdict(looks []Look) string {
	for _, l := range looks {
		if l.Verdict != missing {
			return fmt.Sprintf("%s: %s", l.Path, l.Verdict)
		}
	}
	if len(looks) == 1 {
		return "not found at " + looks[0].Path
	}
	return fmt.Sprintf("not found in %d places", len(looks))
}

func reason(err error) string {
	switch {
	case err == nil:
		return taken
	case errors.Is(err, fs.ErrNotExist):
		return missing
	}
	return err.Error()
}
