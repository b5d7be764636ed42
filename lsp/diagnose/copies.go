package diagnose

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// Copies caches the copied passages of open documents. A document is searched when it is opened or
// saved. After edits, the cached passages are located again by their text. Copies is safe for
// concurrent use.
type Copies struct {
	mu sync.Mutex
	of map[string]comparedText // keyed by URI; has no entry until the document is searched
}

// A comparedText holds the copied passages of a document, in order, and their source text.
type comparedText struct {
	copies []Copy
	texts  []string
}

// NewCopies returns an empty cache.
func NewCopies() *Copies { return &Copies{of: make(map[string]comparedText)} }

// Forget removes a document, so that the next Compare searches it again.
func (c *Copies) Forget(uri string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.of, uri)
}

// Compare searches a document for copied passages, unless they are cached, and reports whether it
// searched.
func (c *Copies) Compare(ctx context.Context, engines *app.Service, files *workspace.Workspace,
	d *workspace.Document) bool {
	c.mu.Lock()
	_, known := c.of[d.URI]
	c.mu.Unlock()
	if known {
		return false
	}
	e, err := engines.Get(ctx)
	if err != nil {
		return false
	}
	found, err := Copied(ctx, e, files, d)
	if err != nil {
		return false
	}
	all := comparedText{copies: found[:min(len(found), MaxFindings)]}
	for _, f := range all.copies {
		all.texts = append(all.texts, d.Text[f.Span.Start:f.Span.End])
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.of[d.URI] = all
	return true
}

// longestMove is the maximum distance, in bytes, by which edits may move a passage.
const longestMove = 32 << 10

// In returns the cached passages that are still in the given version of the document, except those
// now in quotation marks.
func (c *Copies) In(d *workspace.Document) (all []Copy) {
	c.mu.Lock()
	found := c.of[d.URI]
	c.mu.Unlock()
	from := 0
	for i, f := range found.copies {
		start := min(max(from, f.Span.Start-longestMove), len(d.Text))
		end := min(f.Span.End+longestMove, len(d.Text))
		at := strings.Index(d.Text[start:max(start, end)], found.texts[i])
		if at < 0 {
			continue
		}
		f.Span = doc.Span{Start: start + at, End: start + at + len(found.texts[i])}
		f.Finding.Span = f.Span
		from = f.Span.End
		if !isQuoted(d, f.Span) {
			all = append(all, f)
		}
	}
	return all
}

// openings are the opening quotation marks in all supported markups.
var openings = []string{"“", "„", "”", "«", "«\u00a0", "«~", "»", `"`, "``", `\glqq{}`, `\og{}`}

// isQuoted reports whether a passage is now in quotation marks.
func isQuoted(d *workspace.Document, passage doc.Span) bool {
	for _, q := range d.Manuscript().Quoted {
		if q.Start <= passage.Start && passage.End <= q.End {
			return true
		}
	}
	return slices.ContainsFunc(openings, func(mark string) bool {
		return strings.HasSuffix(d.Text[:passage.Start], mark)
	})
}
