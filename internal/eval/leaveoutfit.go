package eval

import (
	"math"
	"math/rand/v2"
	"reflect"

	"github.com/scilit-lsp/scilit-lsp/engine/search"
)

// Parameters of the fit, which works as in models/train/weights.py. It minimizes the cross-entropy
// over the cited papers and a sample of the other candidates, with a small ridge penalty. Features
// are scaled to unit variance.
const (
	fitRidge  = 2e-2
	fitOthers = 50  // maximum number of uncited candidates per query
	fitSteps  = 150 // number of gradient descent steps
	fitRate   = 0.5
)

// weights contains one weight per feature. The weight is 0 if the stage does not use the feature.
type weights []float64

// scores returns the weighted sum of the features in each row.
func (w weights) scores(rows [][]float32) []float64 {
	scores := make([]float64, len(rows))
	for i, row := range rows {
		for j, x := range row {
			scores[i] += w[j] * float64(x)
		}
	}
	return scores
}

// features returns the weights by name, rounded to four decimals.
func (w weights) features() (f search.Features) {
	v := reflect.ValueOf(&f).Elem()
	for i, x := range w {
		v.Field(i).SetFloat(math.Round(x*1e4) / 1e4)
	}
	return f
}

// A fitList contains the scaled features of one query's candidates, one row per candidate.
type fitList struct {
	rows   [][]float64
	share  []float64 // target probability of each candidate, which is the same for all cited works of the query
	weight float64
}

// fitWeights fits weights for the features that has accepts, on the queries that use accepts. Each
// combination of field and form has the same total weight.
func fitWeights(queries []leftOutQuery, has func(string) bool, use func(leftOutQuery) bool) weights {
	var columns []int
	for i, name := range features {
		if has(name) {
			columns = append(columns, i)
		}
	}
	var lists []fitList
	groups := make(map[[2]string]float64)
	var keys [][2]string
	for i, q := range queries {
		if list, ok := q.sample(uint64(i), columns); ok && use(q) {
			key := [2]string{q.field, q.form}
			groups[key]++
			lists, keys = append(lists, list), append(keys, key)
		}
	}
	for i := range lists {
		lists[i].weight = 1 / groups[keys[i]] / float64(len(groups))
	}
	scale := standardise(lists, len(columns))
	fitted, w := descend(lists, len(columns)), make(weights, len(features))
	for i, column := range columns {
		w[column] = fitted[i] * scale[i]
	}
	return w
}

// sample returns all cited candidates of a query and a random sample of the others. ok is false if
// no cited work is a candidate.
func (q leftOutQuery) sample(seed uint64, columns []int) (list fitList, ok bool) {
	found := 0.
	for _, hit := range q.hit {
		if hit {
			found++
		}
	}
	random, others := rand.New(rand.NewPCG(bootstrapSeed, seed)), 0
	for _, at := range random.Perm(len(q.rows)) {
		if !q.hit[at] {
			if others++; others > fitOthers {
				continue
			}
		}
		row := make([]float64, len(columns))
		for i, column := range columns {
			row[i] = float64(q.rows[at][column])
		}
		share := 0.
		if q.hit[at] {
			share = 1 / found
		}
		list.rows, list.share = append(list.rows, row), append(list.share, share)
	}
	return list, found > 0
}

// standardise scales each feature to a standard deviation of 1. It returns the factor for each
// feature.
func standardise(lists []fitList, width int) []float64 {
	n, sum, squares := 0., make([]float64, width), make([]float64, width)
	for _, list := range lists {
		for _, row := range list.rows {
			n++
			for i, x := range row {
				sum[i] += x
				squares[i] += x * x
			}
		}
	}
	scale := make([]float64, width)
	for i := range scale {
		if variance := squares[i]/n - sum[i]*sum[i]/n/n; variance > 1e-10 {
			scale[i] = 1 / math.Sqrt(variance)
		}
	}
	for _, list := range lists {
		for _, row := range list.rows {
			for i := range row {
				row[i] *= scale[i]
			}
		}
	}
	return scale
}

// descend minimizes the loss with Nesterov's accelerated gradient descent and returns the weights.
func descend(lists []fitList, width int) []float64 {
	w, before := make([]float64, width), make([]float64, width)
	for step := range fitSteps {
		ahead := make([]float64, width)
		for i := range w {
			ahead[i] = w[i] + float64(step)/float64(step+3)*(w[i]-before[i])
		}
		slope := slopeOf(lists, ahead)
		copy(before, w)
		for i := range w {
			w[i] = ahead[i] - fitRate*slope[i]
		}
	}
	return w
}

// slopeOf returns the gradient of the loss at the weights w.
func slopeOf(lists []fitList, w []float64) []float64 {
	slope := make([]float64, len(w))
	for i, x := range w {
		slope[i] = 2 * fitRidge * x
	}
	for _, list := range lists {
		scores, highest := make([]float64, len(list.rows)), math.Inf(-1)
		for i, row := range list.rows {
			for j, x := range row {
				scores[i] += w[j] * x
			}
			highest = max(highest, scores[i])
		}
		total := 0.
		for i := range scores {
			scores[i] = math.Exp(scores[i] - highest)
			total += scores[i]
		}
		for i, row := range list.rows {
			error := list.weight * (scores[i]/total - list.share[i])
			for j, x := range row {
				slope[j] += error * x
			}
		}
	}
	return slope
}
