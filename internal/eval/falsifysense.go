package eval

import (
	"regexp"
	"strings"
)

// The following edits reverse the polarity of a sentence.

var (
	notWord    = regexp.MustCompile(`\b(?:do not|does not|did not|is not|are not|was not|were not|can not|cannot|not|never|no longer|no|without|fail to|fails to|failed to|unable to|lack of)\s`)
	beforeVerb = regexp.MustCompile(`\b(is|are|was|were|can|could|does|do|did|has|have|will|would|may|might|should)\s(\p{Ll}+)`)
	reportAt   = regexp.MustCompile(`(?:\[CITE\]|\b[Aa]uthors|\bthey|\bwork)\s(\p{Ll}+)\s`)
	finite     = regexp.MustCompile(`\b(improves|increases|reduces|provides|allows|enables|requires|contains|achieves|outperforms|helps|leads to|plays|affects|supports|uses|includes|makes|gives|yields|shows|performs|depends on|suggests|represents|remains|involves|produces)\b`)
)

var undeny = map[string]string{"do not ": "", "does not ": "", "did not ": "", "is not ": "is ", "are not ": "are ",
	"was not ": "was ", "were not ": "were ",
	"can not ": "can ", "cannot ": "can ", "not ": "", "never ": "always ", "no longer ": "still ", "no ": "a ",
	"without ": "with ", "fail to ": "", "fails to ": "", "failed to ": "",
	"unable to ": "able to ", "lack of ": "presence of "}

// undenied removes a negation such as "not", or replaces it with its opposite, as "without" with
// "with".
func undenied(m *claimMaker, s string) (string, string) {
	at := m.anyMatch(notWord, s)
	if at == nil {
		return s, ""
	}
	return s[:at[0]] + undeny[s[at[0]:at[1]]] + s[at[1]:], "no longer denied"
}

// deniedClause inserts "not" after an auxiliary verb.
func deniedClause(m *claimMaker, s string) (string, string) {
	all := beforeVerb.FindAllStringSubmatchIndex(s, -1)
	if len(all) == 0 {
		return s, ""
	}
	at := oneOf(m.random, all)
	verb, next := s[at[2]:at[3]], s[at[4]:at[5]]
	if next == "not" || next == "been" && m.random.IntN(2) == 0 {
		return s, ""
	}
	switch {
	case verb == "can" && m.random.IntN(2) == 0:
		return s[:at[2]] + "cannot " + s[at[4]:], "cannot"
	case m.random.IntN(4) == 0:
		return s[:at[3]] + " never " + s[at[4]:], "never"
	}
	return s[:at[3]] + " not " + s[at[4]:], "not"
}

// deniedVerb negates a reporting verb, for example with "did not".
func deniedVerb(m *claimMaker, s string) (string, string) {
	if at := finite.FindStringSubmatchIndex(s); at != nil {
		base := bareVerb(s[at[2]:at[3]])
		frames := []string{"does not " + base, "fails to " + base, "cannot " + base, "never " + s[at[2]:at[3]]}
		return s[:at[2]] + oneOf(m.random, frames) + s[at[3]:], "denied verb"
	}
	all := reportAt.FindAllStringSubmatchIndex(s, -1)
	for _, at := range all {
		verb := s[at[2]:at[3]]
		base := baseOf(verb)
		switch {
		case base == "":
		case base == verb:
			return s[:at[2]] + oneOf(m.random, []string{"do not ", "fail to ", "did not "}) + s[at[2]:], "denied report"
		default:
			return s[:at[2]] + "did not " + base + s[at[3]:], "denied report"
		}
	}
	return s, ""
}

func bareVerb(verb string) string {
	head, tail, _ := strings.Cut(verb, " ")
	return strings.TrimSpace(strings.TrimSuffix(head, "s") + " " + tail)
}

// The following edits change or add comparisons.

var directions = pairsOf(`increase:decrease increases:decreases increased:decreased increasing:decreasing improve:degrade improves:degrades improved:degraded improving:degrading
	improvement:degradation improvements:losses better:worse best:worst higher:lower highest:lowest high:low more:less most:least larger:smaller largest:smallest
	greater:smaller faster:slower fast:slow outperform:underperform outperforms:underperforms outperformed:underperformed superior:inferior stronger:weaker
	reduce:increase reduces:increases reduced:increased reducing:increasing positively:negatively positive:negative gains:losses gain:loss above:below longer:shorter
	enhance:impair enhances:impairs enhanced:impaired easier:harder before:after early:late strong:weak major:minor rise:fall upregulated:downregulated long:short
	significant:insignificant significantly:marginally frequent:rare effective:ineffective similar:different robust:fragile`)

func pairsOf(list string) map[string]string {
	pairs := make(map[string]string)
	for _, pair := range strings.Fields(list) {
		a, b, _ := strings.Cut(pair, ":")
		pairs[a] = b
		if pairs[b] == "" {
			pairs[b] = a
		}
	}
	return pairs
}

var lowWord = regexp.MustCompile(`\b\p{Ll}+\b`)

// turned replaces a word that states a direction with its antonym, such as "higher" with "lower".
func turned(m *claimMaker, s string) (string, string) { return m.mapped(s, directions, "turned") }

// mapped replaces a random word that is a key of the map with the value of that key.
func (m *claimMaker) mapped(s string, to map[string]string, name string) (string, string) {
	var places [][]int
	for _, at := range lowWord.FindAllStringIndex(s, -1) {
		if to[s[at[0]:at[1]]] != "" {
			places = append(places, at)
		}
	}
	if len(places) == 0 {
		return s, ""
	}
	at := oneOf(m.random, places)
	old := s[at[0]:at[1]]
	return s[:at[0]] + to[old] + s[at[1]:], name + " " + old + " > " + to[old]
}

var than = regexp.MustCompile(`((?:[\p{L}-]+ ){0,2}[\p{L}-]+) ((?:is|are|was|were|perform(?:s|ed)?|work(?:s|ed)?|achieve[sd]?) (?:\p{L}+ ){1,3}than|outperform(?:s|ed)?|surpass(?:es|ed)?|exceed(?:s|ed)?) ((?:[\p{L}-]+ ){0,2}[\p{L}-]+)`)

// swappedThan swaps the two things that a sentence compares with "than".
func swappedThan(m *claimMaker, s string) (string, string) {
	at := than.FindStringSubmatchIndex(s)
	if at == nil || strings.Contains(s[at[2]:at[3]], "that") {
		return s, ""
	}
	return s[:at[2]] + s[at[6]:at[7]] + s[at[3]:at[6]] + s[at[2]:at[3]] + s[at[7]:], "swapped than"
}

var comparing = regexp.MustCompile(`(?i)\b(?:better|best|outperform\w*|superior|surpass\w*|exceed\w*|improv\w+|state[- ]of[- ]the[- ]art|highest|more|most|competitive|gains?|first|previous)\b`)

// addedComparison appends a comparison. It applies only if the paper contains no comparison.
func addedComparison(m *claimMaker, s string) (string, string) {
	if comparing.MatchString(m.about()) {
		return s, ""
	}
	return atEnd(s, oneOf(m.random, []string{", outperforming previous methods",
		", which gives better results than earlier work", " more accurately than existing approaches",
		", with higher accuracy than the baselines", ", achieving state-of-the-art results", " better than all competitors",
		", which is faster than alternatives", " more often than in controls",
		", significantly exceeding earlier results", " and surpass the previous best systems"})), "added comparison"
}

var anObject = regexp.MustCompile(`\b(an?|the) (\p{Ll}+)`)

// addedSuperlative inserts a superlative such as "the best". It applies only if the paper contains
// no comparison.
func addedSuperlative(m *claimMaker, s string) (string, string) {
	if comparing.MatchString(m.about()) {
		return s, ""
	}
	at := m.anyMatch(anObject, s)
	if at == nil {
		return s, ""
	}
	word := s[at[0]:at[1]]
	_, noun, _ := strings.Cut(word, " ")
	best := oneOf(m.random, []string{"the first ", "the best ", "the most accurate ", "the largest ", "the fastest ",
		"the most effective ", "a state-of-the-art ", "a superior "})
	return s[:at[0]] + best + noun + s[at[1]:], best
}
