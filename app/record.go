package app

import (
	"context"
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// RecordOf makes what a .bib entry is made from out of a stored paper, and out
// of nothing else (invariant 1).
func RecordOf(p *engine.Paper) bib.Record {
	r := bib.Record{
		Title: p.Title, Year: p.Year, Month: p.Month, Venue: p.Venue, DOI: p.DOI, ArXiv: p.ArXiv, URL: p.URL,
		Volume: p.Volume, Issue: p.Issue, Pages: p.Pages, Publisher: p.Publisher, Type: p.EntryType,
	}
	for _, a := range p.Authors {
		r.Authors = append(r.Authors, bib.Name{Given: a.Given, Family: a.Family})
	}
	return r
}

// NewWorkOf is a paper as it gets into a .bib.
func NewWorkOf(p *engine.Paper) bib.NewWork {
	return bib.NewWork{Record: RecordOf(p), Key: p.Key, Entry: p.Entry}
}

// EntryOf is the entry that a stored paper gets in a .bib, under a key of the
// default pattern.
func EntryOf(p *engine.Paper) *bib.Entry {
	empty, record := bib.Parse(""), RecordOf(p)
	file := bib.Parse(empty.Insert(record, empty.NewKey(record, "")).Text)
	return &file.Entries[0]
}

// KeyOf is the key that a paper is cited by; its entry is planned where there is
// none. The user's library may know the work by more names than the paper does.
func KeyOf(ctx context.Context, e *engine.Engine, planner *bib.Planner, p *engine.Paper) string {
	if entry := planner.Find(NewWorkOf(p)); entry != nil {
		return entry.Key
	}
	return planner.Cite(NewWorkOf(Own(ctx, e, p)))
}

// Own is the record that the user's library has of a paper, with its citation
// key, else the paper as it is.
func Own(ctx context.Context, e *engine.Engine, p *engine.Paper) *engine.Paper {
	if p.Key != "" {
		return p
	}
	ref := engine.WorkRef{DOI: p.DOI, ArXiv: p.ArXiv, Title: p.Title, Keyed: true}
	if len(p.Authors) > 0 {
		ref.Author = p.Authors[0].Family
	}
	found, err := e.Papers(ctx, []engine.WorkRef{ref})
	if err != nil || found[0] == nil {
		return p
	}
	return found[0]
}

// WorkOf is how a paper is looked up in a .bib.
func WorkOf(p *engine.Paper) bib.Work {
	w := bib.Work{DOI: p.DOI, ArXiv: p.ArXiv, Title: p.Title}
	if len(p.Authors) > 0 {
		w.Author = p.Authors[0].Family
	}
	return w
}

// RefOf is how the work of a .bib entry is looked up in an index.
func RefOf(e *bib.Entry) engine.WorkRef {
	ref := engine.WorkRef{DOI: paper.DOI(e.Field("doi")), Title: e.Field("title")}
	if strings.EqualFold(e.Field("archiveprefix"), "arxiv") || strings.EqualFold(e.Field("eprinttype"), "arxiv") {
		ref.ArXiv = paper.ArXiv(e.Field("eprint"))
	}
	if authors := e.Authors(); len(authors) > 0 {
		ref.Author = authors[0].Family
	}
	return ref
}

// conjunctions join the names of two authors in running text.
var conjunctions = map[string]string{
	"de": "und", "fr": "et", "es": "y", "it": "e", "pt": "e", "nl": "en", "sv": "och", "da": "og", "no": "og", "pl": "i",
	"fi": "ja", "cs": "a", "ca": "i",
}

// AuthorsInWords is "Martins", "Martins and Smith", or "Martins et al.".
func AuthorsInWords(p *engine.Paper, language string) string {
	and, ok := conjunctions[language]
	if !ok {
		and = "and"
	}
	switch len(p.Authors) {
	case 0:
		return ""
	case 1:
		return bib.FamilyName(p.Authors[0].Family)
	case 2:
		return bib.FamilyName(p.Authors[0].Family) + " " + and + " " + bib.FamilyName(p.Authors[1].Family)
	}
	return bib.FamilyName(p.Authors[0].Family) + " et al."
}

// Byline is "Martins et al. 2009", or what of it is known.
func Byline(p *engine.Paper) string {
	who := text.OneLine(AuthorsInWords(p, "en"))
	if p.Year == 0 {
		return who
	}
	return strings.TrimSpace(fmt.Sprint(who, " ", p.Year))
}

// FullNames are the names of authors, given names first.
func FullNames(authors []engine.Author) []string {
	names := make([]string, len(authors))
	for i, a := range authors {
		names[i] = strings.TrimSpace(a.Given + " " + a.Family)
	}
	return names
}
