package onnx

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// RuntimeVersion is the onnxruntime release that "make models" downloads. Older releases lack the
// API version used here.
const RuntimeVersion = "1.24.3"

// libraryFolders returns the places to search for libonnxruntime, in order.
func libraryFolders(named string) []string {
	if named == "" {
		named = os.Getenv("SCILIT_ONNXRUNTIME")
	}
	if named != "" {
		return []string{named}
	}
	return slices.Concat(
		nextToBinary(".", "../lib", "../lib/scilit-lsp"),
		inCache(filepath.Join("onnxruntime", RuntimeVersion)),
		systemFolders(),
	)
}

// libraryIn returns the path of libonnxruntime in a folder; if several files match, the last by
// name. If path is a file, it returns path. On error it returns the path that was searched.
func libraryIn(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return path, err
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return path, err
	}
	for _, e := range slices.Backward(entries) {
		if isLibrary(e.Name()) {
			return filepath.Join(path, e.Name()), nil
		}
	}
	return path, fs.ErrNotExist
}

// isLibrary reports whether name is the library's file name on this platform.
func isLibrary(name string) bool {
	switch runtime.GOOS {
	case "windows":
		return strings.EqualFold(name, "onnxruntime.dll")
	case "darwin":
		return strings.HasPrefix(name, "libonnxruntime.") && strings.HasSuffix(name, ".dylib")
	}
	return strings.HasPrefix(name, "libonnxruntime.so")
}

// systemFolders returns the library folders of package managers.
func systemFolders() []string {
	switch runtime.GOOS {
	case "windows":
		return nil
	case "darwin":
		return []string{"/opt/homebrew/lib", "/usr/local/lib"}
	}
	triplets, _ := filepath.Glob("/usr/lib/*-linux-gnu") // Glob fails only if the pattern is malformed
	return append([]string{"/usr/local/lib", "/usr/lib", "/usr/lib64"}, triplets...)
}
