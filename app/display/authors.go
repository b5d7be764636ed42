package display

import (
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// conjunctions maps languages to the word for "and" between two authors.
var conjunctions = map[string]string{
	"de": "und", "fr": "et", "es": "y", "it": "e", "pt": "e", "nl": "en",
	"sv": "och", "da": "og", "no": "og", "pl": "i",
	"fi": "ja", "cs": "a", "ca": "i",
}

// AuthorsInWords returns authors in the form "Martins", "Martins and Smith" or "Martins et al.".
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

// Byline returns a byline such as "Martins et al. 2009". It omits the authors or the year if
// unknown.
func Byline(p *engine.Paper) string {
	who := text.OneLine(AuthorsInWords(p, "en"))
	if p.Year == 0 {
		return who
	}
	return strings.TrimSpace(fmt.Sprint(who, " ", p.Year))
}

// FullNames returns the authors' full names, given names first.
func FullNames(authors []engine.Author) []string {
	names := make([]string, len(authors))
	for i, a := range authors {
		names[i] = strings.TrimSpace(a.Given + " " + a.Family)
	}
	return names
}
