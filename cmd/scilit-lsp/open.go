package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/library"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
)

// engineFlags are what every command that searches takes.
type engineFlags struct {
	Indexes []string `name:"index" placeholder:"DIR" help:"Folder of a corpus; may be repeated. SCILIT_INDEX (a path list) where not given."`
	Engine  string   `enum:"auto,neural,plain" default:"auto" help:"neural (ONNX models), plain (pure Go), or the best there is (${enum})."`
	Writer  string   `enum:"composer,model" default:"composer" help:"composer (of the paper's own statements) or model (a small language model, checked) writes the citing sentences."`
	// Prefetch is the number of candidates of SciLit's Table 2.
	Prefetch int `placeholder:"N" help:"Candidates that each of BM25 and embedding hands on from one corpus; 150 where not given."`

	Models  []string `placeholder:"DIR" help:"Folders that hold models."`
	Runtime string   `name:"onnxruntime" placeholder:"PATH" help:"The onnxruntime library, or its folder."`

	idle time.Duration // see onnx.Found; a command keeps its models
	own  string        // the folder among Indexes that is the user's library
}

// locate looks for a model of this name.
func (f engineFlags) locate(model string) (onnx.Found, error) {
	return onnx.Locate(onnx.Settings{Models: f.Models, Runtime: f.Runtime, Model: model, Idle: f.idle})
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

// open opens all that a command needs. Notes say what runs in its simple form
// and why, or was left out.
func (f engineFlags) open(ctx context.Context) (engine.Parts, []string, error) {
	var parts engine.Parts
	indexes, failed := f.openIndexes()
	if len(indexes) == 0 {
		return parts, nil, failed
	}
	for _, x := range indexes {
		if f.own != "" && x.Path() == f.own {
			parts.Indexes = append(parts.Indexes, engine.Own(library.Searched(f.own, x)))
			continue
		}
		parts.Indexes = append(parts.Indexes, x)
	}
	var notes []string
	if failed != nil {
		notes = append(notes, failed.Error())
	}
	embedder, note, err := f.embedderFor(ctx, parts.Indexes)
	if note != "" {
		notes = append(notes, note)
	}
	parts.Embedder, parts.Prefetch = embedder, f.Prefetch
	if parts.Writer, note = f.writer(); note != "" {
		notes = append(notes, note)
	}
	citations, unread := f.citations()
	if unread != nil {
		notes = append(notes, "ranking without the citation graph: "+unread.Error())
	}
	parts.Citations = citations
	if f.Engine != "plain" {
		cross, missing := f.crossEncoder()
		if _, neural := embedder.(*onnx.Embedder); neural && missing != nil {
			notes = append(notes, "ranking without the cross-encoder: "+missing.Error())
		}
		parts.Cross = cross
	}
	return parts, notes, err
}

// crossEncoder is nil where there is an error.
func (f engineFlags) crossEncoder() (engine.CrossEncoder, error) {
	found, err := f.locate(onnx.DefaultReranker)
	if err != nil {
		return nil, err
	}
	cross, err := onnx.OpenCrossEncoder(found)
	if err != nil {
		return nil, err // no nil *CrossEncoder inside an interface
	}
	return cross, nil
}

// openIndexes opens the indexes; those that cannot be opened are left out and
// their errors joined into failed.
func (f engineFlags) openIndexes() (indexes []*index.Index, failed error) {
	for _, dir := range f.indexFolders() {
		x, err := index.Open(dir)
		if err != nil {
			if _, diagnosed := index.Diagnose(dir); diagnosed != nil {
				err = diagnosed
			}
			if dir == f.own {
				err = library.Advise(dir, err)
			}
			failed = errors.Join(failed, err)
			continue
		}
		indexes = append(indexes, x)
	}
	if len(indexes) == 0 && failed == nil {
		failed = engine.ErrNoIndex
	}
	return indexes, failed
}

// citations come with the embedding model, but need neither it nor onnxruntime.
func (f engineFlags) citations() (*engine.CitationGraph, error) {
	found, _ := f.locate(onnx.DefaultEmbedder)
	if found.Model == nil {
		return nil, nil
	}
	return found.Model.ReadCitations()
}

// embedderFor chooses the best embedder at hand that the indexes' vectors were
// made with; nil where there is none, and the search is by BM25 alone.
func (f engineFlags) embedderFor(ctx context.Context, indexes []engine.Index) (engine.Embedder, string, error) {
	embedders, note, err := f.embedders()
	if err != nil {
		return nil, "", err
	}
	for _, embedder := range embedders {
		for _, x := range indexes {
			if info, err := x.Info(ctx); err == nil && info.Embedder == embedder.ID() {
				return embedder, note, nil
			}
		}
	}
	if note == "" {
		note = "no index has vectors of an embedder at hand: searching by BM25 alone"
	}
	return nil, note, nil
}

// embedders are those at hand, the best first. note says why the neural one is
// not among them.
func (f engineFlags) embedders() (all []engine.Embedder, note string, err error) {
	static := onnx.Static()
	if f.Engine == "plain" {
		return []engine.Embedder{static}, "", nil
	}
	neural, err := f.neural()
	if err != nil && f.Engine == "neural" {
		return nil, "", fmt.Errorf("the neural engine was asked for: %w", err)
	}
	if err != nil {
		return []engine.Embedder{static}, "plain engine: " + err.Error(), nil
	}
	return []engine.Embedder{neural, static}, "", nil
}

// A lastEmbedder is that of the settings in force, since the engine and the library
// of a server embed with the same, which takes memory once it is loaded. One that
// is replaced leaves the memory.
type lastEmbedder struct {
	mu       sync.Mutex
	place    string // of its models
	embedder *onnx.Embedder
}

var neural lastEmbedder

func (n *lastEmbedder) at(place string, open func() (*onnx.Embedder, error)) (*onnx.Embedder, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.embedder != nil && n.place == place {
		return n.embedder, nil
	}
	embedder, err := open()
	if err != nil {
		return nil, err
	}
	if n.embedder != nil {
		_ = n.embedder.Close()
	}
	n.place, n.embedder = place, embedder
	return embedder, nil
}

func (f engineFlags) neural() (*onnx.Embedder, error) {
	return neural.at(fmt.Sprint(f.Models, f.Runtime, f.idle), f.openNeural)
}

func (f engineFlags) openNeural() (*onnx.Embedder, error) {
	found, err := f.locate(onnx.DefaultEmbedder)
	if err != nil {
		return nil, err
	}
	return onnx.Open(found)
}

// writer is the composer unless the model is asked for and at hand. note says why
// it is not, where nothing has said so already.
func (f engineFlags) writer() (w engine.Writer, note string) {
	composer := engine.Composer{Embedder: onnx.Static()}
	found, err := f.locate(onnx.DefaultWriter)
	if f.Writer != "model" || f.Engine == "plain" || found.Absent() || found.Runtime == "" {
		return composer, "" // chosen, or told of already
	}
	var drafter *onnx.Writer
	if err == nil {
		drafter, err = onnx.OpenWriter(found)
	}
	if err != nil {
		return composer, "composed citing sentences: " + err.Error()
	}
	return engine.CheckedWriter{Drafter: drafter, Composer: composer}, ""
}

// openParts is open, with the notes on standard error.
func (f engineFlags) openParts(ctx context.Context, std streams) (engine.Parts, error) {
	parts, notes, err := f.open(ctx)
	for _, note := range notes {
		fmt.Fprintf(std.err, "scilit-lsp: note: %s\n", note)
	}
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
