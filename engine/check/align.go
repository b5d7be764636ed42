package check

// A part is a content word of the claim with its best match in each passage.
type part struct {
	word  int
	sure  []float64 // certainty of the match in each passage, from 0 to 1
	place []int
	best  float64 // highest certainty in any passage
	group float64 // highest certainty in a passage of the group
}

// An alignment maps the words of a claim to their matches in the closest passages.
type alignment struct {
	claim    sentence
	passages []sentence
	parts    []part // content words of the claim
	frames   []part
	group    []int // indexes of the passages that together cover most of the claim, best first
}

// maxGroup is the maximum number of passages that together support a claim.
const maxGroup = 3

func align(claim sentence, passages []sentence) alignment {
	a := alignment{claim: claim, passages: passages}
	for i, w := range claim.words {
		if w.kind != content && w.kind != frame {
			continue
		}
		p := part{word: i, sure: make([]float64, len(passages)), place: make([]int, len(passages))}
		for j, passage := range passages {
			p.sure[j], p.place[j] = passage.match(claim, i)
			p.best = max(p.best, p.sure[j])
		}
		if w.kind == frame {
			a.frames = append(a.frames, p)
		} else {
			a.parts = append(a.parts, p)
		}
	}
	a.chooseGroup()
	return a
}

// chooseGroup selects the passage that covers most of the claim, then those that add most to it.
func (a *alignment) chooseGroup() {
	for len(a.group) < maxGroup {
		best, gain := -1, 0.0
		for j := range a.passages {
			if g := a.gain(j); g > gain {
				best, gain = j, g
			}
		}
		if best < 0 {
			return
		}
		a.group = append(a.group, best)
		for i := range a.parts {
			a.parts[i].group = max(a.parts[i].group, a.parts[i].sure[best])
		}
		for i := range a.frames {
			a.frames[i].group = max(a.frames[i].group, a.frames[i].sure[best])
		}
	}
}

// gain returns the weight that passage j would add to the group. The first passage also gets weight for
// adjacent pairs of words.
func (a *alignment) gain(j int) (sum float64) {
	for i, p := range a.parts {
		weight := a.claim.words[p.word].weight
		sum += weight * max(0, p.sure[j]-p.group)
		if len(a.group) == 0 && i > 0 && p.sure[j] > 0 && a.parts[i-1].sure[j] > 0 &&
			p.place[j]-a.parts[i-1].place[j] == p.word-a.parts[i-1].word {
			sum += 0.5 * weight
		}
	}
	return sum
}

// covered returns the weighted share of the claim's content words that match. sure returns the certainty
// of each word.
func (a alignment) covered(sure func(part) float64) float64 {
	sum, all := 0.0, 0.0
	for _, p := range a.parts {
		w := a.claim.words[p.word].weight
		sum += w * sure(p)
		all += w
	}
	if all == 0 {
		return 0
	}
	return sum / all
}

func inGroup(p part) float64  { return p.group }
func anywhere(p part) float64 { return p.best }

// first returns the certainty of p's match in the best passage.
func (a alignment) first(p part) float64 {
	if len(a.group) == 0 {
		return 0
	}
	return p.sure[a.group[0]]
}
