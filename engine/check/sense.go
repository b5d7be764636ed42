package check

import (
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A conflict is a word of the claim that a passage contradicts.
type conflict struct {
	word    string
	passage int // index of the passage
}

// denials returns the words whose polarity differs between the claim and the passages. Only the claim
// negates the words in added, and only the passages negate the words in lost.
func (a alignment) denials() (added, lost []conflict) {
	for i := range a.claim.words {
		if isNegation(a.claim.words, i) && !a.deniedOtherwise(i) {
			if word, passage := a.deniedHere(i); word != "" {
				added = append(added, conflict{word, passage})
			}
		}
	}
	for _, j := range a.group[:min(2, len(a.group))] {
		lost = append(lost, a.deniedThere(j)...)
	}
	// If the claim contains a word such as "avoids", only a passage that negates a word of this
	// kind contradicts it.
	if slices.ContainsFunc(a.claim.words, deniesSilently) {
		lost = slices.DeleteFunc(lost, func(c conflict) bool {
			return !deniesSilently(word{text: c.word, stem: text.Stem(strings.ToLower(c.word))})
		})
	}
	return added, lost
}

// Stems that negate existence or sameness without a negator.
var (
	silent   = stemsOf("silent negators")
	unlikely = stemsOf("words of difference")
)

func deniesSilently(w word) bool { return silent[stemOf(w)] || unlikely[stemOf(w)] }

// deniedOtherwise reports whether a passage of the group negates without a negator, as in "far from" or
// "avoids".
func (a alignment) deniedOtherwise(i int) bool {
	return slices.ContainsFunc(a.group, func(j int) bool {
		return slices.ContainsFunc(a.passages[j].words, func(w word) bool {
			return silent[stemOf(w)] && (w.text != "far" || a.claim.words[i].text == "far") && !a.followsUnless(j, w)
		})
	})
}

// followsUnless reports whether "unless", "if" or "until" shortly precedes w in passage j.
func (a alignment) followsUnless(j int, w word) bool {
	words := a.passages[j].words
	at := slices.IndexFunc(words, func(other word) bool { return other.text == w.text })
	return slices.ContainsFunc(words[max(0, at-reach):max(0, at)],
		func(other word) bool { return other.text == "unless" || other.text == "if" || other.text == "until" })
}

// deniedHere returns the head of the claim's negation at i if the group has that head without
// negation.
func (a alignment) deniedHere(i int) (head string, passage int) {
	for _, p := range a.both() {
		w := a.claim.words[p.word]
		if p.word <= i || w.clause != a.claim.words[i].clause {
			continue
		}
		if head == "" {
			head = w.raw
		}
		known := false
		for _, j := range a.group {
			if p.sure[j] > 0 {
				if known = true; a.anyPlace(j, p, w.denied) || isAntonym(w.stem, a.passages[j].words[p.place[j]].stem) {
					return "", 0
				}
			}
		}
		if known || p.word > i+scopeOfNegation {
			break
		}
	}
	if head != "" && len(a.group) > 0 {
		passage = a.group[0]
	}
	return head, passage
}

// anyPlace reports whether p occurs in passage j with the given polarity.
func (a alignment) anyPlace(j int, p part, denied bool) bool {
	return slices.ContainsFunc(a.places(j, p), func(at int) bool { return a.passages[j].words[at].denied == denied })
}

// both returns all content and report words in the order of the claim.
func (a alignment) both() []part {
	all := slices.Concat(a.parts, a.frames)
	slices.SortFunc(all, func(x, y part) int { return x.word - y.word })
	return all
}

// deniedThere returns the words that passage j negates but the claim does not.
func (a alignment) deniedThere(j int) (lost []conflict) {
	passage := a.passages[j]
	for i := range passage.words {
		if !isNegation(passage.words, i) {
			continue
		}
		for k := i + 1; k < len(passage.words) && k <= i+farthestHead &&
			passage.words[k].clause == passage.words[i].clause; k++ {
			w := passage.words[k]
			if w.kind != content && w.kind != frame {
				continue
			}
			if len(a.claim.at[w.stem]) == 0 && (w.kind == frame || lightHeads[w.stem]) {
				continue
			}
			if places := a.claim.at[w.stem]; len(places) > 0 && w.denied && !slices.ContainsFunc(places,
				a.claim.deniedAt) && !a.saidPlainly(j, w.stem) {
				lost = append(lost, conflict{w.raw, j})
			}
			break
		}
	}
	return lost
}

// saidPlainly reports whether the word also occurs without negation in passage j or in a passage of the
// group before it.
func (a alignment) saidPlainly(j int, stem string) bool {
	for _, k := range a.group {
		passage := a.passages[k]
		if slices.ContainsFunc(passage.at[stem], func(at int) bool { return !passage.deniedAt(at) }) {
			return true
		}
		if k == j {
			return false
		}
	}
	return false
}

// farthestHead is the maximum distance between a negator and its head, in words.
const farthestHead = 8

var lightHeads = stemsOf("light heads")

// deniedAt reports whether a word is negated, or is followed by a negator as in "needs no grammar".
func (s sentence) deniedAt(at int) bool {
	return s.words[at].denied || at+1 < len(s.words) && isNegation(s.words, at+1)
}

// contraries returns the claim's words that the best passage lacks and whose antonym occurs in a
// passage of the group.
func (a alignment) contraries() (all []conflict) {
	for _, p := range a.both() {
		w := a.claim.words[p.word]
		if a.first(p) >= sameStem || a.comparedTheOtherWay(p.word) {
			continue
		}
		for _, j := range a.group {
			for _, other := range a.passages[j].words {
				if other.kind != number && other.denied == w.denied && isAntonym(w.stem, stemOf(other)) &&
					!a.claim.hasStem(stemOf(other)) && a.near(p, j, other) {
					all = append(all, conflict{w.raw, j})
				}
			}
		}
	}
	return slices.Concat(all, a.functionContraries(), a.leastForMost())
}

var (
	leastWords = english.Set("least")
	mostWords  = english.Set("most")
)

// leastForMost returns a superlative of the claim such as "least" if the group has only
// superlatives such as "most".
func (a alignment) leastForMost() []conflict {
	for i, w := range a.claim.words {
		if !leastWords[w.text] || bounds(a.claim.words, i) || i > 0 && a.claim.words[i-1].text == "at" {
			continue
		}
		least, most := -1, -1
		for _, j := range a.group {
			for _, other := range a.passages[j].words {
				if leastWords[other.text] {
					least = j
				}
				if mostWords[other.text] {
					most = j
				}
			}
		}
		if most >= 0 && least < 0 {
			return []conflict{{w.raw, most}}
		}
	}
	return nil
}

func stemOf(w word) string {
	if w.stem != "" {
		return w.stem
	}
	return w.text
}

func (s sentence) hasStem(stem string) bool {
	if len(s.at[stem]) > 0 {
		return true
	}
	return slices.ContainsFunc(s.words, func(w word) bool { return w.text == stem })
}

// reach is the maximum distance between related words.
const reach = 5

// near reports whether a word that is close to p in the claim is also close to p's antonym in passage j.
func (a alignment) near(p part, j int, contrary word) bool {
	at := slices.IndexFunc(a.passages[j].words, func(w word) bool { return w.text == contrary.text })
	for _, q := range a.parts {
		if d := q.word - p.word; d != 0 && -reach <= d && d <= reach && q.sure[j] > 0 {
			if e := q.place[j] - at; -reach <= e && e <= reach {
				return true
			}
		}
	}
	return false
}

var functionPairs = english.Classes("function word antonyms")

// functionContraries compares function words such as "with" and "without" that precede the same
// word.
func (a alignment) functionContraries() (all []conflict) {
	for i, w := range a.claim.words {
		other := functionPairs[w.text]
		if other == "" || i+1 == len(a.claim.words) || a.comparedTheOtherWay(i) {
			continue
		}
		same, contrary := -1, -1
		for _, j := range a.group {
			words := a.passages[j].words
			for k := range len(words) - 1 {
				if !sameText(words[k+1], a.claim.words[i+1]) {
					continue
				}
				switch words[k].text {
				case w.text:
					same = j
				case other:
					contrary = j
				}
			}
		}
		if contrary >= 0 && same < 0 {
			all = append(all, conflict{w.raw, contrary})
		}
	}
	return all
}

func sameText(a, b word) bool { return a.text == b.text || a.stem != "" && a.stem == b.stem }

// comparisons returns the claim's comparatives that the group lacks (missing). bare is the same
// list if the group has no comparative at all, and is empty otherwise.
func (a alignment) comparisons() (missing, bare []string) {
	compares := slices.ContainsFunc(a.group, func(j int) bool {
		return slices.ContainsFunc(a.passages[j].words, func(w word) bool { return comparatives[stemOf(w)] })
	})
	for i, w := range a.claim.words {
		if !comparatives[stemOf(w)] && !stateOfTheArt(a.claim.words, i) || bounds(a.claim.words, i) {
			continue
		}
		if a.groupHas(w) {
			continue
		}
		missing = append(missing, w.raw)
		if !compares {
			bare = append(bare, w.raw)
		}
	}
	return missing, bare
}

// bounds reports whether a word only bounds a number, as in "more than 90%" or "at least five".
func bounds(words []word, i int) bool {
	than := i+1 < len(words) && words[i+1].text == "than"
	if than {
		i++
	}
	return i+1 < len(words) && (words[i+1].kind == number || spelledOut[words[i+1].text] > 0) &&
		(than || words[i].text == "least" || words[i].text == "most" || words[i].text == "than")
}

func stateOfTheArt(words []word, i int) bool {
	return words[i].text == "art" && i > 2 && words[i-3].text == "state"
}

// groupHas reports whether a passage of the group contains a word or a synonym that is not its antonym.
func (a alignment) groupHas(w word) bool {
	stem := stemOf(w)
	return slices.ContainsFunc(a.group, func(j int) bool {
		return slices.ContainsFunc(a.passages[j].words, func(other word) bool {
			o := stemOf(other)
			return o == stem || synonyms[stem] > 0 && synonyms[o] == synonyms[stem] && !isAntonym(stem, o)
		})
	})
}

// strengthened returns words that make the claim stronger than the statements of the group's passages.
func (a alignment) strengthened() (all []string) {
	for _, w := range a.claim.words {
		if strengthening[w.text] && !a.groupHas(w) {
			all = append(all, w.raw)
		}
	}
	return all
}

// hedged reports whether the claim contains a hedge, and whether the best passage does.
func (a alignment) hedged() (claim, passage bool) {
	is := func(w word) bool { return hedges[w.text] }
	claim = slices.ContainsFunc(a.claim.words, is)
	if len(a.group) > 0 {
		passage = slices.ContainsFunc(a.passages[a.group[0]].words, is)
	}
	return claim, passage
}

// numbers returns the claim's numbers that the paper lacks (missing), and those that it has only in
// another context, either outside the group (elsewhere) or in the group (other).
func (a alignment) numbers() (missing, elsewhere, other []string) {
	for _, q := range a.claim.quantities {
		inPaper, inGroup, same := false, false, false
		for j, passage := range a.passages {
			for _, r := range passage.quantities {
				if r.value != q.value || !sameUnit(r.unit, q.unit) {
					continue
				}
				inPaper = true
				inGroup = inGroup || slices.Contains(a.group, j)
				same = same || a.sameContext(q, r, passage)
			}
		}
		switch {
		case !inPaper:
			missing = append(missing, q.written)
		case !inGroup && !same:
			elsewhere = append(elsewhere, q.written)
		case !same:
			other = append(other, q.written)
		}
	}
	return missing, elsewhere, other
}

// numberReach is the size, in bytes, of the context on each side of a number. It should contain the
// counted noun.
const numberReach = 40

// sameContext reports whether the contexts of two numbers have a content word in common.
func (a alignment) sameContext(q, r quantity, passage sentence) bool {
	around := read(window(a.claim.text, q.at))
	there := read(window(passage.text, r.at))
	for i := range around.words {
		if k := around.words[i].kind; k == content || k == frame {
			if sure, _ := there.match(around, i); sure > 0 {
				return true
			}
		}
	}
	return len(around.at) == 0
}

func window(s string, at int) string {
	start, end := max(0, at-numberReach), min(len(s), at+numberReach)
	if i := strings.IndexByte(s[start:at], ' '); i >= 0 && start > 0 {
		start += i
	}
	if i := strings.LastIndexByte(s[at:end], ' '); i >= 0 && end < len(s) {
		end = at + i
	}
	return s[start:end]
}
