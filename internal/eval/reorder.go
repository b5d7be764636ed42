package eval

import (
	"math/rand/v2"
	"regexp"
	"strings"
)

var (
	inThree  = regexp.MustCompile(`\b([\p{L}-]+), ([\p{L}-]+),? (and|or) ([\p{L}-]+)\b`)
	inTwo    = regexp.MustCompile(`\b(?:of|for|between|both|in|on|with) ([\p{L}-]{4,}) and ([\p{L}-]{4,})(,|$)`)
	atTheEnd = regexp.MustCompile(`^([^,]{30,}) (in|on|during|across|among|under|within) ([^,]{4,50})$`)
	acting   = regexp.MustCompile(`^((?:[\p{L}\d-]+ ){1,4})(improves|reduces|increases|enhances|affects|inhibits|induces|predicts|regulates|promotes|influences|supports|requires|uses|encodes|determines|improve|reduce|increase|enhance|affect|inhibit|induce|promote|influence|support) ((?:[\p{L}\d-]+ ){0,4}[\p{L}\d-]+)((?: (?:of|in|on|for|by|from|with) .*)?)$`)
)

// reordered rearranges a sentence without changing its meaning. It reorders lists, moves adverbials
// and changes the active voice to the passive.
func reordered(s string, random *rand.Rand) string {
	if random.IntN(2) == 0 {
		s = inThree.ReplaceAllString(s, "$4, $1 $3 $2")
		s = inTwo.ReplaceAllStringFunc(s, func(found string) string {
			m := inTwo.FindStringSubmatch(found)
			preposition, _, _ := strings.Cut(found, " ")
			return preposition + " " + m[2] + " and " + m[1] + m[3]
		})
	}
	if m := acting.FindStringSubmatch(s); m != nil && random.IntN(2) == 0 &&
		isContent(strings.ToLower(firstWords(m[3], 1))) {
		return m[3] + " " + isOrAre(m[3]) + " " + suffered(m[2]) + " by " + strings.TrimSpace(m[1]) + m[4]
	}
	if m := atTheEnd.FindStringSubmatch(s); m != nil && random.IntN(3) == 0 && !dangling.MatchString(m[1]) &&
		!startsVerb.MatchString(s) {
		return m[2] + " " + m[3] + ", " + m[1]
	}
	return s
}

// startsVerb matches the beginning of an object that has to follow its verb, such as "a method for
// parsing".
var startsVerb = regexp.MustCompile(`^(?:an?|the|how|whether|that|to|several|two|three|new) `)

func isOrAre(object string) string {
	if strings.HasSuffix(object, "s") && !strings.HasSuffix(object, "ss") && !strings.HasSuffix(object, "is") {
		return "are"
	}
	return "is"
}

// suffered returns the past participle of a regular verb.
func suffered(verb string) string {
	verb = strings.TrimSuffix(verb, "s")
	if strings.HasSuffix(verb, "e") {
		return verb + "d"
	}
	return verb + "ed"
}
