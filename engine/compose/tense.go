package compose

import "strings"

// isReported reports whether a sentence says what came out of a study: its main
// verb is in the past tense.
func isReported(s string) bool {
	return hasPast(strings.Fields(s)) && !otherWork.MatchString(s)
}

// hasPast reports whether the first verb that is no participle and in no relative
// clause is in the past tense.
func hasPast(words []string) bool {
	inRelative, perhaps := false, false
	for i := 1; i < len(words); i++ {
		b := bare(words[i])
		if b == "that" || b == "which" || b == "who" {
			inRelative = true
			continue
		}
		tense := tenseAt(words, i)
		if tense == AsPaper {
			perhaps = perhaps || mayBePast(words, i)
			continue
		}
		if inRelative {
			inRelative = false
			continue
		}
		return tense == Past
	}
	return perhaps
}

// tenseAt is the tense of a finite verb, AsPaper where a word may be none.
func tenseAt(words []string, i int) Tense {
	b, before := bare(words[i]), bare(words[i-1])
	switch {
	case b == "had" && (before == "has" || before == "have"):
		return AsPaper
	case pastVerbs[b]:
		return Past
	case presentVerbs[b] || strings.HasSuffix(b, "s") && resultVerbs[b] && !beforeNoun[before]:
		return Present
	case looksPast(words, i) && (intransitive[b] || !afterParticiple[at(bareWords(strings.Join(words, " ")), i+1)]):
		return Past
	}
	return AsPaper
}

// looksPast reports whether a word has the form of a past tense.
func looksPast(words []string, i int) bool {
	b := bare(words[i])
	return !beforeNoun[bare(words[i-1])] && !adjectives[b] && (irregularResults[b] || len(b) > 4 && strings.HasSuffix(b, "ed") && !isCompoundParticiple(b))
}

// mayBePast recognises "collected from", which is a past tense where the
// sentence has no other verb.
func mayBePast(words []string, i int) bool {
	return looksPast(words, i) && i > 1
}

// isCompoundParticiple recognises "virus-induced", which is no verb.
func isCompoundParticiple(word string) bool {
	head, _, found := strings.Cut(word, "-")
	return found && !verbPrefixes[head]
}

var (
	verbPrefixes     = set(`re co pre over under up down out cross fine`)
	pastVerbs        = set(`was were did had`)
	presentVerbs     = set(`is are has have can may might will must does do cannot should`)
	irregularResults = set(`showed led rose fell grew became found began underwent`)
	// intransitive verbs have no passive, so that their forms in -ed are verbs.
	intransitive = set(`increased decreased declined occurred differed remained correlated varied ranged emerged appeared resulted clustered belonged
		rose fell grew became led consisted depended happened existed persisted improved contributed participated responded survived`)
	// adjectives have the form of a past tense.
	adjectives = set(`associated related based limited detailed advanced automated sophisticated complicated dedicated skilled proposed`)
	// afterParticiple follow "produced" where it belongs to a noun.
	afterParticiple = set(`by from with using as between during at through for on in to of under within via after before among per against into`)
)
