package main

import (
	"context"
	"fmt"
	"io"
	"runtime"

	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
)

type doctorCmd struct{ engineFlags }

// Run says what is installed, what is active, and why. It fails where the
// server would have nothing to search.
func (c doctorCmd) Run(ctx context.Context, std streams) error {
	fmt.Fprintf(std.out, "scilit-lsp %s, %s/%s, %s\n", version, runtime.GOOS, runtime.GOARCH, runtime.Version())
	c.reportModels(std.out)
	c.reportIndexes(std.out)
	parts, notes, err := c.open(ctx)
	if err != nil {
		return err
	}
	active := "BM25 alone"
	if parts.Embedder != nil {
		active = "BM25 and " + parts.Embedder.ID()
	}
	if parts.Citations != nil {
		active += fmt.Sprintf(", a memory of %d cited works", parts.Citations.Works())
	}
	fmt.Fprintf(std.out, "active: %s, learned highlights, %s\n", active, c.sentences())
	for _, note := range notes {
		fmt.Fprintf(std.out, "note: %s\n", note)
	}
	return nil
}

func (c doctorCmd) reportModels(w io.Writer) {
	found, err := onnx.Locate(onnx.Settings{Models: c.Models, Runtime: c.Runtime})
	for _, look := range found.ModelLooks {
		fmt.Fprintf(w, "model %s: %s: %s\n", found.Name, look.Path, look.Verdict)
	}
	for _, look := range found.RuntimeLooks {
		fmt.Fprintf(w, "onnxruntime: %s: %s\n", look.Path, look.Verdict)
	}
	if err == nil {
		err = tryModel(found)
	}
	if err != nil {
		fmt.Fprintf(w, "neural engine: no: %v\n", err)
		return
	}
	fmt.Fprintln(w, "neural engine: yes")
}

// tryModel loads the model for good: files may be there and broken.
func tryModel(found onnx.Found) error {
	embedder, err := onnx.Open(found)
	if err != nil {
		return err
	}
	return embedder.Load()
}

// sentences says what writes them. It loads the model, too.
func (c doctorCmd) sentences() string {
	drafter, err := c.drafter()
	if err == nil {
		err = drafter.Load()
	}
	if err != nil {
		return "plain citing sentences (" + err.Error() + ")"
	}
	return "citing sentences by " + drafter.ID()
}

func (c doctorCmd) reportIndexes(w io.Writer) {
	for _, dir := range c.indexFolders() {
		l, err := index.List(dir)
		if err != nil {
			fmt.Fprintf(w, "index %s: %v\n", dir, err)
			continue
		}
		fmt.Fprint(w, "index ")
		printListing(w, l)
	}
}
