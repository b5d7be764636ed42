package paper

import (
	"regexp"
	"strings"
)

// A TypedIdentifier is a partly typed identifier in lower case. Each field is "" if the text cannot
// be the beginning of an identifier of that kind.
type TypedIdentifier struct{ DOI, ArXiv string }

var (
	doiAddress   = regexp.MustCompile(`^(?:(?:https?://)?(?:dx\.)?doi\.org/|doi:\s*)`)
	doiBeginning = regexp.MustCompile(`^10\.[0-9]+(?:\.[0-9]+)*(?:/\S*)?$`)

	arxivAddress   = regexp.MustCompile(`^(?:(?:https?://)?arxiv\.org/(?:abs|pdf)/|arxiv:\s*)`)
	arxivBeginning = regexp.MustCompile(`^[0-9]{4}\.[0-9]{0,5}(?:v[0-9]*)?$`)
	oldArXiv       = regexp.MustCompile(`^[a-z-]+(?:\.[a-z]{2})?/[0-9]*$`)
	arxivVersion   = regexp.MustCompile(`v[0-9]*$`)
)

// ReadTyped parses a partly typed DOI or arXiv identifier, which may start with a resolver.
func ReadTyped(typed string) (id TypedIdentifier) {
	folded := strings.ToLower(strings.TrimSpace(typed))
	if doi := doiAddress.ReplaceAllString(folded, ""); doiBeginning.MatchString(doi) {
		id.DOI = doi
	}
	arxiv := arxivAddress.ReplaceAllString(folded, "")
	if arxivBeginning.MatchString(arxiv) || arxiv != folded && oldArXiv.MatchString(arxiv) {
		id.ArXiv = strings.TrimSuffix(arxivVersion.ReplaceAllString(arxiv, ""), ".pdf")
	}
	return id
}

// Begins reports whether one of a work's identifiers begins with the typed text.
func (id TypedIdentifier) Begins(doi, arxiv string) bool {
	return id.DOI != "" && strings.HasPrefix(strings.ToLower(doi), id.DOI) || id.ArXiv != "" &&
		strings.HasPrefix(strings.ToLower(arxiv), id.ArXiv)
}
