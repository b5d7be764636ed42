package compose

import "github.com/scilit-lsp/scilit-lsp/internal/pattern"

// isSignpost recognises what only a reader of the paper can place: a step of
// it, or a stage that is counted from another.
func isSignpost(predicate string) bool {
	return signpost.MatchString(predicate)
}

// praiseOfOwn says only that something unnamed works.
var praiseOfOwn = pattern.MustCompile(`^\p{Ll}+ the (?:effectiveness|usefulness|utility|efficacy|validity|feasibility|advantages?|benefits?|performance|superiority|potential|power|efficiency) of (?:the|our|their|this) (?:proposed |new |novel )?(?:approach(?:es)?|methods?|models?|systems?|algorithms?|techniques?|framework)\b`)

var signpost = pattern.MustCompile(`^(?:also )?(?:describe|discuss|explain|outline|detail|present|report|summari[sz]e)(?:s|d|ed)? (?:the|their|our) (?:selection|choice|estimation|details|settings?|set-?up|organi[sz]ation|preparation|preprocessing|steps|experimental (?:set-?up|settings?|design|procedure))\b|^(?:also )?(?:provide|present|give|show|include|draw)(?:s|d|ed)? (?:an?|the|two|three|some|several) (?:figures?|tables?|graphs?|plots?|diagram|appendix|outline of (?:the|this))\b`)

// isCountedStep recognises "the second stage" where nothing says what it is a stage of.
func isCountedStep(lows []string, i int) bool {
	before := at(lows, i-1)
	switch lows[i] {
	case "second", "third", "fourth", "fifth", "last", "next", "previous", "following", "preceding":
	default:
		return false
	}
	if i > 0 && !counts[before] {
		return false
	}
	for k := i + 1; k < min(i+3, len(lows)); k++ {
		if stages[lows[k]] {
			next := at(lows, k+1)
			return next != "of" && next != "to" && !followedBy(append([]string{""}, lows[:i]...), 0, "first", "one")
		}
	}
	return false
}

var (
	counts = set(`the a our their its this in each`)
	stages = set(`stage stages step steps phase phases experiment experiments procedure procedures method methods section sections chapter
		part parts result results finding findings approach approaches model models test tests testing task tasks study studies
		set sets goal aim objective contribution question problem case class type group component algorithm technique strategy
		scenario setting condition analysis simulation trial hypothesis paragraph subsection example`)
	// measures are what "each" counts without saying which ones.
	measures = set(`indicator indicators parameter parameters variable trait treatment method model group criterion component factor stage step
		condition strategy approach technique system dataset scenario species strain variety`)
)

// hypothetical recognises what the authors could do rather than what they did.
func hypothetical(verb, next string) bool {
	return verb == "might" || verb == "could" && !findingVerbs[next] && !isAdverb(next) && next != "not"
}

// borrowedLead is a lead that takes from others whom it names.
var borrowedLead = pattern.MustCompile(`^(?:[Ff]ollowing|[Aa]fter|[Uu]nlike|[Ll]ike|[Ee]xtending) \p{Lu}\p{Ll}+(?:$|['’ ])|(?i:building|based|drawing|following|extending|improving|inspired|motivated|expanding|relying|starting|using|generali[sz]ing) .*\b(?:by|of|from|with) \p{Lu}\p{Ll}+(?:,? (?:and|&) \p{Lu}\p{Ll}+|['’]s?$|$)`)
