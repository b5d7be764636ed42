package onnx

import "slices"

// wantedBonus is added to the log probability of tokens that begin a missing keyword. It was tuned
// on contexts-dev.
const wantedBonus = 1.5

// wanted lists the spellings of a keyword, as token sequences.
type wanted [][]int64

// encourage adds the bonus to tokens that begin a keyword missing in the text.
func (r rules) encourage(b beam, scores []float32) {
	for _, w := range r.wanted {
		if slices.ContainsFunc(w, func(form []int64) bool { return within(b.ids, form) }) {
			continue
		}
		var next []int64
		for _, form := range w {
			if !slices.Contains(next, form[0]) {
				next = append(next, form[0])
			}
		}
		for _, id := range next {
			scores[id] += r.bonus
		}
	}
}

func within(ids, form []int64) bool {
	for i := 0; i+len(form) <= len(ids); i++ {
		if slices.Equal(ids[i:i+len(form)], form) {
			return true
		}
	}
	return false
}
