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
	c.reportPlaces(std.out)
	writer := c.reportModels(std.out)
	c.reportIndexes(std.out)
	libraries, err := librariesHere(std)
	if err == nil {
		reportLibraries(std.out, libraries)
	}
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
	sentences := "plain citing sentences"
	if c.Engine != "plain" && writer != "" {
		sentences = "citing sentences by " + writer
	}
	fmt.Fprintf(std.out, "active: %s, learned highlights, %s\n", active, sentences)
	for _, note := range notes {
		fmt.Fprintf(std.out, "note: %s\n", note)
	}
	return nil
}

// reportPlaces says where models and onnxruntime were looked for.
func (c doctorCmd) reportPlaces(w io.Writer) {
	found, _ := c.locate(onnx.DefaultEmbedder)
	for _, look := range found.ModelLooks {
		fmt.Fprintf(w, "model %s: %s: %s\n", found.Name, look.Path, look.Verdict)
	}
	for _, look := range found.RuntimeLooks {
		fmt.Fprintf(w, "onnxruntime: %s: %s\n", look.Path, look.Verdict)
	}
}

// reportModels loads each model for good, a line each: files may be there and
// broken. It gives the ID of the writer, "" where that does not work.
func (c doctorCmd) reportModels(w io.Writer) (writer string) {
	embedder, err := tryModel(c.engineFlags, onnx.DefaultEmbedder, onnx.Open)
	reportTry(w, "embedder", embedder, err)
	reranker, failed := tryModel(c.engineFlags, onnx.DefaultReranker, onnx.OpenReranker)
	reportTry(w, "reranker", reranker, failed)
	writer, failed = tryModel(c.engineFlags, onnx.DefaultWriter, onnx.OpenWriter)
	reportTry(w, "writer", writer, failed)
	reportTry(w, "neural engine", "yes", err)
	return writer
}

func tryModel[M interface {
	ID() string
	Load() error
}](f engineFlags, name string, open func(onnx.Found) (M, error)) (id string, err error) {
	found, err := f.locate(name)
	if err != nil {
		return "", err
	}
	model, err := open(found)
	if err != nil {
		return "", err
	}
	if err := model.Load(); err != nil {
		return "", err
	}
	return model.ID(), nil
}

func reportTry(w io.Writer, what, works string, err error) {
	if err != nil {
		works = "no: " + err.Error()
	}
	fmt.Fprintf(w, "%s: %s\n", what, works)
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
