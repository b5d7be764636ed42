package workspace

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/config/confine"
)

// BibRules are what the user's settings say of .bib files.
type BibRules struct {
	Default string                 // of documents that name none; "" is none
	Users   bool                   // whether Default is the user's choice, and not the workspace's
	Folders []string               // outside the workspace, whose .bib files may be edited
	Allowed func(path string) bool // what the user said when asked about a file; nil is nothing
}

// RulesOf are the rules of settings that were read.
func RulesOf(l config.Loaded, trust *config.Trust) BibRules {
	return BibRules{Default: l.Settings.BibFile, Users: l.Origins["bibFile"].IsUsers(), Folders: l.Settings.BibFolders, Allowed: trust.MayEdit}
}

// SetBibRules takes the settings into force.
func (w *Workspace) SetBibRules(rules BibRules) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.bibs = rules
}

func (w *Workspace) bibRules() BibRules {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.bibs
}

// ErrNoEdit is the error of files that no document may have edited.
var ErrNoEdit = errors.New("only files that end in .bib get entries: name another in the document")

// An OutsideError is that of a file which may be edited only where the user says so.
type OutsideError struct {
	Path string // where the name leads, links followed
}

// Error says what allows it.
func (e *OutsideError) Error() string {
	return fmt.Sprintf("%s: outside the workspace, so it is not edited: allow it when you are asked, name its folder in the setting bibFolders, or run `scilit-lsp trust %s`", e.Path, e.Path)
}

// CheckEdit says why entries of d cannot go into a file: it is no .bib, or it is
// outside. Documents name any file, so a name is judged by where it leads.
func (w *Workspace) CheckEdit(ctx context.Context, d *Document, path string) error {
	return w.checkEdit(ctx, w.Path(d), path, ".bib")
}

// CheckRename is CheckEdit for a file in which a key is renamed: d itself, a
// .bib, or another manuscript.
func (w *Workspace) CheckRename(ctx context.Context, d *Document, path string) error {
	own := w.Path(d)
	if path == own {
		return nil
	}
	extensions := append([]string{".bib"}, ManuscriptExtensions...)
	if isYAML(path) && slices.Contains(w.BibPaths(ctx, d), path) {
		extensions = append(extensions, filepath.Ext(path))
	}
	return w.checkEdit(ctx, own, path, extensions...)
}

func (w *Workspace) checkEdit(ctx context.Context, own, path string, extensions ...string) error {
	if !sameMachine(path, own) || !hasExtension(path, extensions...) {
		return fmt.Errorf("%s: %w", path, ErrNoEdit)
	}
	chosen := ""
	if rules := w.bibRules(); rules.Users && rules.Default != "" {
		chosen = w.defaultBib(ctx, filepath.Dir(own))
	}
	return check(ctx, path, func() error { return w.checkTarget(own, path, chosen, extensions...) })
}

// checkTarget follows the links of a path; chosen is the user's own .bib.
func (w *Workspace) checkTarget(own, path, chosen string, extensions ...string) error {
	if !confine.HasExtension(path, extensions...) {
		return fmt.Errorf("%s: %w", path, ErrNoEdit)
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s: no regular file, so it is not edited: name another in the document", path)
	}
	rules := w.bibRules()
	if confine.Inside(path, w.homes(own)...) || confine.Inside(path, rules.Folders...) {
		return nil
	}
	real, err := confine.Resolve(path)
	if err != nil {
		return fmt.Errorf("%s: %w", path, ErrNoEdit)
	}
	if rules.Allowed != nil && rules.Allowed(real) {
		return nil
	}
	if chosen != "" {
		if chosen, err := confine.Resolve(chosen); err == nil && chosen == real {
			return nil
		}
	}
	return &OutsideError{real}
}

// homes are the folders whose .bib files are edited without a question: those of
// the workspace, and the folder of a document that is in none of them.
func (w *Workspace) homes(own string) []string {
	roots := w.Roots()
	if own != "" && !within(own, roots...) {
		return append([]string{filepath.Dir(own)}, roots...)
	}
	return roots
}

func hasExtension(path string, extensions ...string) bool {
	for _, extension := range extensions {
		if strings.EqualFold(filepath.Ext(path), extension) {
			return true
		}
	}
	return false
}

// within compares names alone, which costs nothing at each keystroke.
func within(path string, folders ...string) bool {
	for _, folder := range folders {
		if inner, err := filepath.Rel(folder, path); err == nil && filepath.IsLocal(inner) {
			return true
		}
	}
	return false
}

// maxAbove is how many folders above a document other files of it are read.
const maxAbove = 2

// mayInclude reports whether a document at own may have a file read as a part of
// it: one of its own markup in the workspace, or near the document. Any other name
// would have any file of the user read by who wrote the document.
func (w *Workspace) mayInclude(markup *Markup, own, path string) bool {
	near := filepath.Dir(own)
	for range maxAbove {
		near = filepath.Dir(near)
	}
	return hasExtension(path, markup.Extensions...) && sameMachine(path, own) && (within(path, near) || within(path, w.Roots()...))
}

// sameMachine is false for a name that would make Windows ask another machine
// than the one that the document is on.
func sameMachine(path, own string) bool {
	return confine.OnThisMachine(path) || strings.EqualFold(filepath.VolumeName(path), filepath.VolumeName(own))
}
