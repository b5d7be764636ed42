package config

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// ExpandHome replaces a leading ~ with the user's home folder.
func ExpandHome(path string) string {
	if home, err := os.UserHomeDir(); err == nil && (path == "~" || strings.HasPrefix(path, "~/")) {
		return filepath.Join(home, path[1:])
	}
	return path
}

// absolute resolves relative paths against a folder. If the folder is "", it leaves them unchanged.
func absolute(folder string, paths []string) []string {
	all := make([]string, len(paths))
	for i, path := range paths {
		all[i] = absoluteOne(folder, path)
	}
	return all
}

func absoluteOne(folder, path string) string {
	path = ExpandHome(path)
	if path != "" && !IsRemote(path) && folder != "" && !filepath.IsAbs(path) {
		return filepath.Join(folder, path)
	}
	return path
}

// errRelative is returned for relative paths of libraries, models and programs, since a workspace
// could contain files at these paths.
var errRelative = errors.New("a relative path would depend on the open workspace: give an absolute path")

func allAbsolute(paths []string) error {
	if slices.ContainsFunc(paths, func(path string) bool { return path != "" && !filepath.IsAbs(path) }) {
		return errRelative
	}
	return nil
}
