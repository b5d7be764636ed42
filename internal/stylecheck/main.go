// Command stylecheck checks the Go source against the style rules of this repository. They limit
// the lengths of lines, functions and files, and the number of comments that contain words typical
// of unnatural English. `make lint` runs it in the root of the module.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

func main() {
	report := &report{}
	if err := report.addTracked(); err != nil {
		fmt.Fprintln(os.Stderr, "stylecheck:", err)
		os.Exit(2)
	}
	problems := report.problems()
	for _, problem := range problems {
		fmt.Println(problem)
	}
	if len(problems) > 0 {
		os.Exit(1)
	}
}

// addTracked adds the Go files that git tracks or would add.
func (r *report) addTracked() error {
	out, err := exec.Command("git", "ls-files", "--cached", "--others", "--exclude-standard", "*.go").Output()
	if err != nil {
		return fmt.Errorf("list the Go files: %w", err)
	}
	for name := range strings.Lines(string(out)) {
		name = strings.TrimSpace(name)
		source, err := os.ReadFile(name)
		if errors.Is(err, os.ErrNotExist) {
			continue // deleted from the working tree
		}
		if err == nil {
			err = r.add(name, source)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
