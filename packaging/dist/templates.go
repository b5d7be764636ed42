package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
)

// templates are the folders beside this one with files of package managers.
var templates = []string{"homebrew", "mason", "nix", "nvim-lspconfig"}

// fillTemplates copies the files of package managers to out/packaging with
// @VERSION@ and @SHA256:PLATFORM@ replaced. Where the archive of a platform was
// not made its checksum stays as it is, so that nobody takes the file for whole.
func (r *release) fillTemplates(all []platform) error {
	sums := map[string]string{"@VERSION@": r.version}
	for i, p := range all {
		sum, err := sumOf(r.archives[i])
		if err != nil {
			return err
		}
		sums[fmt.Sprintf("@SHA256:%s@", p)] = sum
	}
	source := filepath.Join(r.root, "packaging")
	for _, folder := range templates {
		err := filepath.WalkDir(filepath.Join(source, folder), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			name, err := filepath.Rel(source, path)
			if err != nil {
				return err
			}
			return writeFile(filepath.Join(r.out, "packaging", name), []byte(fill(string(text), sums)))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

var blank = regexp.MustCompile(`@[A-Z0-9]+(:[a-z0-9_]+)?@`)

// fill replaces what it has a value for.
func fill(text string, values map[string]string) string {
	return blank.ReplaceAllStringFunc(text, func(name string) string {
		if value, ok := values[name]; ok {
			return value
		}
		return name
	})
}
