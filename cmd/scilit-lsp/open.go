package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// engineFlags are what every command that searches takes.
type engineFlags struct {
	Indexes []string `name:"index" sep:"none" placeholder:"DIR|URL" help:"Folder of a corpus, or address of a server; may be repeated. SCILIT_INDEX (a path list) where not given."`
	Engine  string   `enum:"auto,neural,plain" default:"auto" help:"neural (ONNX models), plain (pure Go), or the best there is (${enum})."`
	Writer  string   `enum:"composer,model,llm" default:"composer" help:"composer (of the paper's own statements), model (a small language model, checked) or llm (the one of your settings, checked) writes the citing sentences."`
	// Prefetch is the number of candidates of SciLit's Table 2.
	Prefetch int `placeholder:"N" help:"Candidates that each of BM25 and embedding hands on from one corpus; 150 where not given."`

	Models  []string `placeholder:"DIR" help:"Folders that hold models."`
	Runtime string   `name:"onnxruntime" placeholder:"PATH" help:"The onnxruntime library, or its folder."`
}

// asSettings are the flags as settings, over the defaults. A command keeps its models.
func (f engineFlags) asSettings() config.Settings {
	s := config.Default()
	s.Indexes, s.Engine, s.Writer, s.Prefetch = f.indexFolders(), f.Engine, f.Writer, f.Prefetch
	s.Models, s.ONNXRuntime, s.ModelIdleMinutes = f.Models, f.Runtime, 0
	if slices.ContainsFunc(s.Indexes, config.IsRemote) { // no flag names a token
		s.Remote = loadHere().Settings.Remote
	}
	if s.Writer == config.WriterLLM { // no flag names a host
		s.LLM = loadHere().Settings.LLM
	}
	return s
}

// indexFolders are the flags' folders, else those of SCILIT_INDEX.
func (f engineFlags) indexFolders() (folders []string) {
	if len(f.Indexes) == 0 {
		return config.Default().Indexes
	}
	for _, folder := range f.Indexes {
		folders = append(folders, config.ExpandHome(folder)) // no shell does after --index= or in quotes
	}
	return folders
}

// openParts opens the parts of an engine, with the notices on standard error.
func (f engineFlags) openParts(ctx context.Context, std streams) (engine.Parts, error) {
	parts, notices, err := new(app.Wiring).Parts(ctx, f.asSettings())
	printNotices(std, notices...)
	return parts, err
}

// openEngine makes an engine of openParts.
func (f engineFlags) openEngine(ctx context.Context, std streams) (*engine.Engine, error) {
	parts, err := f.openParts(ctx, std)
	if err != nil {
		return nil, err
	}
	return engine.New(parts), nil
}

// openWithFound opens the papers that were found online, too.
func (f engineFlags) openWithFound(ctx context.Context, std streams) (*engine.Engine, error) {
	e, notices, err := new(app.Wiring).Engine(ctx, f.asSettings())
	printNotices(std, notices...)
	return e, err
}

func printNotices(std streams, notices ...app.Notice) {
	for _, n := range notices {
		fmt.Fprintf(std.err, "scilit-lsp: note: %s\n", n.Text)
	}
}
