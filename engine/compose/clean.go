package compose

import (
	"slices"
	"strings"
	"unicode"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// Maximum lengths of a sentence and of a word, in bytes. Longer ones are not prose.
const (
	maxSentence = 1200
	maxWord     = 60
)

// clean returns a sentence as plain text without citations, asides or the final full stop. It
// returns false if s is not a plain declarative sentence.
func clean(s string) (string, bool) {
	if len(s) > maxSentence {
		return "", false
	}
	s = upToStop(joinHyphens(abstractLabel.ReplaceAllString(tidy(plainText(s)), "")))
	s = quotedQuestion.ReplaceAllString(s, hole)
	if strings.ContainsAny(s, "\\${}?|@©•"+Mark) || containsAnyFold(s, unusable) || isDebris(s) ||
		citedByName.MatchString(s) {
		return "", false
	}
	s, ok := withoutAsides(withoutDashAside(s))
	if !ok || !isClosed(s) {
		return "", false
	}
	s = doubledStop.ReplaceAllString(spaceBeforeStop.ReplaceAllString(strings.Join(strings.Fields(s), " "), "$1"), "$1")
	s = withoutComment(strings.TrimRight(footnote.ReplaceAllString(s, "$1"), " .!;:,"))
	s = joiningVerb.ReplaceAllString(s, "$1")
	if !strings.Contains(s, ", wh") { // its comma would be lost
		s = joiningSubject.ReplaceAllString(s, " $1")
	}
	s = strings.TrimRight(doubledStop.ReplaceAllString(joiningInside.ReplaceAllString(s, "$1$2"), "$1"), " .!;:,")
	for word := range strings.FieldsSeq(s) {
		if len(word) > maxWord {
			return "", false
		}
	}
	return s, s != ""
}

// withoutDashAside drops the text between two dashes. It keeps text that limits the sentence, and
// dashes that join pairs, as in "Spanish – Portuguese, Czech – Polish".
func withoutDashAside(s string) string {
	at := dashAside.FindStringSubmatchIndex(s)
	if at == nil || strings.Count(s, " – ")+strings.Count(s, " — ") != 2 {
		return s
	}
	aside := s[at[2]:at[3]]
	if isCondition(aside) || betweenPairs.MatchString(aside) || joinsNames(s[:at[0]], aside) &&
		joinsNames(aside, s[at[1]:]) {
		return s
	}
	return s[:at[0]] + " " + s[at[1]:]
}

// joinsNames reports whether a dash between two texts has a name or a number on each side.
func joinsNames(before, after string) bool {
	words := strings.Fields(before)
	return len(words) > 0 && startsName.MatchString(words[len(words)-1]) && startsName.MatchString(after)
}

var (
	dashAside    = pattern.MustCompile(` [–—] ([^–—.;]{3,90}) [–—] `)
	betweenPairs = pattern.MustCompile(`^\S+(?:,| and| or|, and|, or) \S+$`)
	startsName   = pattern.MustCompile(`^["“‘'(]?[\p{Lu}\d]`)
)

var abstractLabel = pattern.MustCompile(`^\W*(?:Abstract|ABSTRACT|Summary|SUMMARY)[:.]? `)

var (
	spaceBeforeStop = pattern.MustCompile(` ([,.;:])`)
	doubledStop     = pattern.MustCompile(`([;:,]),`)
)

// joiningInside matches connectives inside a sentence, such as "however". "For example" stays inside, where an
// example of the noun before it may follow, as in "some fungi, for example, rust".
var joiningInside = pattern.MustCompile(`(?i),? (?:` + joining + `([.]?$)|` + connective + `(,))`)

// joiningVerb matches a connective after a word that no comma follows, such as an auxiliary, a preposition or a
// relative pronoun, as in "does, however, depend", "caused by, for example, rust" and "leaves that, in turn, fall".
var joiningVerb = pattern.MustCompile(`(?i)\b(that|which|who|whom|whose|where|when|if|whether|and|or|nor` +
	`|but|because|than|to|am|is|are|was|were|be|been|do|does|did|has|have|had|can|could|may|might|must|should` +
	`|will|would|not|about|against|among|as|at|between|by|during|for|from|in|including|into|of|on|through|under` +
	`|upon|using|via|with|within|without),? ` + joining + `,`)

// joiningSubject matches a connective before an auxiliary, as in "parsing, however, is slow", or before the
// preposition of a verb, as in "depends, for example, on rust".
var joiningSubject = pattern.MustCompile(`, ` + joining + `, (is|are|was|were|does|do|did|has|have|had|can` +
	`|could|may|might|must|should|will|would|by|from|of|on|than|to|upon|with)\b`)

// joining matches connectives that may interrupt a clause.
const (
	connective = `(?:however|therefore|moreover|furthermore|hence|in fact|indeed|thus|in turn|then|nevertheless|additionally)`
	joining    = `(?:for example|for instance|` + connective + `)`
)

// footnote matches the number of the first footnote or citation at the end of a sentence, as in "recall.1".
var footnote = pattern.MustCompile(`(\p{Ll}{3})\.1$`)

var (
	brokenHyphen = pattern.MustCompile(`(\p{L}{2,})- (\p{Ll}{2,})`)
	innerStop    = pattern.MustCompile(`[\p{Ll}\d)]{4}[.] +(?:\p{L}|\d)`)
)

// joinHyphens repairs words hyphenated at line breaks.
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

var hyphenated = english.Set("words after hyphens")

// upToStop cuts s at a full stop missed by the sentence splitter.
func upToStop(s string) string {
	for _, at := range innerStop.FindAllStringIndex(s, 4) {
		stop := at[0] + strings.IndexByte(s[at[0]:], '.')
		if word := s[strings.LastIndexAny(s[:stop], " (")+1 : stop]; !shortened[strings.ToLower(word)] {
			return s[:stop+1]
		}
	}
	return s
}

var shortened = english.Set("shortened words")

var unusable = english.Words("source phrases")

func containsAnyFold(s string, parts []string) bool {
	s = strings.ToLower(s)
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(s, part) })
}

var (
	markupTag = pattern.MustCompile(`</?[a-zA-Z][a-zA-Z0-9:-]{0,20}(?: [a-zA-Z:-]{1,20}="[^"<>]{0,80}"){0,4} ?/?>`)
	texFont   = pattern.MustCompile(`\\(?:emph|textit|textbf|textsc|texttt|text|mathrm|mathbf|mathcal|mathbb)\{([^{}]*)\}`)
	texTie    = pattern.MustCompile(`([^\s(])~`)
	texScript = pattern.MustCompile(`([_^])\{([\w+-]{1,8})\}`)
	texSpaces = strings.NewReplacer(`\%`, "%", `\&`, "&", `\ `, " ", `\,`, " ", "---", "—", "--", "–", "``", "“",
		"''", "”", "\u00AD", "", "\u200B", "", "\uFEFF", "")
)

// plainText removes markup, control characters and TeX commands.
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
	if strings.Contains(s, "~") { // "~5" means "about 5"
		s = texTie.ReplaceAllString(s, "$1 ")
	}
	if strings.ContainsAny(s, "\\$") {
		s = plainFormulas(texScript.ReplaceAllString(texFont.ReplaceAllString(s, "$1"), "$1$2"))
	}
	return strings.Join(strings.Fields(texSpaces.Replace(s)), " ")
}

// withoutAsides removes brackets that contain citations, references to other parts of the paper,
// examples or statistics. It returns false if brackets are unbalanced.
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
	// yearRange matches the period of a study, which is not a citation.
	yearRange = pattern.MustCompile(`^(?:1[5-9]|20)\d\d ?[-–—] ?(?:present|(?:1[5-9]|20)\d\d)$`)
	citedYear = pattern.MustCompile(`\b(?:1[89]|20)\d\d[a-z]?\b`)
	statistic = pattern.MustCompile(`(?i)\bp\s*[=<>≤≥]|\bCI\b|\bn\s*=|\bIQR\b|\bSD\b|\bSE\b|[=<>±≤≥]|\bOR\b|\bHR\b` +
		`|\bRR\b|\bvs\b`)
	// notSignificant matches a statistic that limits the preceding claim.
	notSignificant = pattern.MustCompile(`(?i)\bp\s*(?:[=≥]\s*0?\.(?:0[5-9]|[1-9])|>)|\bns\b|not significant` +
		`|non-significant`)
	elsewhere = pattern.MustCompile(`(?i)^(?:see|cf|e\.?g|i\.?e|fig|figure|table|sect?|section|appendix|eq` +
		`|equation|ref|chapter|additional|for example|such as|including|that is|namely|as well as|or )\b`)
	shortCite  = pattern.MustCompile(`^\p{Lu}\p{L}+(?: and \p{Lu}\p{L}+| et al[.]?)?,? ['’]?\d\d[a-z]?$`)
	bracketKey = pattern.MustCompile(`^\p{Lu}[\p{L}+]{1,12}['’]?\d{2,4}[a-z]?$`)
	onlyDigits = pattern.MustCompile(`^[\d,;\s–-]+$`)
)

// maxAside is the maximum number of words in brackets that a citing sentence keeps.
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
	return statistic.MatchString(inside) && !isCondition(inside) || elsewhere.MatchString(inside) ||
		strings.ContainsAny(inside, "()[]") ||
		countWords(inside) > maxAside && !isCondition(inside)
}

var limits = pattern.MustCompile(`(?i)\b(?:only|except|excluding|not|unless|if|without|but|when|until|no)\b`)

// isCondition reports whether a phrase limits the claim that it belongs to.
func isCondition(s string) bool { return limits.MatchString(s) }
