package engine

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A statement is what a paper says of itself, ready to be said of its authors.
type statement struct {
	lead      string  // words before the authors, with their comma, or ""
	predicate string  // from the verb on, without the final stop
	weight    float64 // how well this kind of statement serves as a citation
}

func (s statement) sentence() string {
	if s.lead == "" {
		return Mark + " " + s.predicate + "."
	}
	return capitalised(s.lead) + " " + Mark + " " + s.predicate + "."
}

// fact is what was found, said without the authors: "Our results show that
// pooling helps" becomes "Pooling helps". What they only suggest is no fact.
func (s statement) fact() (sentence string, ok bool) {
	m := found.FindStringSubmatch(s.predicate)
	if m == nil || s.lead != "" || speaksOfThem.MatchString(m[1]) {
		return "", false
	}
	return capitalised(m[1]) + " " + Mark + ".", true
}

var (
	found        = regexp.MustCompile(`^(?:shows?|demonstrates?|finds?|found|observed?|reveals?|confirms?|proves?) that (.+)$`)
	speaksOfThem = regexp.MustCompile(`\b(?:they|them|their|theirs|themselves|proposed)\b`)
)

// How well each kind of statement serves, see statement.score.
const (
	proposalWeight = 0.6 // We propose ..., This paper presents ...
	findingWeight  = 0.5 // Our results show that ...
	actionWeight   = 0.3 // We trained ...
)

var (
	weSentence    = regexp.MustCompile(`^(?:((?:[^,;:]|\([^()]*\))+),\s+(?:and\s+)?|(?:Here|Thus|Hence|Therefore|Moreover|Furthermore|Finally|Additionally|Specifically|Further|In addition)\s+)?[Ww]e\s+(.+?)[.!]?$`)
	paperSentence = regexp.MustCompile(`^(?:In this paper, )?(?:(?:This|Our|The present|The current)\s+(?:short |long |system |demo |survey |review |position )?(?:paper|article|work|study|research|survey|review|report|thesis|chapter|contribution))\s+(\p{L}+)\s+(.+?)[.!]?$`)
	findingVerb   = regexp.MustCompile(`^(?:In this paper, )?(?:Our|The|These)\s+(?:\p{L}+\s+){0,2}?(?:results|experiments|findings|evaluations?|analysis|analyses|study|data)\s+(?:\p{L}+\s+){0,3}?(show|demonstrate|suggest|indicate|reveal|confirm|imply|find)(?:s|ed)?\s+that\s+(.+?)[.!]?$`)
	foreignMark   = regexp.MustCompile(`\s*(?:\[[\d,;\s–-]+\]|\([^()]*\b(?:1[89]|20)\d\d[a-z]?[^()]*\)|#\w*CIT\w*|\[CITE\])`)
)

// statementOf turns a sentence in which the authors speak into one about
// them; single is set where there is one author. It fails where the sentence
// is not of that kind or leans on what was said before it.
func statementOf(source string, single bool) (statement, bool) {
	source = strings.TrimSpace(foreignMark.ReplaceAllString(source, ""))
	if strings.ContainsAny(source, "\n?") || !balanced(source) {
		return statement{}, false
	}
	if m := findingVerb.FindStringSubmatch(source); m != nil {
		return finish("", agree(m[1], single)+" that "+m[2], findingWeight, single)
	}
	if m := paperSentence.FindStringSubmatch(source); m != nil && isReporting(baseForm(m[1])) {
		return finish("", agree(baseForm(m[1]), single)+" "+m[2], proposalWeight, single)
	}
	if rest, ok := strings.CutPrefix(source, "We "); ok { // it may speak of "we" again behind a comma
		return weStatement("", strings.TrimRight(rest, ".!"), single)
	}
	if m := weSentence.FindStringSubmatch(source); m != nil {
		return weStatement(leadOf(m[1]), m[2], single)
	}
	return statement{}, false
}

func weStatement(lead, predicate string, single bool) (statement, bool) {
	agreed, base := agreePredicate(predicate, single)
	if isState(base, predicate) {
		return statement{}, false
	}
	return finish(lead, agreed, weightOf(base), single)
}

// isState tells whether authors say what they, or all of us, are short of or
// wish for: nothing to cite them by.
func isState(verb, predicate string) bool { return stateVerbs[verb] || holding.MatchString(predicate) }

var (
	stateVerbs = wordSet("lack need know understand hope expect wish want thank")
	holding    = regexp.MustCompile(`^(?:\p{L}+\s+)?(?:have|had)\s+(?:an?|the|no|little|few|only|some)\s`)
)

func weightOf(verb string) float64 {
	switch {
	case isFinding(verb):
		return findingWeight
	case isReporting(verb):
		return proposalWeight
	}
	return actionWeight
}

// finish speaks of the authors in the third person, and gives up where a word
// points to a sentence that is not there.
func finish(lead, predicate string, weight float64, single bool) (statement, bool) {
	predicate = verbHere.ReplaceAllString(predicate, "$1 ")
	if pointsBack(predicate) || lead == leans {
		return statement{}, false
	}
	if single {
		predicate = agreeFollowing(predicate)
	}
	predicate = thirdPerson(strings.TrimRight(predicate, " .!"))
	if countWords(predicate) < 4 {
		return statement{}, false
	}
	return statement{lead: thirdPerson(lead), predicate: predicate, weight: weight}, true
}

// verbHere is "introduce here": the paper, which the citation names.
var verbHere = regexp.MustCompile(`^(\p{L}+) here `)

// leans marks a lead that makes no sense without the sentence before.
const leans = "\x00"

// leadOf keeps what comes before "we" where it says something of its own:
// "Using a large corpus," stays, "In this paper," and "To this end," go.
func leadOf(lead string) string {
	low := strings.ToLower(lead)
	switch {
	case lead == "" || mentionsPaper(low) || isConnective(low):
		return ""
	case pointsBack(lead):
		if strings.HasPrefix(low, "to ") || strings.HasPrefix(low, "in ") {
			return ""
		}
		return leans
	}
	return lead + ","
}

func mentionsPaper(low string) bool {
	for _, noun := range []string{"paper", "article", "study", "work", "thesis", "report", "chapter", "survey", "review"} {
		if strings.Contains(low, "this "+noun) || strings.Contains(low, "present "+noun) {
			return true
		}
	}
	return false
}

func isConnective(low string) bool {
	return countWords(low) <= 3 && !strings.HasPrefix(low, "using") && !strings.HasPrefix(low, "for ") && !strings.HasPrefix(low, "with ")
}

var backPointer = regexp.MustCompile(`(?i)\b(?:this|these|those|such|the latter|the former|above|aforementioned|here|our previous|our earlier)\b`)

func pointsBack(s string) bool {
	return backPointer.MatchString(strings.ReplaceAll(strings.ToLower(s), "such as", ""))
}

// balanced tells whether brackets and quotes close.
func balanced(s string) bool {
	depth := 0
	for _, r := range s {
		switch r {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		}
		if depth < 0 {
			return false
		}
	}
	return depth == 0 && strings.Count(s, `"`)%2 == 0
}

func capitalised(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}
