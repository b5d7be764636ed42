package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"scilit-lsp": func() {
			replayOnline()
			os.Exit(run(context.Background(), os.Args[1:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
		},
	})
}

func TestScripts(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:  "testdata/script",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
		Setup: func(env *testscript.Env) error {
			env.Setenv("ROOT", root)
			env.Setenv("HOME", env.WorkDir)
			env.Setenv("SCILIT_CACHE", env.WorkDir+"/cache")
			return os.WriteFile(filepath.Join(env.WorkDir, "many.jsonl"), manyPapers(), 0o600)
		},
	})
}

// manyPapers returns records of 250 papers, enough for a build to report its progress.
func manyPapers() (records []byte) {
	for i := range 250 {
		records = fmt.Appendf(records, `{"Id":"many%d","Title":"Trees of the forest number %d"}`+"\n", i, i)
	}
	return records
}

// exits runs the program and compares its exit code with the first argument.
func exits(ts *testscript.TestScript, _ bool, args []string) {
	code := 0
	var failed *exec.ExitError
	if err := ts.Exec("scilit-lsp", args[1:]...); errors.As(err, &failed) {
		code = failed.ExitCode()
	} else {
		ts.Check(err)
	}
	if strconv.Itoa(code) != args[0] {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}

func TestTheHelpNamesEveryFormat(t *testing.T) {
	for _, format := range corpus.Formats() {
		if !strings.Contains(formatsHelp, format) {
			t.Errorf("no %s", format)
		}
	}
}
