package paper

import (
	"net/url"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// doiPattern matches a DOI: "10.", a registrant, a slash and a suffix of any printable characters.
var doiPattern = pattern.MustCompile(`(?i)(?:^|[^a-z0-9.])(10\.[0-9]{4,9}(?:\.[0-9]+)*/[^\s"'{}]+)`)

var (
	// pageTail matches the part of a URL after the DOI.
	pageTail = pattern.MustCompile(`(?i)(?:/(?:abstract|full|fulltext|pdf|epdf|html|meta|summary))*(?:\.(?:pdf` +
		`|html?))?/*(?:[?#].*)?$`)
	// queryTail matches the query of a URL whose beginning is missing.
	queryTail = pattern.MustCompile(`\?[a-z_]+=.*$`)
	// versionTail matches the version suffix that preprint servers append to a DOI.
	versionTail = pattern.MustCompile(`^(10\.(?:1101|64898)/[0-9.]*[0-9]|10\.48550/arxiv\.[0-9.]*[0-9])v[0-9]+.*$`)

	encodedSlash = pattern.MustCompile(`(?i)10\.[0-9.]{4,}%2f`)
	encodedLess  = pattern.MustCompile(`&(?:amp;)*lt;`)
	encodedMore  = pattern.MustCompile(`&(?:amp;)*gt;`)
	encodedAnd   = pattern.MustCompile(`&(?:amp;)+`)
)

// maxNote is the maximum number of bytes in which a DOI is searched.
const maxNote = 4096

// DOI returns the DOI in a text, in lower case, or "". The text may be a DOI, the URL of a resolver
// or a publisher, or a note.
func DOI(s string) string {
	s = s[:min(len(s), maxNote)]
	if !strings.Contains(s, "10.") && !strings.Contains(s, "10%2") {
		return ""
	}
	s = plainAddress(s)
	at := doiPattern.FindStringSubmatchIndex(s)
	if at == nil {
		return ""
	}
	doi, _, _ := strings.Cut(strings.ToLower(s[at[2]:at[3]]), "</")
	if strings.Contains(s[:at[2]], "://") {
		doi = pageTail.ReplaceAllString(trimPunctuation(doi), "")
	}
	if strings.Contains(doi, "?") {
		doi = queryTail.ReplaceAllString(doi, "")
	}
	if strings.HasPrefix(doi, "10.1101/") || strings.HasPrefix(doi, "10.64898/") || isArXivDOI(doi) {
		doi = versionTail.ReplaceAllString(doi, "$1")
	}
	doi = trimPunctuation(doi)
	if _, suffix, _ := strings.Cut(doi, "/"); suffix == "" {
		return ""
	}
	return doi
}

// plainAddress decodes URL escapes and HTML entities in a text that contains a DOI.
func plainAddress(s string) string {
	before, _, _ := strings.Cut(s, "10.")
	if strings.Contains(before, "://") || encodedSlash.MatchString(s) {
		if plain, err := url.PathUnescape(s); err == nil {
			s = plain
		}
	}
	if strings.Contains(s, "&") {
		s = encodedLess.ReplaceAllString(s, "<")
		s = encodedMore.ReplaceAllString(s, ">")
		s = encodedAnd.ReplaceAllString(s, "&")
	}
	return s
}

// trimPunctuation removes punctuation after an identifier: full stops, commas and the like, and
// unmatched closing brackets.
func trimPunctuation(s string) string {
	for s != "" {
		switch last := s[len(s)-1]; {
		case strings.IndexByte(".,;:", last) >= 0,
			last == ')' && strings.Count(s, "(") < strings.Count(s, ")"),
			last == ']' && strings.Count(s, "[") < strings.Count(s, "]"),
			last == '>' && strings.Count(s, "<") < strings.Count(s, ">"):
			s = s[:len(s)-1]
		default:
			return s
		}
	}
	return s
}

// BareDOI returns the DOI in s as it is written, or "".
func BareDOI(s string) string {
	doi := DOI(s)
	if at := strings.Index(strings.ToLower(s), doi); at >= 0 && len(s) >= at+len(doi) &&
		strings.EqualFold(s[at:at+len(doi)], doi) {
		return s[at : at+len(doi)]
	}
	return doi
}
