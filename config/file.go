package config

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
)

const maxFile = 64 << 10 // maximum size of a settings file, in bytes

// readFile reads a settings file. Its errors explain how to fix the file.
func readFile(path string) ([]byte, error) {
	raw, err := files.Read(context.Background(), path, maxFile)
	switch {
	case errors.Is(err, files.ErrNotRegular):
		return nil, fmt.Errorf("%w: replace it with a regular file, or remove it", err)
	case errors.Is(err, files.ErrTooLarge):
		return nil, fmt.Errorf("%w: shorten it", err)
	case err != nil:
		return nil, fmt.Errorf("%w: make it readable, or remove it", err)
	}
	return raw, nil
}

// decodeTOML returns the top-level keys of a file with their values as JSON.
func decodeTOML(path string, raw []byte) (map[string]json.RawMessage, error) {
	var tree map[string]any
	_, err := toml.Decode(string(raw), &tree)
	if parse, ok := errors.AsType[toml.ParseError](err); ok {
		return nil, Mistake{path, parse.Position.Line, errors.New(parse.Message)}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	values := make(map[string]json.RawMessage, len(tree))
	for name, v := range tree {
		if nestedDeeper(v, maxDepth) {
			values[name] = tooDeep
			continue
		}
		if values[name], err = json.Marshal(v); err != nil {
			values[name] = json.RawMessage(`"?"`) // JSON cannot represent NaN, so use a value that is rejected later
		}
	}
	return values, nil
}

// tooDeep replaces values that are nested too deeply. It is rejected later.
var tooDeep = json.RawMessage(strings.Repeat("[", maxDepth+1) + strings.Repeat("]", maxDepth+1))

func nestedDeeper(v any, limit int) bool {
	var inner []any
	switch v := v.(type) {
	case []any:
		inner = v
	case []map[string]any:
		for _, table := range v {
			inner = append(inner, table)
		}
	case map[string]any:
		inner = slices.Collect(maps.Values(v))
	default:
		return false
	}
	return limit == 0 || slices.ContainsFunc(inner, func(v any) bool { return nestedDeeper(v, limit-1) })
}

// lineOf returns the 1-based number of the line that sets a key, either by its full name or within
// its table.
func lineOf(raw []byte, key string) int {
	table, inner, dotted := strings.Cut(key, ".")
	at := -1
	if dotted {
		at = startOf(raw, table, inner)
	}
	if at < 0 {
		at = max(0, startOf(raw, table))
		if dotted {
			at += max(0, startOf(raw[at:], inner))
		}
	}
	return 1 + bytes.Count(raw[:at], []byte("\n"))
}

// startOf returns the offset of the line that sets a dotted name, given in parts, or -1.
func startOf(raw []byte, names ...string) int {
	for i, name := range names {
		names[i] = `["']?` + regexp.QuoteMeta(name) + `\b["']?`
	}
	at := regexp.MustCompile(`(?mi)^[ \t]*\[*[ \t]*` + strings.Join(names, `[ \t]*\.[ \t]*`)).FindIndex(raw)
	if at == nil {
		return -1
	}
	return at[0]
}

// realFolder returns the absolute path of a folder with symbolic links resolved. The user's
// decisions are stored under this path.
func realFolder(folder string) (string, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(folder)
}

// ExpandHome replaces a leading ~ with the user's home folder.
func ExpandHome(path string) string {
	if home, err := os.UserHomeDir(); err == nil && (path == "~" || strings.HasPrefix(path, "~/")) {
		return filepath.Join(home, path[1:])
	}
	return path
}

// absolute expands home folders and resolves relative paths against a folder, unless it is "".
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
