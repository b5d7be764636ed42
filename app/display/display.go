// Package display formats the authors, years and links of papers for users.
package display

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
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

const maxAddress = 2000 // maximum length of a link, in bytes

var plainHost = regexp.MustCompile(`^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::[0-9]+)?$`)

// WebAddress returns a link to a paper from its DOI, arXiv identifier or URL. Records are
// untrusted, so it returns "" for schemes other than http and https and for disguised hosts.
func WebAddress(doi, arXiv, address string) string {
	switch {
	case doi != "":
		return "https://doi.org/" + LinkTarget(doi)
	case arXiv != "":
		return "https://arxiv.org/abs/" + LinkTarget(arXiv)
	}
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || len(address) > maxAddress || u.Scheme != "http" && u.Scheme != "https" ||
		u.User != nil || !plainHost.MatchString(u.Host) {
		return ""
	}
	return encoded(u.String())
}

// encoded escapes characters that would end a Markdown link or a command-line argument.
func encoded(address string) string { return percentEncoded(address, "-._~:/?#@!$&+,;=%") }

// LinkTarget escapes characters that would end the target of a Markdown link. Some old DOIs contain
// them.
func LinkTarget(s string) string { return percentEncoded(s, "-._/:;") }

// percentEncoded percent-encodes all bytes other than letters, digits and those in kept.
func percentEncoded(s, kept string) string {
	var out strings.Builder
	for i := range len(s) {
		if c := s[i]; c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || strings.IndexByte(kept, c) >= 0 {
			out.WriteByte(c)
		} else {
			fmt.Fprintf(&out, "%%%02X", c)
		}
	}
	return out.String()
}

// fits lists the phrases for ranges of relevance, highest range first.
var fits = []struct {
	from float64
	text string
}{{0.3, "very good fit"}, {0.1, "good fit"}, {0.02, "fits"}, {0, "may fit"}}

// Fit returns a phrase for the relevance of a paper, or "" if the relevance is unknown. Most sites
// have many suitable papers, which share the probability, so a relevance of a few hundredths is
// already high.
func Fit(relevance float64) string {
	for _, f := range fits {
		if relevance > 0 && relevance >= f.from {
			return f.text
		}
	}
	return ""
}

// forms maps the forms of citing sentences to the names shown to users.
var forms = map[wire.Form]string{
	wire.FormResult:     "authors as the subject",
	wire.FormMention:    "citation within the sentence",
	wire.FormUse:        "your own use",
	wire.FormFact:       "citation at the end",
	wire.FormContrast:   "contrast",
	wire.FormDefinition: "definition",
	wire.FormQuotation:  "quotation",
}

// Form returns the name of a form to show to users, or "" for a citation without a sentence.
func Form(f wire.Form) string { return forms[f] }
