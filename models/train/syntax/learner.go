package main

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/syntax/model"
)

// A learner is an averaged perceptron over hashed features. The weights of a feature are allocated
// when it is first updated.
type learner struct {
	classes, bits int
	slot          []int32 // row of each feature, counted from 1; 0 if it has none
	index         []uint32
	weights       []int32
	sums          []int64 // sum of each update multiplied by its step, for averaging
	updates       []int32 // number of updates of each row
	step          int64
	drop          float64 // dropout rate: the share of features that a decision ignores
	random        *rand.Rand
}

// ignored is the feature that replaces dropped features.
const ignored = 0

func newLearner(classes, bits int) *learner {
	return &learner{classes: classes, bits: bits, slot: make([]int32, 1<<bits), step: 1}
}

// Add implements model.Scorer.
func (l *learner) Add(features []uint32, scores []int32) {
	for i, f := range features {
		if l.drop > 0 && l.random.Float64() < l.drop {
			features[i] = ignored
			continue
		}
		row := int(l.slot[f>>(32-l.bits)])
		if row == 0 {
			continue
		}
		for c, w := range l.weights[(row-1)*l.classes : row*l.classes] {
			scores[c] += w
		}
	}
}

// update shifts the weights of all features of a decision from the predicted to the right class.
func (l *learner) update(features []uint32, right, predicted int) {
	for _, f := range features {
		if f == ignored {
			continue
		}
		f >>= 32 - l.bits
		if l.slot[f] == 0 {
			l.index = append(l.index, f)
			l.slot[f] = int32(len(l.index))
			l.updates = append(l.updates, 0)
			l.weights = append(l.weights, make([]int32, l.classes)...)
			l.sums = append(l.sums, make([]int64, l.classes)...)
		}
		row := int(l.slot[f]) - 1
		l.updates[row]++
		at := row * l.classes
		l.weights[at+right]++
		l.sums[at+right] += l.step
		l.weights[at+predicted]--
		l.sums[at+predicted] -= l.step
	}
}

// rows returns the averaged weights, quantized to 8 bits. It omits rows with fewer than
// leastUpdates updates and weights that round to 0.
func (l *learner) rows(leastUpdates int32, largest float64) []model.Row {
	average := func(i int) float64 { return float64(l.weights[i]) - float64(l.sums[i])/float64(l.step) }
	var sizes []float64
	for i := range l.weights {
		if l.weights[i] != 0 {
			sizes = append(sizes, math.Abs(average(i)))
		}
	}
	slices.Sort(sizes)
	scale := 127 / sizes[int(largest*float64(len(sizes)-1))]
	var rows []model.Row
	for r, index := range l.index {
		if l.updates[r] < leastUpdates {
			continue
		}
		row := model.Row{Index: index, Weights: make([]int8, l.classes)}
		filled := false
		for c := range l.classes {
			w := max(min(math.Round(average(r*l.classes+c)*scale), 127), -127)
			row.Weights[c] = int8(w)
			filled = filled || w != 0
		}
		if filled {
			rows = append(rows, row)
		}
	}
	slices.SortFunc(rows, func(a, b model.Row) int { return int(int64(a.Index) - int64(b.Index)) })
	return rows
}
