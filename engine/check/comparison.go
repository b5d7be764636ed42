package check

import "slices"

// beats are verbs whose subject is better than their object.
var beats = stems("outperform outperforms outperformed outperforming surpass surpasses surpassed exceed exceeds exceeded beat beats")

// A comparing place is where one side of a comparison ends and the other begins:
// a verb as "outperforms", or "than" with the comparative before it.
type comparing struct {
	word int // the verb or the comparative
	edge int // what is behind it is the other side
}

func comparingPlaces(words []word) (places []comparing) {
	for i, w := range words {
		switch {
		case beats[stemOf(w)] || w.text == "versus":
			places = append(places, comparing{i, i})
		case w.text == "than" && i > 0 && words[i-1].text == "rather":
			places = append(places, comparing{i - 1, i})
		case w.text == "than":
			for k := i - 1; k >= max(0, i-reach-1); k-- {
				if isDegree(words[k]) {
					places = append(places, comparing{k, i})
					break
				}
			}
		}
	}
	return places
}

// isDegree recognises "more", "better" and "slower".
func isDegree(w word) bool {
	return comparatives[stemOf(w)] || len(w.text) > 4 && w.text[len(w.text)-2:] == "er"
}

// turnedComparison finds a comparison of the claim whose sides are exchanged in
// each comparison of the group that has both. It gives the winner.
func (a alignment) turnedComparison() string {
	for _, place := range comparingPlaces(a.claim.words) {
		turned := ""
		for _, j := range a.group {
			for _, there := range comparingPlaces(a.passages[j].words) {
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

// sameScale reports whether two comparisons can be about the same, and whether
// their words are contraries: "more" and "less".
func (a alignment) sameScale(place comparing, j int, there comparing) (contrary, ok bool) {
	x, y := a.claim.words[place.word], a.passages[j].words[there.word]
	flipped := a.claim.isPassive(place.word) != a.passages[j].isPassive(there.word)
	if isContrary(x, y) {
		return !flipped, true
	}
	same := stemOf(x) == stemOf(y) || beats[stemOf(x)] && beats[stemOf(y)] || synonyms[stemOf(x)] > 0 && synonyms[stemOf(x)] == synonyms[stemOf(y)]
	return flipped, same
}

func isContrary(x, y word) bool {
	return functionPairs[x.text] == y.text && functionPairs[x.text] != "" || isAntonym(stemOf(x), stemOf(y))
}

// isPassive recognises "is outperformed by".
func (s sentence) isPassive(i int) bool {
	return i+1 < len(s.words) && s.words[i+1].text == "by" && i > 0
}

// crossed reports whether words of both sides of a comparison of the claim are on
// the other side of one of passage j, and whether any of the second side stayed.
func (a alignment) crossed(place comparing, j int, there comparing) (crossed, stayed bool, winner string) {
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

// comparedNear is how far behind "than" the words are that it compares with.
const comparedNear = 3

// onSides says on which sides of a comparison passage j has a word, in the
// clause of the comparison where that has it.
func (a alignment) onSides(j int, p part, there comparing) (left, right bool) {
	words := a.passages[j].words
	places := a.places(j, p)
	if near := slices.DeleteFunc(slices.Clone(places), func(at int) bool { return words[at].clause != words[there.word].clause }); len(near) > 0 {
		places = near
	}
	left = slices.ContainsFunc(places, func(at int) bool { return at < there.edge })
	right = slices.ContainsFunc(places, func(at int) bool { return at > there.edge })
	return left, right
}

// comparedTheOtherWay reports whether a comparative of the claim has its contrary
// in a comparison whose sides are exchanged, too: more of one is less of the other.
func (a alignment) comparedTheOtherWay(at int) bool {
	for _, place := range comparingPlaces(a.claim.words) {
		if place.word != at {
			continue
		}
		for _, j := range a.group {
			for _, there := range comparingPlaces(a.passages[j].words) {
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
