package app

import (
	"context"
	"path/filepath"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/library"
	"github.com/scilit-lsp/scilit-lsp/engine/network"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
)

// Library opens the library that the settings describe; nil where they name no
// source. waitIdle may be nil.
func (w *Wiring) Library(ctx context.Context, s config.Settings, workspace []string, waitIdle func(context.Context) error) (Library, error) {
	sources := LibrarySources(s, workspace)
	if sources.Empty() {
		return nil, nil
	}
	parent, err := LibraryFolder(s)
	if err != nil {
		return nil, err
	}
	embedder, err := w.libraryEmbedder(s)
	if err != nil {
		return nil, err
	}
	l, err := library.Open(ctx, library.Options{
		Dir: library.Folder(parent, sources, embedder), Sources: sources, Embedder: embedder, Network: network.New(nil), PDFs: w.PDFs, WaitIdle: waitIdle,
	})
	if err != nil {
		return nil, err // no nil *Library inside an interface
	}
	return l, nil
}

// LibrarySources are those of the settings in a workspace of these folders.
func LibrarySources(s config.Settings, workspace []string) library.Sources {
	sources := library.Sources{Folders: s.Library.Folders}
	if s.Library.Bib {
		sources.Workspace = workspace
	}
	if s.Library.Zotero {
		sources.Zotero = library.ZoteroAddress
	}
	return sources
}

// LibraryFolder is where all libraries are kept.
func LibraryFolder(s config.Settings) (string, error) {
	if s.Library.Path != "" {
		return s.Library.Path, nil
	}
	cache, err := onnx.CacheDir()
	return filepath.Join(cache, "library"), err
}

// WithLibraries are settings by which the user's own libraries are searched too, as they
// were brought up to date last.
func WithLibraries(s config.Settings) config.Settings {
	parent, err := LibraryFolder(s)
	if err != nil {
		return s
	}
	s.Indexes = slices.Clone(s.Indexes)
	for _, dir := range library.All(parent) {
		if !library.IsGone(dir) && !slices.Contains(s.Indexes, dir) {
			s.Indexes, s.Library.Index = append(s.Indexes, dir), dir
		}
	}
	return s
}

// OpenWorks opens the indexes of the settings, all libraries of the user and what was
// found online, without models, and says why others are left out. Where strict is set,
// one index of the settings has to be there, and what was found online is left out.
func OpenWorks(s config.Settings, strict bool) (*engine.Engine, []error) {
	if !strict {
		s = withFound(s)
	}
	named := s
	named.Library.Index = "" // it is among the libraries
	corpora, failed := new(Wiring).openCorpora(named)
	if strict && len(corpora) == 0 {
		return nil, failed
	}
	works := append(openLibraries(s), corpora...)
	if len(works) == 0 {
		return nil, failed
	}
	return engine.New(engine.Parts{Retrievers: works}), failed
}

// openLibraries opens those of the user's own works that are there.
func openLibraries(s config.Settings) (all []engine.Retriever) {
	parent, err := LibraryFolder(s)
	if err != nil {
		return nil
	}
	for _, dir := range library.All(parent) {
		if x, err := index.Open(dir); err == nil && !library.IsGone(dir) {
			all = append(all, engine.Own(x))
		}
	}
	return all
}
