package model

// features collects the hashed features of one decision. Templates are numbered in the order of the
// calls to add.
type features struct {
	keys     []uint32
	template uint32
}

func (f *features) reset() { f.keys, f.template = f.keys[:0], 0 }

// add appends the feature of the next template, a conjunction of up to three values.
func (f *features) add(a, b, c uint32) {
	f.template++
	f.keys = append(f.keys, mix(f.template, a, b, c))
}

// mix hashes a template and its values.
func mix(template, a, b, c uint32) uint32 {
	h := uint64(template) * 0x9e3779b97f4a7c15
	h = (h ^ uint64(a)) * 0xff51afd7ed558ccd
	h = (h ^ h>>32 ^ uint64(b)) * 0xc4ceb9fe1a85ec53
	h = (h ^ h>>32 ^ uint64(c)) * 0x9e3779b97f4a7c15
	return uint32(h >> 32)
}

// A Scorer adds the weights of features to the scores of the classes.
type Scorer interface {
	Add(features []uint32, scores []int32)
}

// best returns the allowed class with the highest score. Ties go to the first. If allowed is nil,
// all classes are allowed.
func best(scores []int32, allowed func(int) bool) int {
	found := -1
	for i, s := range scores {
		if (found < 0 || s > scores[found]) && (allowed == nil || allowed(i)) {
			found = i
		}
	}
	return found
}
