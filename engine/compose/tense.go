package compose

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
)

// isReported reports whether the main verb of a sentence is in the past tense, as in reports of
// studies.
func isReported(s string) bool {
	return hasPast(strings.Fields(s)) && !otherWork.MatchString(s)
}

// hasPast reports whether the first finite verb outside relative clauses is in the past tense.
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
			perhaps = perhaps || i > 1 && looksPast(words, i) // as in a phrase such as "collected from"
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

// tenseAt returns the tense of the word at i, or AsPaper if it may not be a finite verb.
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

// looksPast reports whether a word looks like a past-tense form.
func looksPast(words []string, i int) bool {
	b := bare(words[i])
	return !beforeNoun[bare(words[i-1])] && !adjectives[b] && (irregularResults[b] || len(b) > 4 &&
		strings.HasSuffix(b, "ed") && !isCompoundParticiple(b))
}

// isCompoundParticiple reports whether a word is an adjective such as "virus-induced".
func isCompoundParticiple(word string) bool {
	head, _, found := strings.Cut(word, "-")
	return found && !verbPrefixes[head]
}

var (
	verbPrefixes     = english.Set("verb prefixes")
	pastVerbs        = english.Set("past auxiliaries")
	presentVerbs     = english.Set("present auxiliaries")
	irregularResults = english.Set("irregular results")
	intransitive     = english.Set("intransitive past")
	adjectives       = english.Set("adjectives in -ed")
	afterParticiple  = english.Set("after participles")
)
