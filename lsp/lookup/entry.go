package lookup

import (
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// EntryAt is the whole entry that an offset is in, nil where there is none.
func EntryAt(file *bib.File, offset int) *bib.Entry {
	i := slices.IndexFunc(file.Entries, func(e bib.Entry) bool { return doc.Span(e.Span).Contains(offset) })
	if i < 0 || !file.Entries[i].Complete {
		return nil
	}
	return &file.Entries[i]
}

const arXivPrefix = "arXiv:"

// Identifier is what the repositories know a work by, "" where its entry has nothing.
func Identifier(e *bib.Entry) string {
	doi, arXiv := e.Identifiers()
	if doi == "" && arXiv != "" {
		return arXivPrefix + arXiv
	}
	return doi
}

// Scheme names the kind of an entry's identifier, "" where it has none.
func Scheme(e *bib.Entry) string {
	switch id := Identifier(e); {
	case id == "":
		return ""
	case strings.HasPrefix(id, arXivPrefix):
		return "arXiv"
	}
	return "DOI"
}

// Published are the DOIs of the versions of record of a preprint, as far as they are known.
func (d *Desk) Published(e *bib.Entry) (dois []string) {
	for _, hint := range d.Hints(e) {
		if hint.Kind == "published" && hint.DOI != "" {
			dois = append(dois, hint.DOI)
		}
	}
	return dois
}

// maxCitable is how many papers a question can list.
const maxCitable = 10

// Citable are the first papers of an answer that are confirmed.
func Citable(answer app.OnlineAnswer) (papers []app.OnlinePaper) {
	for _, p := range answer.Papers {
		if p.Confirmed && len(papers) < maxCitable {
			papers = append(papers, p)
		}
	}
	return papers
}
