package check

import (
	"cmp"
	"slices"
	"strings"
)

// A phrase is a run of adjacent content words of a claim that no passage has.
type phrase struct {
	first, last int     // indexes of its words
	weight      float64 // weight of the most topical word
}

// missingPhrases returns the phrases that no passage has. A phrase ends before a function word or
// punctuation, so that it can be quoted as written.
func (a alignment) missingPhrases() (all []phrase) {
	open := false
	for _, p := range a.parts {
		if p.best > 0 {
			open = false
			continue
		}
		w, n := a.claim.words[p.word], len(all)
		if !open || p.word != all[n-1].last+1 || p.word >= all[n-1].first+longestPhrase || !isJoint(w.gap) {
			all = append(all, phrase{first: p.word})
		}
		open = true
		last := &all[len(all)-1]
		last.last = p.word
		last.weight = max(last.weight, w.topical)
	}
	return all
}

// longestPhrase is the maximum number of words in a phrase.
const longestPhrase = 3

// isJoint reports whether the text between two words keeps them in one phrase.
func isJoint(between string) bool { return strings.Trim(between, " -\u2010\u2011\u2013") == "" }

// maxMissing is the maximum number of phrases in a reason.
const maxMissing = 3

// phrases returns the most topical phrases that no passage has, in the order of the claim. least is
// their minimum topicality.
func (a alignment) phrases(least float64) (quotes []string) {
	all := slices.DeleteFunc(a.missingPhrases(), func(p phrase) bool { return p.weight < least })
	slices.SortStableFunc(all, func(a, b phrase) int { return cmp.Compare(b.weight, a.weight) })
	all = all[:min(len(all), maxMissing)]
	slices.SortFunc(all, func(a, b phrase) int { return cmp.Compare(a.first, b.first) })
	for _, p := range all {
		quote := a.claim.words[p.first].raw
		for _, w := range a.claim.words[p.first+1 : p.last+1] {
			quote += w.gap + w.raw
		}
		quotes = append(quotes, quote)
	}
	return quotes
}

// NotMentioned returns a message that a text does not mention phrases, or "" if phrases is empty.
func NotMentioned(text string, phrases []string) string {
	switch n := len(phrases); n {
	case 0:
		return ""
	case 1:
		return text + " does not mention “" + phrases[0] + "”"
	default:
		return text + " does not mention “" + strings.Join(phrases[:n-1], "”, “") + "” or “" + phrases[n-1] + "”"
	}
}

// numbersNear names the numbers of the closest passage that share the context of a number of the
// claim, or returns "".
func (a alignment) numbersNear(written string) string {
	at := slices.IndexFunc(a.claim.quantities, func(q quantity) bool { return q.written == written })
	if at < 0 {
		return ""
	}
	asked, closest := a.claim.quantities[at], a.passages[a.group[0]]
	var all []string
	for _, q := range closest.quantities {
		same := sameUnit(q.unit, asked.unit) && a.sameContext(asked, q, closest)
		if same && len(all) < 2 && !slices.Contains(all, q.written) {
			all = append(all, q.written)
		}
	}
	if len(all) == 0 {
		return ""
	}
	return "; the closest passage has " + strings.Join(all, " and ")
}
