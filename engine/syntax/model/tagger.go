package model

// A Tagger assigns tags from left to right.
type Tagger struct {
	Scorer Scorer
	Tags   int // the number of tags
	// Learn, if set, receives each decision with its features and returns the tag to continue with.
	Learn func(word, tag int, features []uint32, scores []int32) int
}

// Run returns the tags of words.
func (t *Tagger) Run(words []Word) []uint8 {
	tags := make([]uint8, len(words))
	scores := make([]int32, t.Tags)
	var f features
	for i := range words {
		tagFeatures(&f, words, tags, i)
		clear(scores)
		t.Scorer.Add(f.keys, scores)
		tag := best(scores, nil)
		if t.Learn != nil {
			tag = t.Learn(i, tag, f.keys, scores)
		}
		tags[i] = uint8(tag)
	}
	return tags
}

// outside is the tag of positions outside the sentence.
const outside = 255

func tagFeatures(f *features, words []Word, tags []uint8, i int) {
	f.reset()
	at := func(j int) *Word {
		if j < 0 || j >= len(words) {
			return &Word{Norm: outside}
		}
		return &words[j]
	}
	tag := func(j int) uint32 {
		if j < 0 {
			return outside
		}
		return uint32(tags[j])
	}
	first := uint32(0)
	if i == 0 {
		first = 1
	}
	p1, p2 := tag(i-1), tag(i-2)
	ownFeatures(f, at(i), first, p1)
	pairFeatures(f, at(i-1), at(i), at(i+1), p1, p2)
	f.add(at(i).Shape, p1, first)
	aroundFeatures(f, [5]*Word{at(i - 2), at(i - 1), at(i), at(i + 1), at(i + 2)}, p1, p2)
}

// ownFeatures adds features of the word itself. The shape of a sentence's first word has a separate
// feature.
func ownFeatures(f *features, w *Word, first, p1 uint32) {
	f.add(0, 0, 0)
	f.add(w.Norm, 0, 0)
	f.add(w.Form, 0, 0)
	f.add(w.Shape, first, 0)
	f.add(w.Class, 0, 0)
	for n, s := range w.Suffix {
		f.add(s, 0, 0)
		if n >= 1 {
			f.add(s, p1, 0)
		}
	}
	for _, s := range w.Prefix {
		f.add(s, 0, 0)
	}
	f.add(w.Suffix[2], w.Shape, 0)
}

// pairFeatures adds features of the previous tags, and of the word with its neighbours.
func pairFeatures(f *features, before, w, after *Word, p1, p2 uint32) {
	f.add(p1, 0, 0)
	f.add(p1, p2, 0)
	f.add(w.Norm, p1, 0)
	f.add(w.Norm, p1, p2)
	f.add(w.Norm, before.Norm, 0)
	f.add(w.Norm, after.Norm, 0)
	f.add(w.Class, p1, after.Class)
	f.add(w.Class, after.Suffix[2], p1)
	f.add(w.Suffix[2], after.Suffix[2], 0)
}

// aroundFeatures adds features of the two words before and after a word.
func aroundFeatures(f *features, words [5]*Word, p1, p2 uint32) {
	before, w, after := words[1], words[2], words[3]
	f.add(before.Norm, 0, 0)
	f.add(before.Norm, p2, 0)
	f.add(words[0].Norm, 0, 0)
	f.add(after.Norm, 0, 0)
	f.add(after.Suffix[2], 0, 0)
	f.add(after.Class, 0, 0)
	f.add(after.Shape, 0, 0)
	f.add(after.Norm, p1, 0)
	f.add(words[4].Norm, 0, 0)
	f.add(words[4].Class, after.Class, 0)
	f.add(before.Norm, after.Norm, 0)
	f.add(before.Class, after.Class, w.Suffix[1])
}
