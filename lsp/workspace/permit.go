package workspace

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/config/confine"
)

// BibRules are the user's settings for .bib files.
type BibRules struct {
	Default string                 // the .bib file for documents that do not name one, or ""
	Users   bool                   // Default is from the user's settings rather than the workspace's
	Folders []string               // folders outside the workspace whose .bib files may be edited
	Allowed func(path string) bool // reports whether the user allows editing a file; may be nil
}

// RulesOf extracts the rules from loaded settings.
func RulesOf(l config.Loaded, trust *config.Trust) BibRules {
	return BibRules{
		Default: l.Settings.BibFile, Users: l.Origins["bibFile"].IsUsers(), Folders: l.Settings.BibFolders,
		Allowed: trust.MayEdit,
	}
}

// SetBibRules sets the rules for .bib files.
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

// ErrNoEdit is returned for files that may never be edited, since they are not .bib files.
var ErrNoEdit = errors.New("this is not a .bib file on this machine, or is a link to a different kind of file, " +
	"so it is not edited: name a .bib file in the document")

// An OutsideError is returned for a file outside the workspace, which may be edited only with the
// user's permission.
type OutsideError struct {
	Path string // path with symbolic links resolved
}

// Error explains how to allow editing the file.
func (e *OutsideError) Error() string {
	return fmt.Sprintf("%s is outside the workspace, so it is not edited: allow the edit when you are asked, add its "+
		"folder to the bibFolders setting, or run `scilit-lsp trust %s`", e.Path, e.Path)
}

// CheckEdit returns an error if entries for d must not be written to a file because it is not a .bib
// file or is outside the workspace. It resolves symbolic links first, since documents can name any
// file.
func (w *Workspace) CheckEdit(ctx context.Context, d *Document, path string) error {
	return w.checkEdit(ctx, w.Path(d), path, ".bib")
}

// CheckRename is like CheckEdit, but for renaming a key in a file. The file may also be a
// manuscript.
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
	if !utf8.ValidString(path) {
		return fmt.Errorf("%q: the name is not valid UTF-8, so the editor would write to a different file: rename the "+
			"file or its folder", path)
	}
	if !sameMachine(path, own) || !hasExtension(path, extensions...) {
		return fmt.Errorf("%s: %w", path, ErrNoEdit)
	}
	chosen := ""
	if rules := w.bibRules(); rules.Users && rules.Default != "" {
		chosen = w.defaultBib(ctx, filepath.Dir(own))
	}
	return check(ctx, path, func() error { return w.checkTarget(own, path, chosen, extensions...) })
}

// checkTarget checks the file to which path refers after resolving links. chosen is the user's
// default .bib file, or "".
func (w *Workspace) checkTarget(own, path, chosen string, extensions ...string) error {
	if !confine.HasExtension(path, extensions...) {
		return fmt.Errorf("%s: %w", path, ErrNoEdit)
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a regular file, so it is not edited: name another .bib file in the document", path)
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

// homes returns the folders whose .bib files may be edited without asking: the workspace folders
// and, for a document outside the workspace, the document's folder.
func (w *Workspace) homes(own string) []string {
	roots := w.Roots()
	if own != "" && !within(own, roots...) {
		return append([]string{filepath.Dir(own)}, roots...)
	}
	return roots
}

func hasExtension(path string, extensions ...string) bool {
	return slices.ContainsFunc(extensions, func(e string) bool { return strings.EqualFold(filepath.Ext(path), e) })
}

// within reports whether path is in one of the folders. It compares only names, which is cheap
// enough for each keystroke.
func within(path string, folders ...string) bool {
	return slices.ContainsFunc(folders, func(folder string) bool {
		inner, err := filepath.Rel(folder, path)
		return err == nil && filepath.IsLocal(inner)
	})
}

const maxAbove = 2 // maximum number of levels above a document at which its other files may be

// mayInclude reports whether the document at own may include a file. The file must have the same
// markup and be in the workspace or near the document; otherwise, a document could make the server
// read any of the user's files.
func (w *Workspace) mayInclude(markup *Markup, own, path string) bool {
	near := filepath.Dir(own)
	for range maxAbove {
		near = filepath.Dir(near)
	}
	return hasExtension(path, markup.Extensions...) && sameMachine(path, own) &&
		(within(path, near) || within(path, w.Roots()...))
}

// sameMachine reports whether path is on this machine or on the document's machine. On Windows,
// opening any other path may connect to a different machine.
func sameMachine(path, own string) bool {
	return confine.OnThisMachine(path) || strings.EqualFold(filepath.VolumeName(path), filepath.VolumeName(own))
}
