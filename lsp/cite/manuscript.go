package cite

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/bib/plan"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	works "github.com/scilit-lsp/scilit-lsp/paper"
)

// Query returns a query for up to limit papers to cite at the site.
func (p Site) Query(ctx context.Context, files *workspace.Workspace, limit int) engine.Query {
	return p.ForApp().Query(limit, ManuscriptOf(ctx, files, p.Doc))
}

// OnlineClaim returns the site as a claim for online sources. Its keywords, if any, replace those
// that would be derived from the text.
func (p Site) OnlineClaim(ctx context.Context, files *workspace.Workspace) wire.OnlineClaim {
	claim := wire.OnlineClaim{Title: TitleOf(ctx, files, p.Doc), Keywords: app.Topics(p.Keywords())}
	sentences := p.Context()
	if n := len(sentences); n > 0 {
		claim.Text, claim.Before = sentences[n-1], sentences[:n-1]
	}
	return claim
}

// TitleOf returns the title of the manuscript that contains a document.
func TitleOf(ctx context.Context, files *workspace.Workspace, d *workspace.Document) (title string) {
	for _, part := range files.Project(ctx, d) {
		title = cmp.Or(title, part.Manuscript.Title)
	}
	return title
}

// ManuscriptOf describes the manuscript that contains a document: its title and the cited works
// that have an entry.
func ManuscriptOf(ctx context.Context, files *workspace.Workspace, d *workspace.Document) (m engine.Manuscript) {
	var keys []string
	for _, part := range files.Project(ctx, d) {
		m.Title = cmp.Or(m.Title, part.Manuscript.Title)
		keys = append(keys, part.Manuscript.CitedKeys()...)
	}
	slices.Sort(keys)
	bibs := files.Bibliographies(ctx, d)
	for _, key := range slices.Compact(keys) {
		if entry := workspace.EntryIn(bibs, key); entry != nil {
			m.Works = append(m.Works, app.RefOf(entry))
		}
	}
	return m
}

// Lookup returns the paper and the entry that a key refers to. Either may be nil.
func (w *Writer) Lookup(ctx context.Context, d *workspace.Document, key string) (*engine.Paper, *bib.Entry) {
	if entry := workspace.EntryIn(w.Files.Bibliographies(ctx, d), key); entry != nil {
		paper, err := w.Paper(ctx, app.RefOf(entry))
		if err != nil || paper.Own && paper.Abstract == "" && len(paper.Body) == 0 {
			return nil, entry // the paper is only in the library, which was imported from this entry
		}
		return paper, entry
	}
	if names := d.Markup.NamesWork; names != nil && names(key, false) {
		ref := engine.WorkRef{DOI: works.DOI(key), ArXiv: works.ArXiv(key)}
		if paper, err := w.Paper(ctx, ref); err == nil && ref != (engine.WorkRef{}) {
			return paper, nil
		}
	}
	return nil, nil
}

// OnlyCited returns the only paper cited by the sentence at a site, or nil if the sentence cites none
// or several.
func (w *Writer) OnlyCited(ctx context.Context, at Site) *engine.Paper {
	sentence, ok := at.Manuscript.SentenceAt(at.Offset)
	if !ok {
		return nil
	}
	citations := at.Manuscript.CitationsIn(sentence.Span)
	if len(citations) != 1 || len(citations[0].Keys) != 1 {
		return nil
	}
	paper, _ := w.Lookup(ctx, at.Doc, citations[0].Keys[0].Name)
	return paper
}

// CitedKeys returns the keys cited by the sentence at the site, including those in its footnotes.
func (p Site) CitedKeys() []string {
	s, ok := p.Manuscript.SentenceAt(p.Offset)
	if !ok {
		return nil
	}
	return p.Manuscript.KeysIn(doc.Span{Start: s.Start, End: s.Tail})
}

// PresentKeys returns the keys that a citation at the site must not repeat: those of the sentence or,
// if the citation belongs to a part of it, those that are cited next to it.
func (p Site) PresentKeys() (keys []string) {
	if !p.Within {
		return p.CitedKeys()
	}
	at, _ := p.insertMark(doc.Mark{Keys: []string{"key"}})
	next := len(p.Doc.Text) - len(strings.TrimLeft(p.Doc.Text[at.Start:], " ~\t\r\n"))
	for _, offset := range []int{at.Start, next} {
		for _, c := range p.Manuscript.CitationsAt(offset) {
			for _, k := range c.Keys {
				keys = append(keys, k.Name)
			}
		}
	}
	return keys
}

// IsCited returns a function that reports whether the site already cites a paper; see PresentKeys.
func (p Site) IsCited(ctx context.Context, files *workspace.Workspace) func(engine.Hit) bool {
	keys := p.PresentKeys()
	if len(keys) == 0 {
		return func(engine.Hit) bool { return false }
	}
	bibs := files.Plan(ctx, p.Doc, files.Bibliographies(ctx, p.Doc), plan.Options{})
	return func(f engine.Hit) bool {
		entry := bibs.Find(f.Paper)
		return entry != nil && slices.Contains(keys, entry.Key)
	}
}

// CitedLast returns the papers with those already cited by the sentence moved to the end.
func (p Site) CitedLast(ctx context.Context, files *workspace.Workspace, papers []engine.Hit) []engine.Hit {
	isCited := p.IsCited(ctx, files)
	rank := func(f engine.Hit) int {
		if isCited(f) {
			return 1
		}
		return 0
	}
	papers = slices.Clone(papers)
	slices.SortStableFunc(papers, func(a, b engine.Hit) int { return rank(a) - rank(b) })
	return papers
}

// NotCited returns the papers that the sentence does not cite yet.
func (p Site) NotCited(ctx context.Context, files *workspace.Workspace, papers []engine.Hit) []engine.Hit {
	return slices.DeleteFunc(slices.Clone(papers), p.IsCited(ctx, files))
}
