package onnx

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// RuntimeVersion is the release of onnxruntime that make models fetches. Older
// ones do not speak the interface that this package uses.
const RuntimeVersion = "1.24.3"

// libraryFolders are the places where libonnxruntime may be, in the order of
// search.
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

// libraryIn finds libonnxruntime in a folder, the last by name where there are
// several; a path that is a file is taken as it is. With an error it gives
// back the folder.
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

// isLibrary recognises the names that the platforms give to the library.
func isLibrary(name string) bool {
	switch runtime.GOOS {
	case "windows":
		return strings.EqualFold(name, "onnxruntime.dll")
	case "darwin":
		return strings.HasPrefix(name, "libonnxruntime.") && strings.HasSuffix(name, ".dylib")
	}
	return strings.HasPrefix(name, "libonnxruntime.so")
}

// systemFolders are where package managers put libraries.
func systemFolders() []string {
	switch runtime.GOOS {
	case "windows":
		return nil
	case "darwin":
		return []string{"/opt/homebrew/lib", "/usr/local/lib"}
	}
	triplets, _ := filepath.Glob("/usr/lib/*-linux-gnu") // the only error is a malformed pattern
	return append([]string{"/usr/local/lib", "/usr/lib", "/usr/lib64"}, triplets...)
}
