// Package confine finds out where a path really leads, so that a link in a
// workspace cannot reach what lies outside it.
package confine

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode"
)

// ErrDangling is the error of a link that leads nowhere: whoever writes through
// it makes a file that was never looked at.
var ErrDangling = errors.New("a link that leads nowhere")

// ErrName is the error of a name that a terminal or a dialog would show as another.
var ErrName = errors.New("its name has characters that cannot be seen")

// maxLinks bounds how many missing folders of a path are looked at.
const maxLinks = 255

// Resolve is the absolute path that a path leads to once all links are followed.
// The last parts of it may be missing, as those of a file that is to be made.
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

// invisible are the characters by which a name can pretend to be another.
func invisible(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) }

// Inside reports whether a path leads into one of the folders.
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

// OnThisMachine is false for the paths that name another machine, as Windows has
// them: looking at one is enough to send it the user's name.
func OnThisMachine(path string) bool {
	volume := filepath.ToSlash(filepath.VolumeName(path))
	return !strings.HasPrefix(volume, "//")
}

// HasExtension reports whether the file that a path leads to has one of the
// extensions, such as ".bib".
func HasExtension(path string, extensions ...string) bool {
	real, err := Resolve(path)
	if err != nil || strings.Contains(filepath.Base(real), ":") && filepath.Separator == '\\' {
		return false // a stream of another file, where there is such a thing
	}
	for _, extension := range extensions {
		if strings.EqualFold(filepath.Ext(real), extension) {
			return true
		}
	}
	return false
}
