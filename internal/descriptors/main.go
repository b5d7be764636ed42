// Command descriptors generates the parts of the documentation and of the editor extensions that
// list settings and online sources. `make generate` runs it in the root of the repository.
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// A target is a file that is generated completely or in part.
type target struct {
	path string
	// begin and end are the texts before and after the generated part. If begin is empty, the whole
	// file is generated.
	begin, end string
	content    func() string
}

var targets = []target{
	{"docs/settings.md", "<!-- settings: written by make generate -->\n", "<!-- end of settings -->", settingsPage},
	{"docs/sources.md", "", "", sourcesPage},
	{"editors/vscode/package.json", `"restrictedConfigurations": `, "\n    },\n    \"virtualWorkspaces\"", restricted},
	{"editors/vscode/package.json", `"configuration": `, ",\n    \"walkthroughs\"", configuration},
	{"editors/vscode/src/server/settingnames.ts", "", "", settingNames},
	{"editors/nvim/lua/scilit/settings.lua", "", "", luaSettings},
	{"editors/emacs/scilit-settings.el", "", "", emacsSettings},
}

func main() {
	if err := run("."); err != nil {
		fmt.Fprintln(os.Stderr, "descriptors:", err)
		os.Exit(1)
	}
}

func run(root string) error {
	for _, t := range targets {
		path := filepath.Join(root, t.path)
		before, err := os.ReadFile(path)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		after, err := t.updated(string(before))
		if err != nil {
			return err
		}
		if after == string(before) {
			continue
		}
		if err := os.WriteFile(path, []byte(after), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// updated returns the content of a target with its generated part replaced. file is the current
// content.
func (t target) updated(file string) (string, error) {
	if t.begin == "" {
		return t.content(), nil
	}
	before, rest, begins := strings.Cut(file, t.begin)
	_, after, ends := strings.Cut(rest, t.end)
	if !begins || !ends {
		return "", fmt.Errorf("%s: no part between %q and %q", t.path, t.begin, t.end)
	}
	return before + t.begin + t.content() + t.end + after, nil
}
