package check

import (
	"math"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
)

// FeatureNames lists the features of an Examination. The forest was trained on them, so any change
// requires new weights (models/train/verifier.py and judge.py).
var FeatureNames = []string{
	"words", "covered first", "covered group", "covered anywhere", "matched group", "title",
	"heaviest missing group", "missing group", "weight missing group", "missing anywhere", "weight missing anywhere",
	"heaviest missing anywhere",
	"inexact weight", "missing names", "heaviest gap", "longest gap", "gaps", "frames missing", "frames",
	"numbers", "missing numbers", "elsewhere numbers", "other numbers",
	"denials", "denials there", "added denials", "lost denials", "contrary",
	"comparisons missing", "comparisons bare", "stronger", "hedge lost", "hedge added",
	"pairs shown", "pairs far", "pairs reversed", "pairs absent", "weight unshown", "joints shown", "joints reversed",
	"joints unshown", "worst pair",
	"kept order", "longest run", "trigrams", "second gain", "third gain",
	"head window", "tail window", "worst window", "passage length", "function words changed", "joint swaps", "tail gap",
	"topical missing anywhere", "topical missing group", "most topical missing", "general missing", "topical",
	"function contraries",
	"runs outside first", "heaviest run outside first", "outside first behind joint", "missing behind joint",
	"missing nouns", "missing verbs", "last run outside first",
}

func (f *findings) features() []float64 {
	v := f.coverage()
	v = append(v, f.missing()...)
	v = append(v, f.quantitiesAndSense()...)
	v = append(v, f.relational()...)
	return slices.Concat(v, f.windows(), f.topics(), f.outside())
}

// generalBelow is the topicality below which a word is general.
const generalBelow = 1.5

// topics returns features that separate missing topical words from missing general words.
func (f *findings) topics() []float64 {
	anywhere, group, most, general, all := 0.0, 0.0, 0.0, 0.0, 0.0
	for _, p := range f.parts {
		w := f.claim.words[p.word]
		all += w.topical
		if p.group == 0 {
			group += w.topical
		}
		if p.best == 0 {
			anywhere += w.topical
			most = max(most, w.topical)
			general += truth(w.topical < generalBelow)
		}
	}
	return []float64{anywhere, group, most, general, all, float64(len(f.functionContraries()))}
}

func (f *findings) coverage() []float64 {
	matched := 0.0
	for _, p := range f.parts {
		if p.group > 0 {
			matched++
		}
	}
	title := 0.0
	if at := slices.IndexFunc(f.passages, func(s sentence) bool { return s.index == 0 }); at >= 0 {
		title = f.covered(func(p part) float64 { return p.sure[at] })
	}
	return []float64{float64(len(f.parts)), f.covered(f.first), f.covered(inGroup), f.covered(anywhere),
		matched / float64(max(1, len(f.parts))), title}
}

func (f *findings) missing() []float64 {
	heavyGroup, group, weightGroup, all, weightAll, heavyAll, inexact := 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
	for _, p := range f.parts {
		w := f.claim.words[p.word].weight
		if p.group == 0 {
			heavyGroup, group, weightGroup = max(heavyGroup, w), group+1, weightGroup+w
		} else {
			inexact += w * (1 - p.group)
		}
		if p.best == 0 {
			heavyAll, all, weightAll = max(heavyAll, w), all+1, weightAll+w
		}
	}
	heaviest, longest := 0.0, 0
	for _, g := range f.gaps {
		heaviest, longest = max(heaviest, g.weight), max(longest, len(g.words))
	}
	framesMissing := 0.0
	for _, p := range f.frames {
		if p.group == 0 {
			framesMissing++
		}
	}
	return []float64{heavyGroup, group, weightGroup, all, weightAll, heavyAll, inexact,
		float64(len(f.missingNames)), heaviest, float64(longest), float64(len(f.gaps)), framesMissing, float64(len(f.frames))}
}

func (f *findings) quantitiesAndSense() []float64 {
	there := 0.0
	if len(f.group) > 0 {
		there = negations(f.passages[f.group[0]].words)
	}
	claimHedged, passageHedged := f.hedged()
	return []float64{
		float64(len(f.claim.quantities)), float64(len(f.missingNumbers)), float64(len(f.elsewhereNumbers)),
		float64(len(f.otherNumbers)),
		negations(f.claim.words), there, float64(len(f.addedDenials)), float64(len(f.lostDenials)), float64(len(f.contrary)),
		float64(len(f.missingComparisons)), float64(len(f.bareComparisons)), float64(len(f.stronger)),
		truth(passageHedged && !claimHedged), truth(claimHedged && !passageHedged),
	}
}

func negations(words []word) (n float64) {
	for i := range words {
		if isNegation(words, i) {
			n++
		}
	}
	return n
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func (f *findings) relational() []float64 {
	var how [4]float64
	unshown, jointsShown, jointsReversed, jointsUnshown, worst := 0.0, 0.0, 0.0, 0.0, 0.0
	for _, r := range f.pairs {
		how[r.how]++
		weight := min(f.claim.words[r.left.word].weight, f.claim.words[r.right.word].weight)
		if r.how != shown {
			unshown += weight
			worst = max(worst, weight)
		}
		switch {
		case r.joint == "":
		case r.how == shown:
			jointsShown++
		case r.how == reversed:
			jointsReversed++
		default:
			jointsUnshown++
		}
	}
	n := float64(max(1, len(f.pairs)))
	second, third := f.groupGains()
	return []float64{how[shown] / n, how[far] / n, how[reversed], how[absent] / n, unshown, jointsShown,
		jointsReversed, jointsUnshown, worst,
		f.orderMatch.kept, f.longest, f.trigrams, second, third}
}

// groupGains returns the shares of the claim added by the second and the third passage of the
// group.
func (f *findings) groupGains() (second, third float64) {
	upTo := func(n int) float64 {
		return f.covered(func(p part) (best float64) {
			for _, j := range f.group[:min(n, len(f.group))] {
				best = max(best, p.sure[j])
			}
			return best
		})
	}
	return upTo(2) - upTo(1), upTo(3) - upTo(2)
}

// windowed is the number of content words in a window of the claim.
const windowed = 3

// windows returns features of a claim's first, last and least covered windows, and of its function
// words.
func (f *findings) windows() []float64 {
	shown := make([]float64, len(f.parts))
	weights := make([]float64, len(f.parts))
	for i, p := range f.parts {
		weights[i] = f.claim.words[p.word].weight
		shown[i] = p.group * weights[i]
	}
	share := func(from, to int) float64 {
		from, to = max(0, from), min(len(shown), to)
		s, w := 0.0, 0.0
		for i := from; i < to; i++ {
			s, w = s+shown[i], w+weights[i]
		}
		if w == 0 {
			return 1
		}
		return s / w
	}
	worst := 1.0
	for i := range shown {
		worst = math.Min(worst, share(i, i+windowed))
	}
	length := 0.0
	if len(f.group) > 0 {
		length = float64(len(f.passages[f.group[0]].words))
	}
	changed, swaps := f.functionWords()
	tail := 0.0
	for i := len(f.parts) - 1; i >= 0 && f.parts[i].best == 0; i-- {
		tail += weights[i]
	}
	return []float64{share(0, windowed), share(len(shown)-windowed, len(shown)), worst, length, changed, swaps, tail}
}

// functionWords returns the number of the claim's prepositions that the group's passages replace,
// and the number of prepositions whose sides the passages swap.
func (f *findings) functionWords() (changed, swapped float64) {
	for _, r := range f.pairs {
		if r.joint == "" {
			continue
		}
		for _, j := range f.group {
			if r.left.sure[j] == 0 || r.right.sure[j] == 0 {
				continue
			}
			left, right := r.left.place[j], r.right.place[j]
			if left > right {
				left, right = right, left
				swapped++
			}
			has := slices.ContainsFunc(f.passages[j].words[left:right+1], func(w word) bool { return w.text == r.joint })
			if !has {
				changed++
			}
			break
		}
	}
	return changed, swapped
}

// outside returns features of the runs of words that the best passage lacks. A claim with a run in
// its middle may combine statements that the paper keeps apart.
func (f *findings) outside() []float64 {
	runs, heaviest, run, afterPreposition, missingAfter, nouns, verbs := 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
	for _, p := range f.parts {
		w := f.claim.words[p.word]
		if f.first(p) > 0 {
			run = 0
			continue
		}
		if run == 0 {
			runs++
			afterPreposition += truth(f.afterPreposition(p.word))
		}
		run += w.topical
		heaviest = max(heaviest, run)
		if p.best == 0 {
			missingAfter += truth(f.afterPreposition(p.word))
			if f.claim.isVerb(p.word) {
				verbs++
			} else {
				nouns++
			}
		}
	}
	return []float64{runs, heaviest, afterPreposition, missingAfter, nouns, verbs, run}
}

// afterPreposition reports whether a preposition precedes word i or its article.
func (f *findings) afterPreposition(i int) bool {
	for k := i - 1; k >= 0 && k >= i-2; k-- {
		if joints[f.claim.words[k].text] {
			return true
		}
		if !articles[f.claim.words[k].text] {
			return false
		}
	}
	return false
}

var (
	articles  = english.Set("articles")
	verbMarks = english.Set("before verbs")
)

// isVerb guesses whether a word is a verb from its neighbours. An article follows a verb, and a word
// such as "to", "can" or "which" precedes it.
func (s sentence) isVerb(i int) bool {
	if i > 0 && (articles[s.words[i-1].text] || joints[s.words[i-1].text] && s.words[i-1].text != "to") {
		return false
	}
	return i+1 < len(s.words) && articles[s.words[i+1].text] || i > 0 && verbMarks[s.words[i-1].text]
}
