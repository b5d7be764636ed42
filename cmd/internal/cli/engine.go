package cli

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// composer is the default writer, which composes sentences without a language model.
const composer = "composer"

// EngineFlags are the flags shared by all commands that search. A flag that was not given has its
// zero value.
type EngineFlags struct {
	Indexes []string `name:"index" sep:"none" placeholder:"DIR|URL" help:"Search this index (a folder or a server's URL) instead of the indexes in your settings; may be repeated."`
	Engine  string   `enum:"auto,neural,plain," default:"" placeholder:"auto|neural|plain" help:"Engine: neural (ONNX models), plain (pure Go), or auto (the best available); by default, the engine in your settings."`
	Writer  string   `enum:"composer,llm," default:"" placeholder:"composer|llm" help:"Writer of the citing sentence: composer (rewords the paper's own statements) or llm (the language model in your settings; its sentences are checked against the paper). By default composer, except that serve and doctor use the writer in your settings."`
	// Prefetch is the number of candidates that each retriever fetches from an index, as in Table 2
	// of the SciLit paper.
	Prefetch int `placeholder:"N" help:"Number of papers per index that keyword search (BM25) and semantic search (embeddings) each pass on to ranking; 150 by default."`

	ModelFlags
}

// ModelFlags name the files of the networks.
type ModelFlags struct {
	Models  []string `sep:"none" placeholder:"DIR" help:"Folders with models; by default, the models installed with the program are used."`
	Runtime string   `name:"onnxruntime" placeholder:"PATH" help:"Path to the onnxruntime library or to its folder."`
}

// Settings returns the default settings with the flags applied. It reads the user's settings only
// for the credentials of servers and for the language model. Models stay loaded until the command
// ends.
func (f EngineFlags) Settings() config.Settings {
	s := f.Over(config.Default())
	s.ModelIdleMinutes = 0
	// tokens for servers are in the user's settings, since no flag sets them
	if slices.ContainsFunc(s.Indexes, config.IsRemote) {
		s.Remote = Load().Settings.Remote
	}
	if s.Writer == config.WriterLLM { // the model's URL is in the user's settings, since no flag sets it
		s.LLM = Load().Settings.LLM
	}
	return s
}

// Over returns a copy of s in which the given flags replace the corresponding settings.
func (f EngineFlags) Over(s config.Settings) config.Settings {
	if len(f.Indexes) > 0 {
		s.Indexes = f.IndexFolders()
	}
	s.Engine, s.Writer = cmp.Or(f.Engine, s.Engine), cmp.Or(f.Writer, s.Writer)
	if len(f.Models) > 0 {
		s.Models = f.Models
	}
	s.ONNXRuntime, s.Prefetch = cmp.Or(f.Runtime, s.ONNXRuntime), cmp.Or(f.Prefetch, s.Prefetch)
	return s
}

// UserSettings returns the user's settings with the flags applied. Without --index, it adds the
// indexes of the user's libraries. The writer always comes from --writer, regardless of the
// settings.
func (f EngineFlags) UserSettings(std Streams) config.Settings {
	s := std.Settings()
	s.Writer, s.ModelIdleMinutes = composer, 0
	if s = f.Over(s); len(f.Indexes) == 0 {
		s = backend.WithLibraries(s)
	}
	return s
}

// IndexFolders returns the folders given as flags, or those in SCILIT_INDEX.
func (f EngineFlags) IndexFolders() (folders []string) {
	if len(f.Indexes) == 0 {
		return config.Default().Indexes
	}
	for _, folder := range f.Indexes {
		folders = append(folders, config.ExpandHome(folder)) // shells do not expand ~ after --index= or in quotes
	}
	return folders
}

// OpenParts opens the parts of an engine as configured by the flags, without the user's settings.
// It prints notices on standard error.
func (f EngineFlags) OpenParts(ctx context.Context, std Streams) (engine.Parts, error) {
	parts, notices, err := new(backend.Builder).Parts(ctx, f.Settings())
	std.PrintNotices(notices...)
	return parts, err
}

// OpenEngine opens an engine as configured by the flags, without the user's settings. It prints
// notices on standard error.
func (f EngineFlags) OpenEngine(ctx context.Context, std Streams) (*engine.Engine, error) {
	e, notices, err := new(backend.Builder).NamedEngine(ctx, f.Settings())
	std.PrintNotices(notices...)
	return e, err
}

// Open opens a command's engine and prints notices. The engine searches the indexes given by
// --index or, without that flag, the indexes in the settings, the user's libraries and the papers
// found online.
func (f EngineFlags) Open(ctx context.Context, std Streams) (*engine.Engine, error) {
	s := f.UserSettings(std)
	open := new(backend.Builder).Engine
	if len(f.Indexes) > 0 {
		open = new(backend.Builder).NamedEngine
	}
	e, notices, err := open(ctx, s)
	std.PrintNotices(notices...)
	if err != nil {
		return nil, err
	}
	infos, err := e.Infos(ctx)
	if err == nil && !slices.ContainsFunc(infos, func(i engine.Info) bool { return i.Papers > 0 }) {
		return nil, errors.Join(engine.ErrNoIndex, e.Close())
	}
	return e, nil
}

// OpenWorks opens the corpora that contain bibliographic records, without loading models. These are
// the given indexes or, by default, those in the settings, the user's libraries and the papers
// found online. failed holds one error per corpus that could not be opened. e is nil if no corpus
// could be opened.
func OpenWorks(s config.Settings, indexes []string) (e *engine.Engine, failed []error) {
	return backend.OpenWorks(EngineFlags{Indexes: indexes}.Over(s), len(indexes) > 0)
}
