package onnx

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// The models that serve where none is named.
const (
	DefaultEmbedder = "citation-minilm"
	DefaultReranker = "citation-ranker"
	DefaultWriter   = "citation-smollm"
)

// Settings say where to look before all other places.
type Settings struct {
	Models  []string      // folders that hold model folders, or model folders themselves
	Runtime string        // libonnxruntime, or the folder it is in
	Model   string        // name of the model; DefaultEmbedder where empty
	Idle    time.Duration // see Found
}

// Found is what Locate found, and where it looked.
type Found struct {
	Name    string // of the model that was looked for
	Model   *Model // nil where there is none
	Runtime string // path of libonnxruntime, "" where there is none
	// Idle is how long the model stays in memory while no one uses it; 0 for good.
	Idle time.Duration

	ModelLooks   []Look // in the order of search, the one taken last
	RuntimeLooks []Look
}

// A Look is one place that was searched.
type Look struct {
	Path    string
	Verdict string // "found", or why not
}

// The verdicts that are not an error's text.
const (
	taken   = "found"
	missing = "not there"
)

// Locate searches for a model and for onnxruntime: where the
// settings say, else where the environment says (SCILIT_MODELS, a path list,
// and SCILIT_ONNXRUNTIME), else next to the binary, in the cache that make
// models fills, and, for onnxruntime, among the system's libraries. A place
// that a person named is the only one searched, so that a mistake in it is
// seen. Files are measured here and read through only when they are loaded.
//
// The error says in one sentence what is missing and what to do. Found says
// what there is and every look, with an error and without.
func Locate(s Settings) (Found, error) {
	f := Found{Name: s.Model, Idle: s.Idle}
	if f.Name == "" {
		f.Name = DefaultEmbedder
	}
	f.locateModel(modelRoots(s.Models))
	f.locateRuntime(libraryFolders(s.Runtime))
	return f, f.lack()
}

// lack is the error that says what is missing, nil where nothing is.
func (f Found) lack() error {
	if f.Model == nil {
		return fmt.Errorf("model %s: %s; run make models, take a _neural release, or name its folder in the setting models",
			f.Name, verdict(f.ModelLooks))
	}
	if f.Runtime == "" {
		return fmt.Errorf("libonnxruntime: %s; run make models, or name the library in the setting onnxruntime",
			verdict(f.RuntimeLooks))
	}
	return nil
}

// Absent reports whether no place has anything of the model, broken or whole.
func (f Found) Absent() bool {
	return !slices.ContainsFunc(f.ModelLooks, func(l Look) bool { return l.Verdict != missing })
}

// CanRun says why this binary runs no model, nil where it can.
func CanRun() error { return errNoCgo }

// runnable is lack, or that this binary can run no model at all.
func (f Found) runnable() error {
	if err := f.lack(); err != nil {
		return err
	}
	if !canRun {
		return errNoCgo
	}
	return nil
}

func (f *Found) locateModel(roots []string) {
	for _, root := range roots {
		if f.tryModel(root) || f.tryModel(filepath.Join(root, f.Name)) {
			return
		}
	}
}

// tryModel looks for the model in one folder. A folder that only holds other
// folders, or another model, deserves no word.
func (f *Found) tryModel(folder string) bool {
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

func (f *Found) locateRuntime(folders []string) {
	for _, folder := range folders {
		path, err := libraryIn(folder)
		f.RuntimeLooks = append(f.RuntimeLooks, Look{path, reason(err)})
		if err == nil {
			f.Runtime = path
			return
		}
	}
}

// modelRoots are the folders in which model folders may be.
func modelRoots(named []string) []string {
	if len(named) == 0 {
		named = filepath.SplitList(os.Getenv("SCILIT_MODELS"))
	}
	if len(named) > 0 {
		return named
	}
	return slices.Concat(nextToBinary("models", "../models", "../share/scilit-lsp/models"), inCache("models"))
}

// CacheDir is the folder that make models fills: SCILIT_CACHE, else scilit-lsp
// in the user's cache.
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

// verdict sums up a search that found nothing: the first place where
// something stood in the way, else how many there were.
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
