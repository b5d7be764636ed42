package check

import (
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
)

// Relations are pairs of consecutive content words of a claim, possibly joined by a preposition. A
// passage shows a pair if both words are close together in the same order.

// A proximity describes how close two words are to each other in the passages of a group.
type proximity int

const (
	absent   proximity = iota // no passage has both words
	far                       // a passage has both words far apart
	reversed                  // a passage has both words close together, in reverse order
	shown                     // a passage has both words close together, in the same order
)

// A relation is a pair of content words of the claim with the preposition between them.
type relation struct {
	left, right part
	joint       string // preposition between the words, or ""
	how         proximity
}

// relations returns the pairs of each content word with the next one within reach.
func (a alignment) relations() (all []relation) {
	for i := 1; i < len(a.parts); i++ {
		left, right := a.parts[i-1], a.parts[i]
		if right.word-left.word > reach {
			continue
		}
		r := relation{left: left, right: right}
		for k := left.word + 1; k < right.word; k++ {
			if text := a.claim.words[k].text; joints[text] {
				r.joint = text
			}
		}
		r.how = a.paired(left, right)
		all = append(all, r)
	}
	return all
}

var joints = english.Set("joints")

// paired returns the closest proximity of two words in the group's passages.
func (a alignment) paired(left, right part) (how proximity) {
	gap := right.word - left.word
	for _, j := range a.group {
		if left.sure[j] == 0 || right.sure[j] == 0 {
			continue
		}
		how = max(how, a.pairedIn(j, left, right, gap))
	}
	return how
}

// pairedIn returns the closest proximity of two words in passage j. It compares all pairs of their
// occurrences.
func (a alignment) pairedIn(j int, left, right part, gap int) (how proximity) {
	how = far
	for _, l := range a.places(j, left) {
		for _, r := range a.places(j, right) {
			switch d := r - l; {
			case d > 0 && d <= gap+3:
				return shown
			case d < 0 && -d <= gap+3 && a.turnedCompound(j, left.word, right.word, r, l):
				return shown
			case d < 0 && -d <= gap+3:
				how = max(how, reversed)
			}
		}
	}
	return how
}

// turnedCompound reports whether exactly one text has a preposition between the words.
// "Classification of texts" and "text classification" mean the same.
func (a alignment) turnedCompound(j, left, right, first, last int) bool {
	return joined(a.claim.words[left:right+1]) != joined(a.passages[j].words[first:last+1])
}

func joined(words []word) bool {
	return slices.ContainsFunc(words[1:], func(w word) bool { return joints[w.text] })
}

// maxPlaces is the maximum number of occurrences of one word that are compared.
const maxPlaces = 6

func (a alignment) places(j int, p part) []int {
	places := a.passages[j].at[a.claim.words[p.word].stem]
	if len(places) == 0 {
		return []int{p.place[j]}
	}
	return places[:min(len(places), maxPlaces)]
}

// An orderMatch compares the word order of the claim with that of the passages.
type orderMatch struct {
	kept     float64 // longest subsequence in the same order, as a share of the matched words
	longest  float64 // longest run of words that are adjacent in both texts, as a share of the claim
	trigrams float64 // share of triples of content words that are close together in a passage
}

func (a alignment) order() (o orderMatch) {
	if len(a.group) == 0 || len(a.parts) == 0 {
		return o
	}
	best := a.group[0]
	var places []int
	run, longest := 0, 0
	for i, p := range a.parts {
		if p.sure[best] == 0 {
			run = 0
			continue
		}
		if i > 0 && run > 0 && p.place[best]-a.parts[i-1].place[best] == p.word-a.parts[i-1].word {
			run++
		} else {
			run = 1
		}
		longest = max(longest, run)
		places = append(places, p.place[best])
	}
	if len(places) > 0 {
		o.kept = float64(longestIncreasing(places)) / float64(len(places))
	}
	o.longest = float64(longest) / float64(len(a.parts))
	o.trigrams = a.runsOfThree()
	return o
}

func longestIncreasing(places []int) int {
	var tails []int
	for _, place := range places {
		at, _ := slices.BinarySearch(tails, place)
		if at == len(tails) {
			tails = append(tails, place)
		} else {
			tails[at] = place
		}
	}
	return len(tails)
}

// runsOfThree returns the share of triples of consecutive content words that are close together in a
// passage of the group.
func (a alignment) runsOfThree() float64 {
	if len(a.parts) < 3 {
		return 1
	}
	found := 0
	for i := 2; i < len(a.parts); i++ {
		for _, j := range a.group {
			x, y, z := a.parts[i-2], a.parts[i-1], a.parts[i]
			if x.sure[j] > 0 && y.sure[j] > 0 && z.sure[j] > 0 && a.paired(x, y) == shown && a.paired(y, z) == shown {
				found++
				break
			}
		}
	}
	return float64(found) / float64(len(a.parts)-2)
}
