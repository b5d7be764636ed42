package compose

import (
	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// praiseOfOwn matches claims that something unnamed works well.
var praiseOfOwn = pattern.MustCompile(`^\p{Ll}+ the (?:effectiveness|usefulness|utility|efficacy|validity` +
	`|feasibility|advantages?|benefits?|performance|superiority|potential|power|efficiency) of (?:the|our|their` +
	`|this) (?:proposed |new |novel )?(?:approach(?:es)?|methods?|models?|systems?|algorithms?|techniques?|framework)\b`)

// signpost matches predicates that make sense only inside the paper, such as a description of its setup.
var signpost = pattern.MustCompile(`^(?:also )?(?:describe|discuss|explain|outline|detail|present|report` +
	`|summari[sz]e)(?:s|d|ed)? (?:the|their|our) (?:selection|choice|estimation|details|settings?|set-?up` +
	`|organi[sz]ation|preparation|preprocessing|steps|experimental (?:set-?up|settings?|design|procedure))\b` +
	`|^(?:also )?(?:provide|present|give|show|include|draw)(?:s|d|ed)? (?:an?|the|two|three|some` +
	`|several) (?:figures?|tables?|graphs?|plots?|diagram|appendix|outline of (?:the|this))\b`)

// isCountedStep reports whether a phrase such as "the second stage" lacks a complement.
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
	counts   = english.Set("before stages")
	stages   = english.Set("stages")
	measures = english.Set("counted nouns")
)

// hypothetical reports whether a verb expresses a mere possibility.
func hypothetical(verb, next string) bool {
	return verb == "might" || verb == "could" && !findingVerbs[next] && !isAdverb(next) && next != "not"
}

// borrowedLead matches leads that name other authors.
var borrowedLead = pattern.MustCompile(`^(?:[Ff]ollowing|[Aa]fter|[Uu]nlike|[Ll]ike` +
	`|[Ee]xtending) \p{Lu}\p{Ll}+(?:$|['’ ])|(?i:building|based|drawing|following|extending|improving|inspired` +
	`|motivated|expanding|relying|starting|using|generali[sz]ing) .*\b(?:by|of|from` +
	`|with) \p{Lu}\p{Ll}+(?:,? (?:and|&) \p{Lu}\p{Ll}+|['’]s?$|$)`)
