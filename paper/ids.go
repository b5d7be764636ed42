package paper

import (
	"net/url"
	"regexp"
	"strconv"
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
// before a period. Every ACL Anthology identifier does, so this is a fast first test.
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
// identifier or its URL. OpenAlex returns "" for the placeholder of deleted works.
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

// maxNote is the maximum number of bytes searched for a DOI.
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
