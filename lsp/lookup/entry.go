package lookup

import (
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// EntryAt returns the entry at an offset, or nil if none exists or if it is incomplete.
func EntryAt(file *bib.File, offset int) *bib.Entry {
	i := slices.IndexFunc(file.Entries, func(e bib.Entry) bool { return doc.Span(e.Span).Contains(offset) })
	if i < 0 || !file.Entries[i].Complete {
		return nil
	}
	return &file.Entries[i]
}

const arXivPrefix = "arXiv:"

// Identifier returns the DOI of an entry's work, or else its arXiv identifier with the prefix
// "arXiv:", or "".
func Identifier(e *bib.Entry) string {
	doi, arXiv := e.Identifiers()
	if doi == "" && arXiv != "" {
		return arXivPrefix + arXiv
	}
	return doi
}

// Scheme returns "DOI" or "arXiv", depending on the entry's identifier, or "".
func Scheme(e *bib.Entry) string {
	switch id := Identifier(e); {
	case id == "":
		return ""
	case strings.HasPrefix(id, arXivPrefix):
		return "arXiv"
	}
	return "DOI"
}

// Published returns the DOIs of the published version of a preprint, if known.
func (c *Client) Published(e *bib.Entry) (dois []string) {
	for _, hint := range c.Hints(e) {
		if hint.Kind == "published" && hint.DOI != "" {
			dois = append(dois, hint.DOI)
		}
	}
	return dois
}

// maxCitable is the maximum number of papers from which the user can choose.
const maxCitable = 10

// Citable returns up to maxCitable papers of an answer, the first ones that are confirmed.
func Citable(answer wire.OnlineAnswer) (papers []wire.OnlinePaper) {
	for _, p := range answer.Papers {
		if p.Confirmed && len(papers) < maxCitable {
			papers = append(papers, p)
		}
	}
	return papers
}
