package check

import "slices"

// beats are verbs whose subject is better than their object.
var beats = stems("outperform outperforms outperformed outperforming surpass surpasses surpassed exceed exceeds exceeded beat beats")

// A comparing place is where one side of a comparison ends and the other begins:
// a verb as "outperforms", or "than" with the comparative before it.
func comparingPlaces(words []word) (places [][2]int) {
	for i, w := range words {
		switch {
		case beats[stemOf(w)] || w.text == "compared" || w.text == "versus":
			places = append(places, [2]int{i, i})
		case w.text == "than":
			for k := i - 1; k >= max(0, i-reach); k-- {
				if comparatives[stemOf(words[k])] {
					places = append(places, [2]int{k, i})
					break
				}
			}
		}
	}
	return places
}

// turnedComparison finds a comparison of the claim whose sides are exchanged in
// each comparison of the group that has both. It gives the winner.
func (a alignment) turnedComparison() string {
	for _, place := range comparingPlaces(a.claim.words) {
		turned := ""
		for _, j := range a.group {
			for _, there := range comparingPlaces(a.passages[j].words) {
				same, other, winner := a.sides(place, j, there)
				if same >= other {
					if same > 0 {
						return ""
					}
					continue
				}
				if other > 1 {
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

// sides counts the words next to a comparison of the claim that are on the same
// side of one of passage j, and on the other one. Words that are on both say
// nothing.
func (a alignment) sides(place [2]int, j int, there [2]int) (same, other int, winner string) {
	for _, p := range a.both() {
		before := p.word < place[0]
		if p.word >= place[0] && p.word <= place[1] || p.sure[j] == 0 || a.claim.words[p.word].kind == frame || a.claim.words[p.word].clause != a.claim.words[place[0]].clause {
			continue
		}
		left, right := a.onSides(j, p, there)
		switch {
		case left == right:
		case left == before:
			same++
		default:
			other++
			if before {
				winner = a.claim.words[p.word].raw
			}
		}
	}
	return same, other, winner
}

// onSides says on which sides of a comparison passage j has a word.
func (a alignment) onSides(j int, p part, there [2]int) (left, right bool) {
	places := a.places(j, p)
	left = slices.ContainsFunc(places, func(at int) bool { return at < there[0] })
	right = slices.ContainsFunc(places, func(at int) bool { return at > there[1] })
	return left, right
}
