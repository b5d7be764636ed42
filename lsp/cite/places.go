package cite

import (
	"context"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/recent"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// A CitingPlace is a sentence of a manuscript that cites works.
type CitingPlace struct {
	recent.Place
	Doc  *workspace.Document
	Path string
	Span doc.Span // range of the sentence's first citation
}

const maxCitingPlaces = 5000 // maximum number of citing sentences per manuscript

// CitingPlaces returns the citing sentences in all files of a manuscript.
func CitingPlaces(ctx context.Context, files *workspace.Workspace, d *workspace.Document) (all []CitingPlace) {
	works := make(map[string]engine.WorkRef)
	for _, b := range files.BibsOf(ctx, d) {
		for i := range b.File.Entries {
			if key := b.File.Entries[i].Key; works[key] == (engine.WorkRef{}) {
				works[key] = app.RefOf(&b.File.Entries[i])
			}
		}
	}
	for _, part := range files.Project(ctx, d) {
		last := ""
		for _, c := range part.Manuscript.Citations {
			claim, ok := ClaimOf(part.Doc, c)
			sentence := strings.TrimSpace(claim.Plain())
			if !ok || sentence == "" || len(all) >= maxCitingPlaces {
				continue
			}
			if sentence != last {
				all = append(all, CitingPlace{recent.Place{Text: sentence}, part.Doc, part.Path, c.Span})
				last = sentence
			}
			place := &all[len(all)-1]
			for _, key := range c.Keys {
				if w := works[key.Name]; w != (engine.WorkRef{}) {
					place.Works = append(place.Works, w)
				}
			}
		}
	}
	return all
}

// A RecentPlace is a place in a manuscript for which a recent paper may be relevant.
type RecentPlace struct {
	Paper recent.Paper
	CitingPlace
	Cites string // title of a work cited both there and by the paper, or ""
}

// recentIn returns the recent papers of all corpora without duplicates.
func recentIn(corpora []string) (papers []recent.Paper, failed []error) {
	seen := make(map[string]bool)
	for _, dir := range corpora {
		found, err := recent.Read(dir)
		if err != nil {
			failed = append(failed, err)
		}
		for _, p := range found {
			if !seen[p.ID] {
				seen[p.ID] = true
				papers = append(papers, p)
			}
		}
	}
	return papers, failed
}

// RecentPlaces returns the places of a manuscript for which recent papers of some corpora may be
// relevant, grouped by paper. If a corpus's list cannot be read, it adds an error and continues with
// the others.
func RecentPlaces(ctx context.Context, e *engine.Engine, embedder recent.Embedder, corpora []string,
	places []CitingPlace) (all []RecentPlace, failed []error) {
	papers, failed := recentIn(corpora)
	if len(papers) == 0 || len(places) == 0 {
		return nil, failed
	}
	var refs []engine.WorkRef
	sentences := make([]recent.Place, len(places))
	for i, p := range places {
		sentences[i] = p.Place
		refs = append(refs, p.Works...)
	}
	cited := make(map[engine.WorkRef]*engine.Paper)
	if e != nil && len(refs) > 0 {
		found, err := e.Papers(ctx, refs)
		for i, p := range found {
			cited[refs[i]] = p
		}
		if err != nil {
			failed = append(failed, err)
		}
	}
	matches, err := recent.Close(ctx, embedder, papers, sentences, cited)
	if err != nil {
		return nil, append(failed, err)
	}
	for _, m := range matches {
		for _, c := range m.Places {
			all = append(all, RecentPlace{m.Paper, places[c.Place], c.Cites})
		}
	}
	return all, failed
}
