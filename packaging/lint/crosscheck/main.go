// Command crosscheck type-checks a module and its tests for other systems, without compiling them.
//
//	crosscheck FOLDER GOOS/GOARCH...
package main

import (
	"fmt"
	"os"
	"strings"

	"golang.org/x/tools/go/packages"
)

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: crosscheck FOLDER GOOS/GOARCH...")
		os.Exit(2)
	}
	for _, platform := range os.Args[2:] {
		if err := check(os.Args[1], platform); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", platform, err)
			os.Exit(1)
		}
	}
}

// check type-checks the packages in a module's folder for a platform, without cgo.
func check(folder, platform string) error {
	system, architecture, _ := strings.Cut(platform, "/")
	const syntaxAndTypes = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles |
		packages.NeedImports | packages.NeedDeps | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo
	all, err := packages.Load(&packages.Config{Mode: syntaxAndTypes, Dir: folder, Tests: true, Env: append(os.Environ(),
		"GOOS="+system, "GOARCH="+architecture, "GOEXPERIMENT=", "CGO_ENABLED=0")}, "./...")
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return fmt.Errorf("%s has no packages", folder)
	}
	if n := packages.PrintErrors(all); n > 0 {
		return fmt.Errorf("%d errors", n)
	}
	return nil
}
