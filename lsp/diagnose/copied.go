package diagnose

import (
	"context"
	"fmt"

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

// At returns the file of a passage, and the source range of a span of the passage's text.
func (p Paragraphs) At(passage int, text copying.Span) (workspace.Part, doc.Span) {
	at := p.places[passage]
	part := p.parts[at.part]
	return part, part.Manuscript.Prose[at.paragraph].Source(doc.Span(text))
}

// CitedWorks returns the works that files cite, without duplicates. It omits keys without an entry
// that identifies a work.
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

// readable returns the bibliographies that could be parsed.
func readable(bibs []workspace.Bibliography) (all []workspace.Bibliography) {
	for _, b := range bibs {
		if b.File != nil {
			all = append(all, b)
		}
	}
	return all
}

// ManuscriptOf returns the text of all files of a document and the works they cite.
func ManuscriptOf(ctx context.Context, files *workspace.Workspace, d *workspace.Document) (copied.Manuscript,
	Paragraphs) {
	parts := files.Project(ctx, d)
	paragraphs := ParagraphsOf(parts)
	m := copied.Manuscript{Passages: paragraphs.Passages, Works: CitedWorks(parts, readable(files.BibsOf(ctx, d)))}
	for _, part := range parts {
		if m.Title == "" {
			m.Title = part.Manuscript.Title
		}
	}
	return m, paragraphs
}

// A Copy is a passage of a document that repeats the words of a cited work.
type Copy struct {
	Span doc.Span
	Key  string
	Finding
}

// Copied compares one file of a document with the works that any file of the document cites.
func Copied(ctx context.Context, e *engine.Engine, files *workspace.Workspace, d *workspace.Document) ([]Copy, error) {
	whole, _ := ManuscriptOf(ctx, files, d)
	paragraphs := ParagraphsOf([]workspace.Part{{Doc: d, Manuscript: d.Manuscript()}})
	whole.Passages = paragraphs.Passages
	found, _, err := copied.Check(ctx, e, whole, nil)
	var all []Copy
	for _, f := range found {
		_, span := paragraphs.At(f.Passage, f.Text)
		all = append(all, Copy{Span: span, Key: f.Key, Finding: Finding{Span: span, Severity: Warning, Code: CodeCopied,
			Message: fmt.Sprintf("%d consecutive words are copied from %s (%s): put them in quotation marks, or rephrase "+
				"them", f.Words,
				f.Key, f.Section)}})
	}
	return all, err
}
