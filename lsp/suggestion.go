package lsp

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/catalogue"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// A suggestion is a work that may be cited where a key is being typed.
type suggestion struct {
	key   string
	tier  catalogue.Tier
	entry *bib.Entry    // nil where the work is in no .bib yet
	paper *engine.Paper // nil where only a .bib has the work
	from  string        // name of the .bib or the corpus
}

// maxSuggestions is how much a menu of completions holds.
const maxSuggestions = 50

// worksToCite lists works that fit what is typed, best first. more tells that
// another letter may bring others.
func (s *server) worksToCite(ctx context.Context, d *workspace.Document, t doc.Typing) (found []suggestion, more bool) {
	bibs := s.files.Bibliographies(ctx, d)
	patient, cancel := context.WithTimeout(ctx, indexPatience)
	defer cancel()
	typed := catalogue.NewTyped(t.Typed)
	q := catalogue.Query{Typed: typed, Context: contextOf(d.Manuscript(), t)}
	if n := len(q.Context); n > 0 {
		q.Vector = s.titleVector(patient, strings.Join(q.Context[max(0, n-2):], " "))
	}
	files := make([]*catalogue.Catalogue, len(bibs))
	for i, b := range bibs {
		files[i] = s.catalogue(b).Catalogue
	}
	searches, searching := s.startSearches(patient, d, t, q.Context)
	matches, more := catalogue.Search(files, q, maxSuggestions)
	for _, m := range matches {
		if !m.Entry.Citable() {
			continue // a diagnostic of the .bib says why
		}
		found = append(found, suggestion{key: m.Entry.Key, tier: m.Tier, entry: m.Entry, from: filepath.Base(bibs[m.File].Path)})
	}
	var papers []*engine.Paper
	for _, search := range searches {
		papers = append(papers, search.wait(patient)...)
	}
	papersFound := s.ofPapers(patient, bibs, s.files.Project(ctx, d), papers, typed)
	return withoutCited(inTurns(found, papersFound), t.Others), more || searching
}

// contextOf are the sentences before a citation. What is typed of a key that is
// no citation yet reads as prose; it is taken out, so that the sentence stays
// the same while it is typed.
func contextOf(m *doc.Manuscript, t doc.Typing) []string {
	context := m.ContextBefore(t.Citation, app.ContextSentences)
	if _, whole := m.CitationAt(t.Start); whole || len(context) == 0 || t.Typed == "" {
		return context
	}
	last := &context[len(context)-1]
	if i := strings.LastIndex(*last, t.Typed); i >= 0 {
		*last = (*last)[:i] + (*last)[i+len(t.Typed):]
	}
	return context
}

// ofPapers are the papers that fit what is typed, under the key of the entry
// that a .bib has, or that it would get. Those that cannot be told apart from
// entries in time are left out.
func (s *server) ofPapers(ctx context.Context, bibs []workspace.Bibliography, parts []workspace.Part, papers []*engine.Paper, typed catalogue.Typed) (found []suggestion) {
	if len(bibs) == 0 || len(papers) == 0 {
		return nil
	}
	target := workspace.MostCited(bibs, parts)
	plan := planIn(bibs, target, s.currentSettings().KeyPattern)
	for _, p := range papers {
		made := suggestion{paper: p, from: p.Corpus}
		if p.Own {
			made.from = engine.LibraryCorpus
		}
		for _, b := range bibs {
			entry, known := s.catalogue(b).find(ctx, app.WorkOf(p))
			if !known {
				return found
			}
			if entry != nil && entry.Citable() {
				made.key, made.entry, made.from = entry.Key, entry, filepath.Base(b.Path)
				break
			}
		}
		if made.entry == nil {
			made.key = plan.Key(app.NewWorkOf(p))
		}
		if tier, ok := typed.Tier(made.key, catalogue.Words(made.key+" "+p.Key, familiesOf(p), p.Year, p.Title)); ok {
			made.tier = tier
			found = append(found, made)
		} else if typed.Identifies(p.DOI, p.ArXiv) {
			found = append(found, made)
		}
	}
	return found
}

func familiesOf(p *engine.Paper) (families []string) {
	for _, a := range p.Authors {
		families = append(families, a.Family)
	}
	return families
}

// inTurns puts the better tier first, and inside a tier takes one from each
// list in turn: both are ordered, but not by the same measure.
func inTurns(a, b []suggestion) (all []suggestion) {
	for _, tier := range []catalogue.Tier{catalogue.ByKey, catalogue.ByWords} {
		a, b := ofTier(a, tier), ofTier(b, tier)
		for i := range max(len(a), len(b)) {
			if i < len(a) {
				all = append(all, a[i])
			}
			if i < len(b) {
				all = append(all, b[i])
			}
		}
	}
	return all
}

func ofTier(all []suggestion, tier catalogue.Tier) []suggestion {
	return slices.DeleteFunc(slices.Clone(all), func(s suggestion) bool { return s.tier != tier })
}

// withoutCited leaves out what the citation has already, what comes twice, and
// what is too much.
func withoutCited(all []suggestion, cited []string) []suggestion {
	seen := make(map[string]bool)
	for _, key := range cited {
		seen[key] = true
	}
	kept := slices.DeleteFunc(all, func(s suggestion) bool {
		twice := seen[s.key]
		seen[s.key] = true
		return twice
	})
	return kept[:min(len(kept), maxSuggestions)]
}
