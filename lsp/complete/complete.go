// Package complete lists the works that may be cited where a key is being typed: the
// entries of the .bib files, and papers of the indexes.
package complete

import (
	"context"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/catalogue"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// Engines give and keep the engine in use.
type Engines interface {
	// Get waits for the engine, which stays open until ctx ends.
	Get(ctx context.Context) (*engine.Engine, error)
	// Keep lets an engine from Get stay open until ctx ends too.
	Keep(ctx context.Context, e *engine.Engine)
}

// Options are what a Completer is made of.
type Options struct {
	Files   *workspace.Workspace
	Engines Engines
	// Titles compares titles with sentences; nil leaves that to their words.
	Titles func() engine.Embedder
	// Manuscript is what the engine should know of a document.
	Manuscript func(ctx context.Context, d *workspace.Document) engine.Manuscript
	// MakeRoom is called with how many bytes of memory the .bib files take, whenever
	// that changes; may be nil.
	MakeRoom func(bytes int64)
	// Go starts work that belongs to no request.
	Go  func(name string, work func())
	Log *slog.Logger
	// Patience is how long a completion waits for the indexes. What they find later is
	// there at the next letter.
	Patience time.Duration
}

// A Completer remembers catalogues of .bib files and searches of the indexes from one
// letter to the next.
type Completer struct {
	Options
	ctx        context.Context // for work that outlives a request
	catalogues *catalogues
	searches   *searchCache
}

// New is a Completer whose work ends with ctx.
func New(ctx context.Context, opts Options) *Completer {
	return &Completer{Options: opts, ctx: ctx, catalogues: newCatalogues(), searches: newSearchCache()}
}

// A Suggestion is a work that may be cited where a key is being typed.
type Suggestion struct {
	Key   string
	Entry *bib.Entry    // nil where the work is in no .bib yet
	Paper *engine.Paper // nil where only a .bib has the work
	From  string        // name of the .bib or the corpus

	tier catalogue.Tier
}

// Origin distinguishes an entry from a paper that would become one.
func (s Suggestion) Origin() string {
	if s.Entry == nil {
		return "+ " + s.From
	}
	return s.From
}

// Cites is false where an "@" in Markdown is rather somebody's name: it is in no
// brackets, and the document has no .bib.
func (c *Completer) Cites(ctx context.Context, d *workspace.Document, t doc.Typing) bool {
	line := d.Text[strings.LastIndexByte(d.Text[:t.Citation], '\n')+1 : t.Citation]
	if d.Markup.UsesCommands || strings.LastIndexByte(line, '[') > strings.LastIndexByte(line, ']') {
		return true
	}
	return slices.ContainsFunc(c.Files.Bibliographies(ctx, d), func(b workspace.Bibliography) bool { return b.Exists })
}

// maxSuggestions is how much a menu of completions holds.
const maxSuggestions = 50

// Works lists works that fit what is typed, best first, under the keys that they have
// or would get by a pattern. more reports that another letter may bring others.
func (c *Completer) Works(ctx context.Context, d *workspace.Document, t doc.Typing, keyPattern string) (found []Suggestion, more bool) {
	bibs := c.Files.Bibliographies(ctx, d)
	patient, cancel := context.WithTimeout(ctx, c.Patience)
	defer cancel()
	typed := catalogue.NewTyped(t.Typed)
	q := catalogue.Query{Typed: typed, Context: contextOf(d.Manuscript(), t)}
	if n := len(q.Context); n > 0 {
		q.Vector = c.titleVector(patient, strings.Join(q.Context[max(0, n-2):], " "))
	}
	files := make([]*catalogue.Catalogue, len(bibs))
	for i, b := range bibs {
		files[i] = c.catalogue(b).Catalogue
	}
	searches, searching := c.startSearches(patient, d, t, q.Context)
	matches, more := catalogue.Search(files, q, maxSuggestions)
	for _, m := range matches {
		if !m.Entry.Citable() {
			continue // a diagnostic of the .bib says why
		}
		found = append(found, Suggestion{Key: m.Entry.Key, tier: m.Tier, Entry: m.Entry, From: filepath.Base(bibs[m.File].Path)})
	}
	var papers []*engine.Paper
	for _, search := range searches {
		papers = append(papers, search.wait(patient)...)
	}
	var fromIndexes []Suggestion
	if len(bibs) > 0 && len(papers) > 0 {
		target := workspace.MostCited(bibs, c.Files.Project(ctx, d))
		fromIndexes = c.ofPapers(patient, bibs, workspace.NewPlanner(bibs, target, keyPattern), papers, typed)
	}
	return withoutCited(inTurns(found, fromIndexes), t.Others), more || searching
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
func (c *Completer) ofPapers(ctx context.Context, bibs []workspace.Bibliography, plan *bib.Planner, papers []*engine.Paper, typed catalogue.Typed) (found []Suggestion) {
	for _, p := range papers {
		work := app.NewWorkOf(p)
		made := Suggestion{Paper: p, From: p.Corpus}
		if p.Own {
			made.From = engine.LibraryCorpus
		}
		for _, b := range bibs {
			entry, known := c.catalogue(b).find(ctx, app.WorkOf(p))
			if !known {
				return found
			}
			if entry != nil && entry.Citable() {
				made.Key, made.Entry, made.From = entry.Key, entry, filepath.Base(b.Path)
				break
			}
		}
		if made.Entry == nil {
			made.Key = plan.Key(work)
		}
		if tier, ok := typed.Tier(made.Key, catalogue.WordsOf(made.Key+" "+p.Key, p)); ok {
			made.tier = tier
			found = append(found, made)
		} else if typed.Identifies(p.DOI, p.ArXiv) {
			found = append(found, made)
		}
	}
	return found
}

// inTurns puts the better tier first, and inside a tier takes one from each
// list in turn: both are ordered, but not by the same measure.
func inTurns(a, b []Suggestion) (all []Suggestion) {
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

func ofTier(all []Suggestion, tier catalogue.Tier) []Suggestion {
	return slices.DeleteFunc(slices.Clone(all), func(s Suggestion) bool { return s.tier != tier })
}

// withoutCited leaves out what the citation has already, what comes twice, and
// what is too much.
func withoutCited(all []Suggestion, cited []string) []Suggestion {
	seen := make(map[string]bool)
	for _, key := range cited {
		seen[key] = true
	}
	kept := slices.DeleteFunc(all, func(s Suggestion) bool {
		twice := seen[s.Key]
		seen[s.Key] = true
		return twice
	})
	return kept[:min(len(kept), maxSuggestions)]
}
