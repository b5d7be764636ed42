package lsp

import (
	"context"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
)

// statusAnswer is what runs.
type statusAnswer struct {
	Version  string         `json:"version"`  // of the server
	Engine   string         `json:"engine"`   // "neural", "plain", or "none" where nothing can be searched
	Embedder string         `json:"embedder"` // what finds papers by meaning; "" where words have to do
	Indexes  []string       `json:"indexes"`  // folders that the settings name, whether they can be opened or not
	Corpora  []searched     `json:"corpora"`  // that somebody named
	Bare     bool           `json:"bare"`     // nobody named any papers: the .bib files of the workspace come by themselves
	Notes    []string       `json:"notes"`    // what runs in its simple form, and why
	Refused  []refused      `json:"refused"`  // what the workspace may not set; notes say what to do
	Problem  string         `json:"problem,omitempty"`
	Library  *libraryStatus `json:"library,omitempty"` // absent where there is none
	// Directive is the one in force where the cursor is; absent where no position
	// was given, or none is.
	Directive *inForce `json:"directive,omitempty"`
}

// inForce is a directive with its place.
type inForce struct {
	Keywords string         `json:"keywords"`
	Range    protocol.Range `json:"range"`
}

// statusParams may name a place.
type statusParams struct {
	TextDocument *protocol.TextDocumentIdentifier `json:"textDocument"`
	Position     *protocol.Position               `json:"position"`
}

// directiveAt is the directive in force at a place.
func (s *server) directiveAt(ctx context.Context, p statusParams) *inForce {
	if p.TextDocument == nil || p.Position == nil {
		return nil
	}
	d, err := s.files.Document(p.TextDocument.URI)
	if err != nil || d.Markup == nil {
		return nil
	}
	at, ok := s.siteAt(ctx, d, s.offset(d, *p.Position))
	if !ok || at.Directive == nil {
		return nil
	}
	return &inForce{at.Directive.Text, s.protocolRange(d.Snapshot, at.Directive.Span)}
}

// refused are the keys of one file that do not count.
type refused struct {
	File string   `json:"file"`
	Keys []string `json:"keys"`
}

// refusals are those of the workspace, and a note for each.
func (s *server) refusals() (all []refused, notes []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all = []refused{}
	for _, r := range s.refused {
		all = append(all, refused{r.File, r.Keys})
		notes = append(notes, r.String())
	}
	return all, notes
}

// libraryStatus is the user's library, which the server itself keeps.
type libraryStatus struct {
	Name     string   `json:"name"` // the corpus of the papers that are found in it
	Sources  []string `json:"sources"`
	Files    int      `json:"files"`
	Papers   int      `json:"papers"` // of all files; a work that two files have counts twice
	State    string   `json:"state"`  // "up to date", "reading file 3 of 40: ...", "failed: ..."
	Problems []string `json:"problems"`
}

// searched is one corpus.
type searched struct {
	Name      string `json:"name"`
	Path      string `json:"path"`
	Papers    int    `json:"papers"`
	FullTexts int    `json:"fullTexts"`
}

// status answers scilit/status, once the engine is open.
func (s *server) status(ctx context.Context, p statusParams) (*statusAnswer, error) {
	releaseOrder(ctx)
	answer := &statusAnswer{Version: s.opts.Version, Engine: "none", Corpora: []searched{}, Directive: s.directiveAt(ctx, p)}
	opened, err := s.engines.Wait(ctx)
	if err != nil {
		return nil, err
	}
	settings := s.currentSettings() // those that the engine was opened for
	answer.Indexes = orEmpty(settings.Indexes)
	answer.Bare = !settings.NamesPapers()
	var notes []string
	answer.Refused, notes = s.refusals()
	answer.Notes = append(orEmpty(notes), engine.Texts(opened.Notices)...)
	answer.Library = libraryStatusOf(s.keeper.Current())
	if opened.Err != nil {
		answer.Problem = opened.Err.Error()
		return answer, nil
	}
	infos, err := opened.Engine.Infos(ctx)
	if err != nil {
		answer.Notes = append(answer.Notes, err.Error())
	}
	for _, info := range infos {
		if info.Path != s.keeper.Dir() {
			answer.Corpora = append(answer.Corpora, searched{info.Name, info.Path, info.Papers, info.FullTexts})
			answer.Bare = false
		}
	}
	if err := s.whyNothing(ctx, opened.Engine); err != nil {
		answer.Problem = reasonOf(err)
		return answer, nil
	}
	answer.Embedder = engine.EmbedderName(opened.Engine.EmbedderID())
	answer.Engine = engineName(answer.Embedder)
	return answer, nil
}

// engineName is the setting that would choose the engine: static vectors are
// part of the plain one.
func engineName(embedder string) string {
	if embedder == "" || strings.HasPrefix(embedder, "static-") {
		return "plain"
	}
	return "neural"
}
