package lsp

import (
	"context"
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// own is the record that the user's library has of a paper, with its citation
// key, else the paper as it is.
func (s *server) own(ctx context.Context, p *engine.Paper) *engine.Paper {
	if p.Key != "" {
		return p
	}
	ref := engine.WorkRef{DOI: p.DOI, ArXiv: p.ArXiv, Title: p.Title, Keyed: true}
	if len(p.Authors) > 0 {
		ref.Author = p.Authors[0].Family
	}
	found, err := s.paper(ctx, ref)
	if err != nil {
		return p
	}
	return found
}

// refOf is how the work of a .bib entry is looked up in an index.
func refOf(e *bib.Entry) engine.WorkRef {
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

// authorsInWords is "Martins", "Martins and Smith", or "Martins et al.".
func authorsInWords(p *engine.Paper, language string) string {
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

// label names a paper in a menu: "Martins et al. 2009, Concise Integer ...".
func label(p *engine.Paper) string {
	if by := byline(p); by != "" {
		return by + ", " + shortened(onOneLine(p.Title))
	}
	return shortened(onOneLine(p.Title))
}

// labelWithOrigin is label, and whether the user has the work.
func labelWithOrigin(p *engine.Paper) string {
	if p.Own {
		return label(p) + " (" + engine.LibraryCorpus + ")"
	}
	return label(p)
}

// byline is "Martins et al. 2009", or what of it is known.
func byline(p *engine.Paper) string {
	who := onOneLine(authorsInWords(p, "en"))
	if p.Year == 0 {
		return who
	}
	return strings.TrimSpace(fmt.Sprint(who, " ", p.Year))
}

const longestTitle = 70

// shortened cuts a title at a word.
func shortened(title string) string { return shortenedTo(title, longestTitle) }

func shortenedTo(text string, longest int) string {
	runes := []rune(text)
	if len(runes) <= longest {
		return text
	}
	cut := string(runes[:longest])
	if i := strings.LastIndexByte(cut, ' '); i > 0 {
		cut = cut[:i]
	}
	return cut + " ..."
}

func fullNames(authors []engine.Author) []string {
	names := make([]string, len(authors))
	for i, a := range authors {
		names[i] = strings.TrimSpace(a.Given + " " + a.Family)
	}
	return names
}
