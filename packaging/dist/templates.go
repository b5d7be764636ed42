package main

import (
	"io"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
)

// templates lists the folders next to this package that contain files for package managers.
var templates = []string{"homebrew", "mason", "nix", "nvim-lspconfig"}

// fillTemplates copies the files for package managers to out/packaging. It replaces @VERSION@ with
// the version, and @URL:OS_ARCH@, @SHA256:OS_ARCH@ and @FOLDER:OS_ARCH@ with the values for the
// platform's best archive. It keeps the placeholders of platforms that were not built, so that
// incomplete files are easy to recognize.
func (r *release) fillTemplates(all []platform) error {
	values := map[string]string{"@VERSION@": r.version}
	for i, p := range all { // a neural platform comes after its plain variant and overrides its values
		sum, err := sumOf(r.archives[i])
		if err != nil {
			return err
		}
		name := ":" + p.os + "_" + p.arch + "@"
		values["@SHA256"+name] = sum
		values["@URL"+name] = strings.TrimSuffix(r.url, "/") + "/" + filepath.Base(r.archives[i])
		values["@FOLDER"+name] = filepath.Base(r.folder(p))
	}
	source := filepath.Join(r.root, "packaging")
	for _, folder := range templates {
		if err := eachFile(filepath.Join(source, folder), func(name string, _ fs.FileMode, content io.Reader, _ int64) error {
			text, err := io.ReadAll(content)
			if err != nil {
				return err
			}
			return writeFile(filepath.Join(r.out, "packaging", name), []byte(fill(string(text), values)))
		}); err != nil {
			return err
		}
	}
	return nil
}

var blank = regexp.MustCompile(`@[A-Z0-9]+(:[a-z0-9_]+)?@`)

func fill(text string, values map[string]string) string {
	return blank.ReplaceAllStringFunc(text, func(name string) string {
		if value, ok := values[name]; ok {
			return value
		}
		return name
	})
}
