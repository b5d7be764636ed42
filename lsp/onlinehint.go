package lsp

import (
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
const maxHinted = 10_000

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
	return diagnose.Hinted(file, func(e *bib.Entry) (all []diagnose.Hint) {
		for _, hint := range s.online.hints.of(identifierOf(e)) {
			all = append(all, diagnose.Hint{Kind: hint.Kind, Text: show.Hint(hint)})
		}
		return all
	})
}
