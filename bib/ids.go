package bib

import (
	"net/url"
	"regexp"
	"strings"
)

// A DOI is "10.", a registrant and a suffix of any printable characters.
var doiPattern = regexp.MustCompile(`(?i)(?:^|[^a-z0-9.])(10\.[0-9]{4,9}(?:\.[0-9]+)*/[^\s"'{}]+)`)

// doiTail is what a landing page's address puts behind the DOI.
var doiTail = regexp.MustCompile(`(?:/(?:abstract|full|fulltext|pdf|epdf|html|meta))?(?:[?#].*)?$`)

// NormalDOI finds the DOI in a text that may be the bare DOI, the address of any
// resolver or a note, and returns it in lower case, "" where there is none.
func NormalDOI(s string) string {
	if !strings.Contains(s, "10.") && !strings.Contains(s, "10%2") {
		return ""
	}
	address := strings.Contains(s, "://")
	if plain, err := url.PathUnescape(s); err == nil && address {
		s = plain
	}
	m := doiPattern.FindStringSubmatch(s)
	if m == nil {
		return ""
	}
	doi := strings.ToLower(m[1])
	if address {
		doi = doiTail.ReplaceAllString(doi, "")
	}
	return trimPunctuation(doi)
}

// trimPunctuation drops what ends the sentence around an identifier: stops, and
// brackets that are not opened inside.
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

const arxivID = `([0-9]{4}\.[0-9]{4,5}|[a-z-]+(?:\.[a-z]{2})?/[0-9]{7})(?:v[0-9]+)?`

var (
	bareArXiv  = regexp.MustCompile(`(?i)^\s*(?:arxiv:\s*)?` + arxivID + `(?:\s*\[[a-z.-]+\])?\s*$`)
	namedArXiv = regexp.MustCompile(`(?i)arxiv(?:\.org/(?:abs|pdf|html)/|[:./\s]\s*(?:abs/|preprint\s+arxiv:\s*)?)` + arxivID)
)

// NormalArXiv finds the arXiv identifier in a text that may be the bare
// identifier, an address, an arXiv DOI or a note, and returns it in lower case
// without its version, "" where there is none.
func NormalArXiv(s string) string {
	if m := bareArXiv.FindStringSubmatch(s); m != nil {
		return strings.ToLower(m[1])
	}
	return mentionedArXiv(s)
}

// mentionedArXiv is NormalArXiv for texts where bare numbers mean other things.
func mentionedArXiv(s string) string {
	if m := namedArXiv.FindStringSubmatch(s); m != nil {
		return strings.ToLower(m[1])
	}
	return ""
}
