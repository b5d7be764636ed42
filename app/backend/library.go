package backend

import (
	"context"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/library"
	"github.com/scilit-lsp/scilit-lsp/engine/network"
)

// Library opens the configured library. It returns nil if no source is configured. waitIdle may be
// nil.
func (w *Builder) Library(
	ctx context.Context, s config.Settings, workspace []string, waitIdle func(context.Context) error,
) (Library, error) {
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
		Dir:      library.Folder(parent, sources, embedder),
		Sources:  sources,
		Embedder: embedder,
		Network:  network.New(nil),
		PDFs:     w.PDFs,
		WaitIdle: waitIdle,
	})
	if err != nil {
		return nil, err // returning l would put a nil pointer in a non-nil interface
	}
	return l, nil
}

// LibrarySources returns the sources of the library. workspace lists the workspace folders, which
// are a source if their .bib files are enabled.
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

// LibraryFolder returns the parent folder of all libraries.
func LibraryFolder(s config.Settings) (string, error) {
	if s.Library.Path != "" {
		return s.Library.Path, nil
	}
	return cacheFolder("library")
}

// WithLibraries returns settings with the user's existing libraries added to the indexes.
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

// OpenWorks opens the configured indexes, the user's libraries, the grown corpora and the online
// corpus, without models. It returns an error for each index that could not be opened. If strict is
// set, it opens only libraries and configured indexes, and requires at least one configured index.
func OpenWorks(s config.Settings, strict bool) (*engine.Engine, []error) {
	if !strict {
		s = withKeptCorpora(s)
	}
	named := s
	named.Library.Index = "" // openLibraries opens it below
	corpora, failed := new(Builder).openCorpora(named)
	if strict && len(corpora) == 0 {
		return nil, failed
	}
	works := append(openLibraries(s), corpora...)
	if len(works) == 0 {
		return nil, failed
	}
	return engine.New(engine.Parts{Retrievers: works}), failed
}

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
