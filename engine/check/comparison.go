package check

import "slices"

var beats = stemsOf("verbs that claim superiority")

// A boundary separates the two sides of a comparison. It is a verb such as "outperforms", or "than" with
// the comparative before it.
type boundary struct {
	word int // index of the verb or the comparative
	edge int // index after which the second side begins
}

func boundariesOf(words []word) (places []boundary) {
	for i, w := range words {
		switch {
		case beats[stemOf(w)] || w.text == "versus":
			places = append(places, boundary{i, i})
		case w.text == "than" && i > 0 && words[i-1].text == "rather":
			places = append(places, boundary{i - 1, i})
		case w.text == "than":
			for k := i - 1; k >= max(0, i-reach-1); k-- {
				if isDegree(words[k]) {
					places = append(places, boundary{k, i})
					break
				}
			}
		}
	}
	return places
}

// isDegree reports whether a word looks like a comparative, such as "more" or "slower".
func isDegree(w word) bool {
	return comparatives[stemOf(w)] || len(w.text) > 4 && w.text[len(w.text)-2:] == "er"
}

// turnedComparison returns the winner of a comparison if the paper states the comparison with the sides
// swapped.
func (a alignment) turnedComparison() string {
	for _, place := range boundariesOf(a.claim.words) {
		turned := ""
		for _, j := range a.group {
			for _, there := range boundariesOf(a.passages[j].words) {
				contrary, ok := a.sameScale(place, j, there)
				if !ok {
					continue
				}
				crossed, stayed, winner := a.crossed(place, j, there)
				if stayed && !crossed && !contrary || crossed && contrary {
					return ""
				}
				if crossed && !stayed && !contrary {
					turned = winner
				}
			}
		}
		if turned != "" {
			return turned
		}
	}
	return ""
}

// sameScale reports whether two comparisons use the same scale (ok), and whether they have opposite
// directions (contrary), such as "more" and "less".
func (a alignment) sameScale(place boundary, j int, there boundary) (contrary, ok bool) {
	x, y := a.claim.words[place.word], a.passages[j].words[there.word]
	flipped := a.claim.isPassive(place.word) != a.passages[j].isPassive(there.word)
	if isContrary(x, y) {
		return !flipped, true
	}
	same := stemOf(x) == stemOf(y) || beats[stemOf(x)] && beats[stemOf(y)] || synonyms[stemOf(x)] > 0 &&
		synonyms[stemOf(x)] == synonyms[stemOf(y)]
	return flipped, same
}

func isContrary(x, y word) bool {
	return functionPairs[x.text] == y.text && functionPairs[x.text] != "" || isAntonym(stemOf(x), stemOf(y))
}

// isPassive reports whether the verb at i is in the passive voice, as in "is outperformed by".
func (s sentence) isPassive(i int) bool {
	return i+1 < len(s.words) && s.words[i+1].text == "by" && i > 0
}

// crossed reports whether words from each side of the claim's comparison are on the other side in
// passage j. stayed is true if a word of the second side is on the same side there.
func (a alignment) crossed(place boundary, j int, there boundary) (crossed, stayed bool, winner string) {
	leftCrossed, rightCrossed := false, false
	for _, p := range a.both() {
		w := a.claim.words[p.word]
		if p.word == place.word || p.sure[j] == 0 || w.kind == frame || w.clause != a.claim.words[place.word].clause {
			continue
		}
		before := p.word < place.edge
		left, right := a.onSides(j, p, there)
		switch {
		case left == right:
		case before && right:
			leftCrossed, winner = true, w.raw
		case !before && left:
			rightCrossed = true
		case !before && p.word <= place.edge+comparedNear:
			stayed = true
		}
	}
	return leftCrossed && rightCrossed, stayed, winner
}

// comparedNear is the maximum number of words after "than" that name the other side.
const comparedNear = 3

// onSides reports on which sides of a comparison passage j has a word. Occurrences in the
// comparison's own clause take precedence.
func (a alignment) onSides(j int, p part, there boundary) (left, right bool) {
	words := a.passages[j].words
	places := a.places(j, p)
	if near := slices.DeleteFunc(slices.Clone(places),
		func(at int) bool { return words[at].clause != words[there.word].clause }); len(near) > 0 {
		places = near
	}
	left = slices.ContainsFunc(places, func(at int) bool { return at < there.edge })
	right = slices.ContainsFunc(places, func(at int) bool { return at > there.edge })
	return left, right
}

// comparedTheOtherWay reports whether the paper uses the antonym of a comparative and also swaps
// the sides. The comparison then agrees with the claim.
func (a alignment) comparedTheOtherWay(at int) bool {
	for _, place := range boundariesOf(a.claim.words) {
		if place.word != at {
			continue
		}
		for _, j := range a.group {
			for _, there := range boundariesOf(a.passages[j].words) {
				if contrary, ok := a.sameScale(place, j, there); ok && contrary {
					if crossed, _, _ := a.crossed(place, j, there); crossed {
						return true
					}
				}
			}
		}
	}
	return false
}
