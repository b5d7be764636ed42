// Package confine resolves symbolic links in paths, so that a link in a workspace cannot lead to
// files outside it.
package confine

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
)

// ErrDangling is returned for a symbolic link to a missing file. Writing to the link would create
// that file unnoticed.
var ErrDangling = errors.New("the path contains a broken link")

// ErrName is returned for a name that a terminal or a dialog would display as a different name.
var ErrName = errors.New("the path contains invisible characters; rename the file or its folder")

const maxLinks = 255 // maximum number of missing trailing elements in a path

// Resolve returns the absolute path with all symbolic links resolved. Trailing elements of the path
// need not exist.
func Resolve(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if strings.ContainsFunc(path, invisible) {
		return "", ErrName
	}
	rest := ""
	for range maxLinks {
		real, err := filepath.EvalSymlinks(path)
		if err == nil {
			return filepath.Join(real, rest), nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
		if _, err := os.Lstat(path); err == nil {
			return "", ErrDangling
		}
		rest = filepath.Join(filepath.Base(path), rest)
		path = filepath.Dir(path)
	}
	return "", fs.ErrNotExist
}

// invisible reports whether a character could disguise a name.
func invisible(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) }

// Same reports whether two paths lead to the same file.
func Same(a, b string) bool {
	one, errOne := os.Stat(a)
	two, errTwo := os.Stat(b)
	return errOne == nil && errTwo == nil && os.SameFile(one, two)
}

// Inside reports whether a path, after resolving symbolic links, is inside one of the folders.
func Inside(path string, folders ...string) bool {
	real, err := Resolve(path)
	if err != nil {
		return false
	}
	for _, folder := range folders {
		if folder == "" {
			continue
		}
		root, err := Resolve(folder)
		if err != nil {
			continue
		}
		if inner, err := filepath.Rel(root, real); err == nil && filepath.IsLocal(inner) {
			return true
		}
	}
	return false
}

// OnThisMachine reports whether a path is local. It returns false for Windows paths that name
// another machine, since opening one would send the user's name to that machine.
func OnThisMachine(path string) bool {
	volume := filepath.ToSlash(filepath.VolumeName(path))
	return !strings.HasPrefix(volume, "//")
}

// HasExtension reports whether the file that a path refers to, after resolving symbolic links, has
// one of the extensions, such as ".bib".
func HasExtension(path string, extensions ...string) bool {
	real, err := Resolve(path)
	if err != nil || strings.Contains(filepath.Base(real), ":") && filepath.Separator == '\\' {
		return false // the colon starts the name of an alternate data stream
	}
	return slices.ContainsFunc(extensions, func(e string) bool { return strings.EqualFold(filepath.Ext(real), e) })
}
