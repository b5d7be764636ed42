package onnx

import "slices"

// wantedBonus is how much more likely the beginning of a keyword is made, as
// long as the text does not have it, in natural logarithms; tuned on
// contexts-dev.
const wantedBonus = 1.5

// A wanted keyword is a list of the ways to write it.
type wanted [][]int64

// encourage makes the words more likely that r wants and a text lacks.
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
