package paper

import (
	"strconv"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

const arXivID = `([0-9]{4}\.[0-9]{4,5}|[a-z]+(?:-[a-z]+)?(?:\.[a-z]{2})?(?:/|%2f)[0-9]{7})(?:v[0-9]+)?`

var (
	bareArXiv  = pattern.MustCompile(`(?i)^\s*(?:(?:oai:)?arxiv(?:\.org)?:\s*)?` + arXivID + `(?:\s*\[[a-z.-]+\])?\s*$`)
	namedArXiv = pattern.MustCompile(`(?i)(?:arxiv|ar5iv)(?:(?:\.labs\.arxiv)?\.org/(?:abs|pdf|html|e-print|src` +
		`|format)/|(?:\.org)?[:./\s]\s*(?:abs/|preprint\s+arxiv:\s*)?)` + arXivID)
	// subjectClass matches the subject class in old identifiers, which is not part of the identity.
	subjectClass = pattern.MustCompile(`^([a-z-]+)\.[a-z]{2}/`)
)

// ArXiv returns the arXiv identifier in a text, or "". The result is in lower case, without version
// and subject class. The text may be an identifier, a URL, an arXiv DOI or a note.
func ArXiv(s string) string {
	if m := bareArXiv.FindStringSubmatch(s); m != nil {
		return normalArXiv(m[1])
	}
	return MentionedArXiv(s)
}

// MentionedArXiv is like [ArXiv], for texts in which a bare number may have another meaning.
func MentionedArXiv(s string) string {
	if !namesArXiv(s) {
		return ""
	}
	if m := namedArXiv.FindStringSubmatch(s); m != nil {
		return normalArXiv(m[1])
	}
	return ""
}

// namesArXiv reports whether a text contains "xiv" or "5iv", as every text that mentions an
// identifier does. It is a fast first test.
func namesArXiv(s string) bool {
	for i := 1; i+1 < len(s); i++ {
		if s[i]|0x20 == 'i' && s[i+1]|0x20 == 'v' && (s[i-1]|0x20 == 'x' || s[i-1] == '5') {
			return true
		}
	}
	return false
}

func normalArXiv(id string) string {
	id = strings.Replace(strings.ToLower(id), "%2f", "/", 1)
	return subjectClass.ReplaceAllString(id, "$1/")
}

var arXivNumber = pattern.MustCompile(`(?:^|/)(\d\d)(\d\d)(?:\.\d|\d{3}$)`)

// ArXivDate returns the year, from 1991, and the month in an arXiv identifier, or zeros.
func ArXivDate(id string) (year, month int) {
	m := arXivNumber.FindStringSubmatch(id)
	if m == nil {
		return 0, 0
	}
	year, _ = strconv.Atoi(m[1])
	month, _ = strconv.Atoi(m[2])
	if month < 1 || month > 12 {
		return 0, 0
	}
	if year < 91 {
		return 2000 + year, month
	}
	return 1900 + year, month
}

func isArXivDOI(doi string) bool { return strings.HasPrefix(doi, "10.48550/arxiv.") }
