package app

import (
	"context"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Status says what runs.
type Status struct {
	Version  string         `json:"version"`  // of the server
	Engine   EngineName     `json:"engine"`   // "none" where nothing can be searched
	Embedder string         `json:"embedder"` // what finds papers by meaning; "" where words have to do
	Indexes  []string       `json:"indexes"`  // folders that the settings name, whether they can be opened or not
	Corpora  []Corpus       `json:"corpora"`  // that somebody named
	Bare     bool           `json:"bare"`     // no one named any papers: the .bib files of the workspace come by themselves
	Notes    []string       `json:"notes"`    // the texts of notices, but for that of the problem
	Notices  []Notice       `json:"notices"`  // what runs in its simple form or does not count, and why; the problem too
	Refused  []Refused      `json:"refused"`  // what the workspace may not set; notices say what to do
	Problem  string         `json:"problem,omitempty"`
	Library  *LibraryStatus `json:"library,omitempty"` // absent where there is none
}

// An EngineName is the setting that would choose the engine.
type EngineName string

// The engines. Static vectors are part of the plain one.
const (
	Neural   EngineName = "neural"
	Plain    EngineName = "plain"
	NoEngine EngineName = "none"
)

// EngineNamed is the engine with this embedder.
func EngineNamed(embedder string) EngineName {
	if embedder == "" || strings.HasPrefix(embedder, "static-") {
		return Plain
	}
	return Neural
}

// Refused are the keys of one file that do not count.
type Refused struct {
	File string   `json:"file"`
	Keys []string `json:"keys"`
}

// Refusals are those of the workspace, and a notice for each.
func Refusals(refused []config.Refusal) (all []Refused, notices []Notice) {
	all = []Refused{}
	for _, r := range refused {
		all = append(all, Refused{r.File, r.Keys})
		notices = append(notices, Notice{Code: NoticeRefused, Subject: r.File, Text: r.String()})
	}
	return all, notices
}

// A Corpus is one that is searched.
type Corpus struct {
	Name      string `json:"name"`
	Path      string `json:"path"`
	Papers    int    `json:"papers"`
	FullTexts int    `json:"fullTexts"`
}

// A LibraryStatus is the user's library, whose index the server itself keeps.
type LibraryStatus struct {
	Name     string   `json:"name"` // the corpus of the papers that are found in it
	Sources  []string `json:"sources"`
	Files    int      `json:"files"`
	Papers   int      `json:"papers"` // of all files; a work that two files have counts twice
	State    string   `json:"state"`  // "up to date", "reading file 3 of 40: ...", "failed: ..."
	Problems []string `json:"problems"`
}

// LibraryStatusOf is nil where there is no library. Names of files are cleaned.
func LibraryStatusOf(library Library) *LibraryStatus {
	if library == nil {
		return nil
	}
	status := library.Status()
	answer := &LibraryStatus{Name: engine.LibraryCorpus, Sources: slices.Clone(OrEmpty(status.Sources)), Files: status.Files, Papers: status.Papers, Problems: []string{}}
	for _, problem := range status.Problems {
		answer.Problems = append(answer.Problems, text.Clean(problem.String()))
	}
	for i, source := range answer.Sources {
		answer.Sources[i] = text.Clean(source)
	}
	answer.State = text.Clean(status.State)
	return answer
}

// StatusOf says what runs of an engine that was opened for settings. Its notices
// follow those that are given.
func StatusOf(ctx context.Context, engines *Engines, opened *Opening, s config.Settings, library Library, given []Notice) Status {
	status := Status{Engine: NoEngine, Indexes: OrEmpty(s.Indexes), Corpora: []Corpus{}, Bare: !s.NamesPapers(), Library: LibraryStatusOf(library)}
	status.Notices = slices.Concat([]Notice{}, given, opened.Notices)
	err := opened.Err
	if err == nil {
		status.addCorpora(ctx, opened.Engine, library)
		err = engines.WhyNothing(ctx, opened.Engine)
	}
	status.Notes = engine.Texts(status.Notices)
	if err != nil {
		why := Nothing(err).Notice
		status.Problem, status.Notices = why.Text, append(status.Notices, why)
		return status
	}
	status.Embedder = engine.EmbedderName(opened.Engine.EmbedderID())
	status.Engine = EngineNamed(status.Embedder)
	return status
}

// addCorpora adds all but the library.
func (s *Status) addCorpora(ctx context.Context, e *engine.Engine, library Library) {
	infos, err := e.Infos(ctx)
	if err != nil {
		s.Notices = append(s.Notices, Notice{Code: engine.NoticeFailed, Text: err.Error()})
	}
	for _, info := range infos {
		if library == nil || info.Path != library.Dir() {
			s.Corpora, s.Bare = append(s.Corpora, Corpus{info.Name, info.Path, info.Papers, info.FullTexts}), false
		}
	}
}
