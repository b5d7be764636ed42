package diagnose

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/copying"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"github.com/scilit-lsp/scilit-lsp/verify/copied"
)

// CodeCopied is the diagnostic code of a passage that repeats the words of a cited work.
const CodeCopied = "copied"

// Paragraphs holds the paragraphs of several files, to be checked for copied passages.
type Paragraphs struct {
	Passages []copying.Passage
	parts    []workspace.Part
	places   []place
}

// A place is a paragraph of one of the files.
type place struct{ part, paragraph int }

// ParagraphsOf returns the running text of files. It marks the quotations that the markup
// identifies.
func ParagraphsOf(parts []workspace.Part) Paragraphs {
	all := Paragraphs{parts: parts}
	for i, part := range parts {
		quoted := merged(part.Manuscript.Quoted)
		for k, prose := range part.Manuscript.Prose {
			span := part.Manuscript.Paragraphs[k]
			for len(quoted) > 0 && quoted[0].End <= span.Start {
				quoted = quoted[1:]
			}
			p := copying.Passage{Text: prose.Text}
			for _, q := range quoted {
				if q.Start >= span.End {
					break
				}
				p.Quoted = append(p.Quoted, copying.Span(prose.Within(q)))
			}
			all.Passages = append(all.Passages, p)
			all.places = append(all.places, place{i, k})
		}
	}
	return all
}

// merged joins sorted ranges that overlap or touch.
func merged(spans []doc.Span) (all []doc.Span) {
	for _, s := range spans {
		if n := len(all); n > 0 && s.Start <= all[n-1].End {
			all[n-1].End = max(all[n-1].End, s.End)
			continue
		}
		all = append(all, s)
	}
	return all
}

// At returns the file that contains a passage, and the source range of a span of its text.
func (p Paragraphs) At(passage int, text copying.Span) (workspace.Part, doc.Span) {
	at := p.places[passage]
	part := p.parts[at.part]
	return part, part.Manuscript.Prose[at.paragraph].Source(doc.Span(text))
}

// CitedWorks returns the works cited by files, without duplicates. It omits keys that have no entry
// or whose entry does not identify a work.
func CitedWorks(parts []workspace.Part, bibs []workspace.Bibliography) (works []copied.Work) {
	seen := make(map[string]bool)
	for _, part := range parts {
		for _, key := range part.Manuscript.CitedKeys() {
			if seen[key] {
				continue
			}
			seen[key] = true
			if e := workspace.EntryIn(bibs, key); e != nil && app.RefOf(e) != (engine.WorkRef{}) {
				works = append(works, copied.Work{Key: key, Ref: app.RefOf(e)})
			}
		}
	}
	return works
}

// ManuscriptOf returns the text of the manuscript that contains a document, and the works it cites.
func ManuscriptOf(ctx context.Context, files *workspace.Workspace, d *workspace.Document) (copied.Manuscript,
	Paragraphs) {
	parts := files.Project(ctx, d)
	paragraphs := ParagraphsOf(parts)
	m := copied.Manuscript{Passages: paragraphs.Passages, Works: CitedWorks(parts, files.BibsOf(ctx, d))}
	for _, part := range parts {
		m.Title = cmp.Or(m.Title, part.Manuscript.Title)
	}
	return m, paragraphs
}

// Copied returns the passages of a document that repeat the words of a work cited anywhere in its
// manuscript.
func Copied(ctx context.Context, e *engine.Engine, files *workspace.Workspace,
	d *workspace.Document) (all []Finding, err error) {
	whole, _ := ManuscriptOf(ctx, files, d)
	paragraphs := ParagraphsOf([]workspace.Part{{Doc: d, Manuscript: d.Manuscript()}})
	whole.Passages = paragraphs.Passages
	found, _, err := copied.Check(ctx, e, whole, nil)
	for _, f := range found {
		_, span := paragraphs.At(f.Passage, f.Text)
		message := fmt.Sprintf("%d consecutive words are copied from %s (%s): put them in quotation marks, or rephrase "+
			"them", f.Words, f.Key, f.Section)
		all = append(all, Finding{Span: span, Severity: Warning, Code: CodeCopied, Message: message, Key: f.Key})
	}
	return all, err
}

// Copies caches the copied passages of open documents. A document is searched when it is opened or
// saved. After edits, the cached passages are located again by their text. Copies is safe for
// concurrent use.
type Copies struct {
	mu sync.Mutex
	of map[string]comparedText // keyed by URI; has no entry until the document is searched
}

// A comparedText holds the copied passages of a document, in order, and their source text.
type comparedText struct {
	copies []Finding
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

const longestMove = 32 << 10 // maximum distance, in bytes, by which edits may move a passage

// In returns the cached passages that are still in the given version of the document, except those
// now in quotation marks.
func (c *Copies) In(d *workspace.Document) (all []Finding) {
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
	quotes := func(q doc.Span) bool { return q.Start <= passage.Start && passage.End <= q.End }
	opens := func(mark string) bool { return strings.HasSuffix(d.Text[:passage.Start], mark) }
	return slices.ContainsFunc(d.Manuscript().Quoted, quotes) || slices.ContainsFunc(openings, opens)
}
