package lsp

import (
	"context"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/lsp/diagnose"
	"github.com/scilit-lsp/scilit-lsp/lsp/show"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// kindPublished is the hint that a preprint has a version of record.
const kindPublished = "published"

// knownHints are what the repositories said of works when the user asked them, by
// identifier.
type knownHints struct {
	works *lru.Cache[string, []app.OnlineHint]
}

// maxHinted is of how many works hints are remembered.
const maxHinted = 20_000

func newKnownHints() knownHints {
	works, err := lru.New[string, []app.OnlineHint](maxHinted)
	if err != nil { // of sizes below one
		panic(err)
	}
	return knownHints{works}
}

// of are the hints of a work, none where nothing is known of it.
func (k knownHints) of(identifier string) []app.OnlineHint {
	hints, _ := k.works.Get(strings.ToLower(identifier))
	return hints
}

// learn keeps what was said of a work, and has the .bib files looked at again.
func (s *server) learn(identifier string, hints []app.OnlineHint) {
	if identifier == "" {
		return
	}
	s.online.hints.works.Add(strings.ToLower(identifier), hints)
	s.diagnoseOpen(func(d *workspace.Document) bool { return d.IsBib() })
}

// recall looks among the replies that are kept for the works of a .bib that nothing is
// known of yet, and has the file looked at again where something is.
func (s *server) recall(ctx context.Context, d *workspace.Document) {
	literature, err := s.literature(ctx)
	if err != nil {
		return
	}
	var unknown []string
	file := s.files.BibOf(ctx, d).File
	for i := range file.Entries[:min(len(file.Entries), maxHinted/4)] { // all of which fit in, else each look would begin anew
		id := identifierOf(&file.Entries[i])
		if id != "" && len(unknown) < maxRecalled && !s.online.hints.works.Contains(strings.ToLower(id)) {
			unknown = append(unknown, id)
		}
	}
	if len(unknown) == 0 {
		return
	}
	known := literature.Known(ctx, unknown)
	if ctx.Err() != nil {
		return
	}
	again := len(unknown) == maxRecalled
	for _, id := range unknown {
		s.online.hints.works.ContainsOrAdd(strings.ToLower(id), known[id]) // its user may have asked meanwhile
		again = again || len(known[id]) > 0
	}
	if again {
		s.diagnoseSoon(d)
	}
}

// maxRecalled is how many works are looked for at a time.
const maxRecalled = 500

// learnHints keeps what a search said of papers.
func (s *server) learnHints(papers []app.OnlinePaper) {
	for _, p := range papers {
		if doi := paper.DOI(p.DOI); doi != "" && p.Confirmed && len(p.Hints) > 0 {
			s.learn(doi, p.Hints)
		}
	}
}

// hinted are the entries of a .bib that something is known against.
func (s *server) hinted(file *bib.File) []diagnose.Finding {
	return diagnose.Hinted(file, func(e *bib.Entry) (all []diagnose.Fate) {
		for _, hint := range s.online.hints.of(identifierOf(e)) {
			all = append(all, diagnose.Fate{Kind: hint.Kind, Text: show.Hint(hint)})
		}
		return all
	})
}
