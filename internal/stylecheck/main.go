// Command stylecheck checks the Go source against the style rules of this repository. They limit
// the lengths of lines, functions and files, and the number of comments that contain words typical
// of unnatural English. `make lint` runs it in the root of the module.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
)

func main() {
	files, err := tracked()
	if err != nil {
		fmt.Fprintln(os.Stderr, "stylecheck:", err)
		os.Exit(2)
	}
	report := &report{}
	for _, name := range files {
		source, err := os.ReadFile(name)
		if err != nil {
			fmt.Fprintln(os.Stderr, "stylecheck:", err)
			os.Exit(2)
		}
		if err := report.add(name, source); err != nil {
			fmt.Fprintln(os.Stderr, "stylecheck:", err)
			os.Exit(2)
		}
	}
	problems := report.problems()
	for _, problem := range problems {
		fmt.Println(problem)
	}
	if len(os.Args) > 1 && os.Args[1] == "-v" {
		fmt.Print(report)
	}
	if len(problems) > 0 {
		os.Exit(1)
	}
}

// tracked returns the names of the Go files that git tracks or would add.
func tracked() ([]string, error) {
	out, err := exec.Command("git", "ls-files", "--cached", "--others", "--exclude-standard", "*.go").Output()
	if err != nil {
		return nil, fmt.Errorf("list the Go files: %w", err)
	}
	var files []string
	for name := range strings.Lines(string(out)) {
		name = strings.TrimSpace(name)
		if _, err := os.Stat(name); err == nil { // skip files that were deleted from the working tree
			files = append(files, name)
		}
	}
	return files, nil
}
