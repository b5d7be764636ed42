package compose

import (
	"strings"
	"unicode"

	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// Sentences outside these bounds are no prose. Unit: bytes.
const (
	maxSentence = 1200
	maxWord     = 60
)

// clean is a sentence in plain text without its own citations, asides and final
// stop; false where it is no plain declarative sentence.
func clean(s string) (string, bool) {
	if len(s) > maxSentence {
		return "", false
	}
	s = upToStop(joinHyphens(abstractLabel.ReplaceAllString(tidy(plainText(s)), "")))
	s = quotedQuestion.ReplaceAllString(s, hole)
	if strings.ContainsAny(s, "\\${}?|@©•"+Mark) || containsAnyFold(s, unusable) || isDebris(s) || citedByName.MatchString(s) {
		return "", false
	}
	s, ok := withoutAsides(dashAside.ReplaceAllStringFunc(s, func(aside string) string {
		if isCondition(aside) {
			return aside
		}
		return " "
	}))
	if !ok || strings.Count(s, `"`)%2 != 0 || strings.Count(s, "“") != strings.Count(s, "”") {
		return "", false
	}
	s = doubledStop.ReplaceAllString(spaceBeforeStop.ReplaceAllString(strings.Join(strings.Fields(s), " "), "$1"), "$1")
	s = withoutComment(strings.TrimRight(s, " .!;:,"))
	s = strings.TrimRight(doubledStop.ReplaceAllString(joiningInside.ReplaceAllString(s, "$1"), "$1"), " .!;:,")
	for word := range strings.FieldsSeq(s) {
		if len(word) > maxWord {
			return "", false
		}
	}
	return s, s != ""
}

// dashAside is the text between two dashes.
var dashAside = pattern.MustCompile(` [–—] [^–—.;]{3,90} [–—] `)

var abstractLabel = pattern.MustCompile(`^\W*(?:Abstract|ABSTRACT|Summary|SUMMARY)[:.]? `)

var (
	spaceBeforeStop = pattern.MustCompile(` ([,.;:])`)
	doubledStop     = pattern.MustCompile(`([;:,]),`)
)

// joiningInside are words inside a sentence that only join it to others.
var joiningInside = pattern.MustCompile(`(?i),? (?:however|therefore|moreover|furthermore|hence|for example|for instance|in fact|indeed|thus|in turn|then|nevertheless|additionally)(,|[.]?$)`)

var (
	brokenHyphen = pattern.MustCompile(`(\p{L}{2,})- (\p{Ll}{2,})`)
	innerStop    = pattern.MustCompile(`[\p{Ll}\d)]{4}[.] +(?:\p{L}|\d)`)
)

// joinHyphens closes the gap that a line break left behind a hyphen.
func joinHyphens(s string) string {
	if !strings.Contains(s, "- ") {
		return s
	}
	return brokenHyphen.ReplaceAllStringFunc(s, func(broken string) string {
		m := brokenHyphen.FindStringSubmatch(broken)
		switch {
		case m[2] == "and" || m[2] == "or" || m[2] == "to" || m[2] == "as" || m[2] == "versus" || m[2] == "vs":
			return broken
		case len(m[2]) <= 4 && !hyphenated[m[2]] || endsInAny(m[2], "tion", "tions", "ment", "ments", "ally"):
			return m[1] + m[2]
		}
		return m[1] + "-" + m[2]
	})
}

// hyphenated are short words that stay words behind a hyphen.
var hyphenated = set(`based like free wise only aid end in on up off out by term text data word tree way scale type fold time rank line cost high low best`)

// upToStop is s up to a full stop that its splitter took for none.
func upToStop(s string) string {
	for _, at := range innerStop.FindAllStringIndex(s, 4) {
		stop := at[0] + strings.IndexByte(s[at[0]:], '.')
		if word := s[strings.LastIndexAny(s[:stop], " (")+1 : stop]; !shortened[strings.ToLower(word)] {
			return s[:stop+1]
		}
	}
	return s
}

// shortened are words that a full stop only shortens.
var shortened = set(`subsp approx resp incl excl suppl prof corp dept temp conc assoc univ spec comb nov`)

// unusable marks sentences that say where something is, not what is so.
var unusable = []string{"http", "www.", "doi:", "doi.org", "et al", "all rights reserved", "copyright", "clinicaltrials.gov", "prospero",
	"supplementary", "supporting information", "trial registration", "registration number", "available at ", "protected by", "creative commons",
	"[cite]", "github", "isrctn", "electronic version", "graphical abstract", "keywords:", "main text", "published by", "springer", "elsevier"}

func containsAnyFold(s string, parts []string) bool {
	s = strings.ToLower(s)
	for _, part := range parts {
		if strings.Contains(s, part) {
			return true
		}
	}
	return false
}

var (
	markupTag = pattern.MustCompile(`</?[a-zA-Z][a-zA-Z0-9:-]{0,20}(?: [a-zA-Z:-]{1,20}="[^"<>]{0,80}"){0,4} ?/?>`)
	texFont   = pattern.MustCompile(`\\(?:emph|textit|textbf|textsc|texttt|text|mathrm|mathbf|mathcal|mathbb)\{([^{}]*)\}`)
	texTie    = pattern.MustCompile(`([^\s(])~`)
	texScript = pattern.MustCompile(`([_^])\{([\w+-]{1,8})\}`)
	texSpaces = strings.NewReplacer(`\%`, "%", `\&`, "&", `\ `, " ", `\,`, " ", "---", "—", "--", "–", "``", "“", "''", "”", "\u00AD", "", "\u200B", "", "\uFEFF", "")
)

// plainText takes out what is markup rather than words.
func plainText(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, ""))
	if s = unescaped(s); strings.Contains(s, "<") {
		s = markupTag.ReplaceAllString(s, "")
	}
	if strings.Contains(s, "~") { // one before a number says "about"
		s = texTie.ReplaceAllString(s, "$1 ")
	}
	if strings.ContainsAny(s, "\\$") {
		s = plainFormulas(texScript.ReplaceAllString(texFont.ReplaceAllString(s, "$1"), "$1$2"))
	}
	return strings.Join(strings.Fields(texSpaces.Replace(s)), " ")
}

// withoutAsides takes out brackets that hold citations, references to other
// parts of the paper, examples and statistics; false where brackets do not match.
func withoutAsides(s string) (string, bool) {
	var kept strings.Builder
	depth, opened := 0, 0
	for i, r := range s {
		switch {
		case r == '(' || r == '[':
			if depth == 0 {
				opened = i
			}
			depth++
		case r == ')' || r == ']':
			if depth--; depth < 0 {
				return "", false
			}
			if depth == 0 && !isAside(s[opened+1:i], s[opened]) {
				kept.WriteString(s[opened : i+1])
			}
		case depth == 0:
			kept.WriteRune(r)
		}
	}
	return kept.String(), depth == 0
}

var (
	// yearRange is a time that was studied, not that of a citation.
	yearRange = pattern.MustCompile(`^(?:1[5-9]|20)\d\d ?[-–—] ?(?:present|(?:1[5-9]|20)\d\d)$`)
	citedYear = pattern.MustCompile(`\b(?:1[89]|20)\d\d[a-z]?\b`)
	statistic = pattern.MustCompile(`(?i)\bp\s*[=<>≤≥]|\bCI\b|\bn\s*=|\bIQR\b|\bSD\b|\bSE\b|[=<>±≤≥]|\bOR\b|\bHR\b|\bRR\b|\bvs\b`)
	// notSignificant is a statistic that limits the statement before it.
	notSignificant = pattern.MustCompile(`(?i)\bp\s*(?:[=≥]\s*0?\.(?:0[5-9]|[1-9])|>)|\bns\b|not significant|non-significant`)
	elsewhere      = pattern.MustCompile(`(?i)^(?:see|cf|e\.?g|i\.?e|fig|figure|table|sect?|section|appendix|eq|equation|ref|chapter|additional|for example|such as|including|that is|namely|as well as|or )\b`)
	shortCite      = pattern.MustCompile(`^\p{Lu}\p{L}+(?: and \p{Lu}\p{L}+| et al[.]?)?,? ['’]?\d\d[a-z]?$`)
	bracketKey     = pattern.MustCompile(`^\p{Lu}[\p{L}+]{1,12}['’]?\d{2,4}[a-z]?$`)
	onlyDigits     = pattern.MustCompile(`^[\d,;\s–-]+$`)
)

// maxAside is the most words that brackets may hold inside a citing sentence.
const maxAside = 5

func isAside(inside string, open byte) bool {
	switch {
	case yearRange.MatchString(inside):
		return false
	case open == '[' && bracketKey.MatchString(inside), shortCite.MatchString(inside):
		return true
	case onlyDigits.MatchString(inside):
		return open == '[' || len(inside) > 2 || citedYear.MatchString(inside)
	case citedYear.MatchString(inside) && !isCondition(inside):
		return true
	}
	if notSignificant.MatchString(inside) {
		return false
	}
	return statistic.MatchString(inside) && !isCondition(inside) || elsewhere.MatchString(inside) || strings.ContainsAny(inside, "()[]") ||
		countWords(inside) > maxAside && !isCondition(inside)
}

var limits = pattern.MustCompile(`(?i)\b(?:only|except|excluding|not|unless|if|without|but|when|until|no)\b`)

// isCondition reports whether words limit what they hang on.
func isCondition(s string) bool { return limits.MatchString(s) }
