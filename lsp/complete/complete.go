// Package complete lists works to cite while the user types a key: entries in .bib files and papers
// in the indexes.
package complete

import (
	"context"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/bib/plan"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/catalogue"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// Engines provide the open engine.
type Engines interface {
	// Get waits until the engine is open. The engine stays open until ctx ends.
	Get(ctx context.Context) (*engine.Engine, error)
	// Keep keeps an engine returned by Get open until ctx ends.
	Keep(ctx context.Context, e *engine.Engine)
}

// Options configure a Completer.
type Options struct {
	Files   *workspace.Workspace
	Engines Engines
	// Titles returns an embedder for titles and sentences. If nil, only their words are compared.
	Titles func() engine.Embedder
	// Manuscript describes a document to the engine.
	Manuscript func(ctx context.Context, d *workspace.Document) engine.Manuscript
	// MakeRoom is called with the memory use of the .bib files, in bytes, when it may have changed.
	// It may be nil.
	MakeRoom func(bytes int64)
	// Go runs work in a goroutine that may outlive the request.
	Go  func(name string, work func())
	Log *slog.Logger
	// Patience is the maximum time that a completion waits for the indexes. Later results appear at
	// the next keystroke.
	Patience time.Duration
}

// A Completer completes citation keys. It caches catalogues of .bib files and index searches
// between keystrokes.
type Completer struct {
	Options
	ctx        context.Context // context of work that outlives a request
	catalogues catalogues
	searches   searchCache
}

// New returns a Completer. Its background work stops when ctx ends.
func New(ctx context.Context, opts Options) *Completer {
	byPath, _ := simplelru.NewLRU[string, *bibCatalogue](maxCatalogues, nil) // fails only for sizes below one
	searches, _ := simplelru.NewLRU[searchKey, *search](searchCacheSize, nil)
	return &Completer{
		Options: opts, ctx: ctx, catalogues: catalogues{byPath: byPath}, searches: searchCache{entries: searches},
	}
}

// A Suggestion is a work to cite.
type Suggestion struct {
	Key   string
	Entry *bib.Entry    // nil if no .bib contains the work
	Paper *engine.Paper // nil if only a .bib contains the work
	From  string        // name of the .bib or corpus that contains the work

	tier catalogue.Tier
}

// Origin returns the name of a suggestion's source, with a "+" if citing the work adds an entry.
func (s Suggestion) Origin() string {
	if s.Entry == nil {
		return "+ " + s.From
	}
	return s.From
}

// Cites reports whether a typed "@" starts a citation. In Markdown without a .bib, an "@" outside
// brackets is more likely to start a person's name.
func (c *Completer) Cites(ctx context.Context, d *workspace.Document, t doc.Typing) bool {
	line := d.Text[strings.LastIndexByte(d.Text[:t.Citation], '\n')+1 : t.Citation]
	if d.Markup.UsesCommands || strings.LastIndexByte(line, '[') > strings.LastIndexByte(line, ']') {
		return true
	}
	return slices.ContainsFunc(c.Files.Bibliographies(ctx, d), func(b workspace.Bibliography) bool { return b.Exists })
}

const maxSuggestions = 50 // maximum number of completions in a menu

// Works returns works that match the typed text, best first. Works without an entry get the key
// that keyPattern generates. more reports whether further typing may reveal other works.
func (c *Completer) Works(
	ctx context.Context, d *workspace.Document, t doc.Typing, keyPattern string,
) (found []Suggestion, more bool) {
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
			continue // such entries have a diagnostic in the .bib
		}
		name := filepath.Base(bibs[m.File].Path)
		found = append(found, Suggestion{Key: m.Entry.Key, tier: m.Tier, Entry: m.Entry, From: name})
	}
	var papers []*engine.Paper
	for _, search := range searches {
		papers = append(papers, search.wait(patient)...)
	}
	var fromIndexes []Suggestion
	if len(bibs) > 0 && len(papers) > 0 {
		keys := c.Files.Plan(ctx, d, bibs, plan.Options{KeyPattern: keyPattern})
		fromIndexes = c.ofPapers(patient, bibs, keys, papers, typed)
	}
	return withoutCited(inTurns(found, fromIndexes), t.Others), more || searching
}

// contextOf returns the sentences before a citation. It removes the incomplete key, which would
// look like a word, so that the context stays the same while the key is typed.
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

// ofPapers returns the papers that match the typed text, with the key of their existing or future
// entry. It stops if ctx ends before a paper has been compared with the entries.
func (c *Completer) ofPapers(
	ctx context.Context, bibs []workspace.Bibliography, keys *plan.Plan, papers []*engine.Paper, typed catalogue.Typed,
) (found []Suggestion) {
	for _, p := range papers {
		made := Suggestion{Paper: p, From: p.Corpus}
		if p.Own {
			made.From = engine.LibraryCorpus
		}
		for _, b := range bibs {
			entry, known := c.catalogue(b).find(ctx, bib.WorkOf(p))
			if !known {
				return found
			}
			if entry != nil && entry.Citable() {
				made.Key, made.Entry, made.From = entry.Key, entry, filepath.Base(b.Path)
				break
			}
		}
		if made.Entry == nil {
			var err error
			if made.Key, err = keys.Key(ctx, p); err != nil {
				return found
			}
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

// inTurns merges two lists by tier. Within a tier, it alternates between the lists, since their
// scores are not comparable.
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

// withoutCited removes duplicates and keys already in the citation, and truncates the list.
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
