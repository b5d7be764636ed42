package cite

import (
	"cmp"
	"context"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	works "github.com/scilit-lsp/scilit-lsp/paper"
)

// Query asks for at most limit papers to cite here.
func (p Site) Query(ctx context.Context, files *workspace.Workspace, limit int) engine.Query {
	return p.Shared().Query(limit, ManuscriptOf(ctx, files, p.Doc))
}

// OnlineClaim is the site as the repositories are asked about it. Keywords that the user
// wrote are asked for instead of those of the text.
func (p Site) OnlineClaim(ctx context.Context, files *workspace.Workspace) app.OnlineClaim {
	claim := app.OnlineClaim{Title: TitleOf(ctx, files, p.Doc), Keywords: app.Topics(p.Keywords())}
	sentences := p.Context()
	if n := len(sentences); n > 0 {
		claim.Text, claim.Before = sentences[n-1], sentences[:n-1]
	}
	return claim
}

// TitleOf is the title of the manuscript that a document is a file of.
func TitleOf(ctx context.Context, files *workspace.Workspace, d *workspace.Document) (title string) {
	for _, part := range files.Project(ctx, d) {
		title = cmp.Or(title, part.Manuscript.Title)
	}
	return title
}

// ManuscriptOf gathers over all files of a document its title and the works it
// cites, as far as its .bib has them.
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

// Cited finds the paper and the entry of a key; either may be nil.
func (w *Writer) Cited(ctx context.Context, d *workspace.Document, key string) (*engine.Paper, *bib.Entry) {
	if entry := workspace.EntryIn(w.Files.Bibliographies(ctx, d), key); entry != nil {
		paper, err := w.Paper(ctx, app.RefOf(entry))
		if err != nil || paper.Own && paper.Abstract == "" && len(paper.Body) == 0 {
			return nil, entry // the library may know no more than this entry
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

// CitedAlone is the paper of the citing sentence at a site, where it is the
// only one that is cited there and an index knows it.
func (w *Writer) CitedAlone(ctx context.Context, at Site) *engine.Paper {
	sentence, ok := at.Manuscript.SentenceAt(at.Offset)
	if !ok {
		return nil
	}
	citations := at.Manuscript.CitationsIn(sentence.Span)
	if len(citations) != 1 || len(citations[0].Keys) != 1 {
		return nil
	}
	paper, _ := w.Cited(ctx, at.Doc, citations[0].Keys[0].Name)
	return paper
}
