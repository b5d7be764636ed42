package compose

import "strings"

// finite are verbs that make a clause.
var finite = set(`is are was were has have had can could may might will would must do does did cannot`)

// resultVerbs are verbs of facts, present and past, that no rule of form finds.
var resultVerbs = set(`reduces improves increases decreases induces inhibits promotes regulates mediates predicts enhances affects causes leads contributes
	plays remains requires allows enables depends modulates controls activates suppresses drives facilitates shapes protects prevents determines
	impairs alters attenuates triggers limits supports exhibits shows reveals provides outperforms outperform achieves achieve yields yield correlates
	correlate differ differs varies vary occurs occur appears appear seems seem tends tend exist exists represents represent constitutes consist consists
	contains contain includes involve involves plays play led rose fell grew became began underwent showed increase decrease improve reduce cause
	lead contribute remain require allow enable depend affect suffers suffer benefits benefit helps help makes make gives give offers offer
	serves serve acts act binds bind encodes encode interacts interact converges converge holds hold satisfies admits implies follows equals belongs
	combines uses integrates produces generates learns performs perform describes presents captures extends relies needs aims focuses encompasses comprises
	provide rely arise arises exhibit persist persists evolve evolves`)

// beforeNoun are words behind which a participle belongs to a noun.
var beforeNoun = union(isMarkOfNoun, set(`from on as at than into over under several many two three four all some most`))

// hasFinite reports whether one of the words makes a clause.
func hasFinite(words []string) bool {
	attributive := -1
	for i, w := range words {
		b := bare(w)
		if finite[b] || i > 0 && (resultVerbs[b] || takesObject(words, i)) {
			return true
		}
		if i == 0 || len(b) <= 4 || !strings.HasSuffix(b, "ed") || isCompoundParticiple(b) {
			continue
		}
		if !beforeNoun[bare(words[i-1])] && attributive != i-1 {
			return true
		}
		attributive = i // as is another behind it: "from optimized submerged fermentation"
	}
	return false
}

// takesObject recognises a verb that is in no list by its object: "augments the".
func takesObject(words []string, i int) bool {
	b := bare(words[i])
	return i+1 < len(words) && len(b) > 4 && strings.HasSuffix(b, "s") && !endsInAny(b, "ss", "us", "is") && words[i] == b &&
		!beforeNoun[bare(words[i-1])] && beginsObject[bare(words[i+1])]
}

// beginsObject cannot follow a noun without a comma.
var beginsObject = set(`the a an its their`)

// lacksVerb reports whether "report that" is followed by no clause.
func lacksVerb(predicate string) bool {
	words := strings.Fields(predicate)
	if len(words) < 3 || baseOf(bare(words[0])) != "report" || bare(words[1]) != "that" || hasFinite(words[2:]) {
		return false
	}
	for _, w := range words[3:] {
		if b := bare(w); unchanging[b] || joinedVerbs[b] || baseOf(b) != "" && !alsoNouns[b] && !strings.HasSuffix(b, "ed") {
			return false
		}
	}
	return true
}
