// Command protocolts generates editors/vscode/src/protocol.ts, which declares the types of the
// server's own protocol methods in TypeScript. It reads them from the Go source. `make generate`
// runs it in the root of the repository.
package main

import (
	"fmt"
	"os"
)

const target = "editors/vscode/src/protocol.ts"

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "protocolts:", err)
		os.Exit(1)
	}
}

func run() error {
	source, err := generate(".")
	if err != nil {
		return err
	}
	return os.WriteFile(target, []byte(source), 0o644)
}
