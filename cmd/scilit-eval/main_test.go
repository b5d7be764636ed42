package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"scilit-eval": func() {
			os.Exit(run(context.Background(), os.Args[1:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
		},
	})
}

// TestScripts runs the scripts in testdata. They share an index of the biomedical papers, whose
// folder is $DEMO. A script can build another index:
//
//	index DIR static|none FILE
func TestScripts(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	demo := filepath.Join(t.TempDir(), "demo")
	if err := buildIndex(demo, "static", filepath.Join(root, "testdata/papers/biomed.jsonl.gz")); err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Setenv("ROOT", root)
			env.Setenv("DEMO", demo)
			env.Setenv("HOME", env.WorkDir)
			env.Setenv("SCILIT_CACHE", env.WorkDir+"/cache")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"index": func(ts *testscript.TestScript, _ bool, args []string) {
				ts.Check(buildIndex(ts.MkAbs(args[0]), args[1], ts.MkAbs(args[2])))
			},
		},
	})
}

func buildIndex(dir, embedder, file string) error {
	opts := index.BuildOptions{Dir: dir, Name: filepath.Base(dir)}
	if embedder == "static" {
		opts.Embedder = onnx.StaticCitations()
	}
	_, err := index.Build(context.Background(), opts, corpus.File(context.Background(), file))
	return err
}
