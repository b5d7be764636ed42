package backend

import (
	"context"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// SettingNotices returns notices for unknown keys, invalid values and unreadable settings files.
func SettingNotices(problems []error) (notices []wire.Notice) {
	for _, problem := range problems {
		n := wire.Notice{Code: wire.NoticeSetting, Subject: config.KeyOf(problem), Text: files.Explain(problem)}
		if config.IsUnknown(problem) {
			n.Code = wire.NoticeUnknown
		}
		notices = append(notices, n)
	}
	return notices
}

// EngineNamed returns the name of the engine that an embedder belongs to.
func EngineNamed(embedder string) wire.EngineName {
	if embedder == "" || strings.HasPrefix(embedder, "static-") {
		return wire.Plain
	}
	return wire.Neural
}

// Refusals converts refused workspace settings to the wire format and to notices.
func Refusals(refused []config.Refusal) (all []wire.RefusedKeys, notices []wire.Notice) {
	all = []wire.RefusedKeys{}
	for _, r := range refused {
		all = append(all, wire.RefusedKeys{File: r.File, Keys: r.Keys})
		notices = append(notices, wire.Notice{Code: wire.NoticeRefused, Subject: r.File, Text: r.String()})
	}
	return all, notices
}

// LibraryStatusOf returns the status of a library, or nil if none exists. It removes control
// characters from file names.
func LibraryStatusOf(library Library) *wire.LibraryStatus {
	if library == nil {
		return nil
	}
	status := library.Status()
	answer := &wire.LibraryStatus{
		Name:     engine.LibraryCorpus,
		Sources:  slices.Clone(wire.OrEmpty(status.Sources)),
		Files:    status.Files,
		Papers:   status.Papers,
		Problems: []string{},
	}
	for _, problem := range status.Problems {
		answer.Problems = append(answer.Problems, text.Clean(problem.String()))
	}
	for i, source := range answer.Sources {
		answer.Sources[i] = text.Clean(source)
	}
	answer.State = text.Clean(status.State)
	return answer
}

// StatusOf returns the status of an opened engine. The engine's notices follow the given ones.
func StatusOf(
	ctx context.Context, engines *Engines, opened *Opening, s config.Settings, library Library,
	given []wire.Notice,
) wire.Status {
	status := wire.Status{
		Engine:  wire.NoEngine,
		Indexes: wire.OrEmpty(s.Indexes),
		Corpora: []wire.Corpus{},
		Library: LibraryStatusOf(library),
	}
	status.Notices = slices.Concat([]wire.Notice{}, given, opened.Notices)
	status.Bare = IsBare(nil, s)
	err := opened.Err
	if err == nil {
		status.Bare = IsBare(addCorpora(ctx, &status, opened.Engine, library), s)
		err = engines.CheckAvailable(ctx, opened.Engine)
	}
	status.Notes = engine.Texts(status.Notices)
	if err != nil {
		why := Unavailable(err).Notice
		status.Problem, status.Notices = why.Text, append(status.Notices, why)
		return status
	}
	status.Embedder = engine.EmbedderName(opened.Engine.EmbedderID())
	status.Engine = EngineNamed(status.Embedder)
	return status
}

// addCorpora adds an engine's corpora, except the library, to a status. It also returns them.
func addCorpora(ctx context.Context, s *wire.Status, e *engine.Engine, library Library) []engine.Info {
	infos, err := Corpora(ctx, e, library)
	if err != nil {
		s.Notices = append(s.Notices, wire.Notice{Code: engine.NoticeFailed, Text: err.Error()})
	}
	for _, info := range infos {
		s.Corpora = append(s.Corpora, wire.Corpus{
			Name: info.Name, Path: info.Path, Papers: info.Papers, FullTexts: info.FullTexts,
		})
	}
	return infos
}

// Corpora returns descriptions of an engine's corpora, except the library.
func Corpora(ctx context.Context, e *engine.Engine, library Library) ([]engine.Info, error) {
	infos, err := e.Infos(ctx)
	return slices.DeleteFunc(infos, func(info engine.Info) bool {
		return library != nil && info.Path == library.Dir()
	}), err
}

// IsBare reports whether the user has configured no papers and no corpus contains any. In that
// case, only the .bib files in the workspace are searched.
func IsBare(corpora []engine.Info, s config.Settings) bool {
	return !s.NamesPapers() && !slices.ContainsFunc(corpora, func(info engine.Info) bool { return info.Papers > 0 })
}
