package paper

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

var (
	pmidPattern = pattern.MustCompile(`(?i)^\s*(?:pmid:?\s*|(?:https?://)?(?:www\.)?(?:pubmed\.ncbi\.nlm\.nih\.gov/` +
		`|ncbi\.nlm\.nih\.gov/pubmed/|europepmc\.org/(?:article|abstract)/med/))?0*([1-9][0-9]{0,7})/?(?:[?#].*)?\s*$`)
	pmcPattern = pattern.MustCompile(`(?i)^\s*(?:pmcid:?\s*|(?:https?://)?\S*/)?pmc0*([1-9][0-9]{0,8})(?:/\S*` +
		`|\.\d+)?\s*$`)
	// oldACL and newACL match Anthology identifiers before and since 2020, also in a URL or a DOI.
	oldACL = pattern.MustCompile(`(?i)^\s*(?:(?:acl:|10\.18653/v1/|10\.3115/v1/|\S*(?:aclanthology\.org` +
		`|aclweb\.org/anthology|doi\.org/10\.(?:18653` +
		`|3115)/v1)/)(?:papers/[a-z]/[a-z]\d\d/)?)?([a-z]\d\d-\d{4})(?:v\d+)?(?:\.pdf|\.bib|/)?\s*$`)
	newACL = pattern.MustCompile(`(?i)^\s*(?:acl:|10\.18653/v1/|\S*(?:aclanthology\.org|aclweb\.org/anthology` +
		`|doi\.org/10\.18653/v1)/)?((?:19|20)\d\d\.[a-z0-9_]+-[a-z0-9_]+\.\d+)(?:v\d+)?(?:\.pdf|\.bib|/)?\s*$`)
	isbn = pattern.MustCompile(`(?i)^\s*(?:(?:urn:)?isbn(?:-1[03])?:?\s*)?([0-9][0-9 \x{2010}-\x{2013}-]{8,16}[0-9x])(?:\s*\(.*)?\s*$`)
)

// PMID returns the PubMed ID of a work, or "". s may be the number, "pmid:..." or a URL.
func PMID(s string) string { return firstGroup(pmidPattern, s) }

// PMCID returns a PubMed Central identifier such as "PMC1234", or "".
func PMCID(s string) string {
	if number := firstGroup(pmcPattern, s); number != "" {
		return "PMC" + number
	}
	return ""
}

// ACL returns the ACL Anthology identifier of a paper, such as "P18-1198" or "2020.acl-main.463". s
// may be the identifier, its URL or its DOI.
func ACL(s string) string {
	if !mayNameACL(s) {
		return ""
	}
	if id := firstGroup(oldACL, s); id != "" {
		return strings.ToUpper(id)
	}
	return strings.ToLower(firstGroup(newACL, s))
}

// mayNameACL reports whether a text contains two digits before a hyphen and a digit, or four digits
// before a period. It is a fast test, since every ACL Anthology identifier does.
func mayNameACL(s string) bool {
	digits := 0
	for i := range len(s) {
		c := s[i]
		switch {
		case '0' <= c && c <= '9':
			digits++
			continue
		case c == '.' && digits >= 4, c == '-' && digits >= 2 && i+1 < len(s) && '0' <= s[i+1] && s[i+1] <= '9':
			return true
		}
		digits = 0
	}
	return false
}

// deletedOpenAlex is the placeholder that OpenAlex cites in place of deleted works.
const deletedOpenAlex = "W4285719527"

// OpenAlex returns the identifier of a work in OpenAlex, such as "W2741809807", or "". s may be the
// identifier or its address. The placeholder for deleted works identifies none.
func OpenAlex(s string) string {
	s = strings.TrimSpace(s)
	if at := strings.LastIndexByte(s, '/'); at >= 0 {
		if !strings.Contains(s[:at], "openalex.org") {
			return ""
		}
		s = s[at+1:]
	}
	if len(s) < 2 || len(s) > 16 || s[0] != 'W' && s[0] != 'w' || !isNumber(s[1:]) {
		return ""
	}
	if s = "W" + s[1:]; s == deletedOpenAlex {
		return ""
	}
	return s
}

func firstGroup(p *pattern.Pattern, s string) string {
	if m := p.FindStringSubmatch(s); m != nil {
		return m[1]
	}
	return ""
}

// ISBN returns an ISBN as 13 digits, or "" if s contains none or its check digit is wrong.
func ISBN(s string) string {
	number := strings.Map(func(r rune) rune {
		switch {
		case '0' <= r && r <= '9':
			return r
		case r == 'x' || r == 'X':
			return 'X'
		}
		return -1
	}, firstGroup(isbn, s))
	switch {
	case len(number) == 10 && isbn10Sum(number)%11 == 0:
		number = "978" + number[:9]
		return number + string(isbn13Check(number))
	case len(number) == 13 && number[12] == isbn13Check(number[:12]):
		return number
	}
	return ""
}

func isbn10Sum(number string) (sum int) {
	for i := range len(number) {
		digit := int(number[i] - '0')
		if number[i] == 'X' {
			digit = 10
		}
		sum += (10 - i) * digit
	}
	return sum
}

// isbn13Check returns the check digit for the first twelve digits of an ISBN.
func isbn13Check(first string) byte {
	sum := 0
	for i := range 12 {
		sum += int(first[i]-'0') * (1 + i%2*2)
	}
	return byte('0' + (10-sum%10)%10)
}
