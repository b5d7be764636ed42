package eval

import "math"

// A RelevanceReport compares the relevance shown for papers with the frequency at which authors
// cite them.
type RelevanceReport struct {
	N      int     `json:"n"`      // number of queries
	Papers int     `json:"papers"` // number of papers shown for all queries
	Error  float64 `json:"error"`  // expected calibration error of all papers shown
	First  float64 `json:"first"`  // expected calibration error of each query's first paper
	Bins   []Bin   `json:"bins"`
}

// A Bin compares the N predicted probabilities between From and From+0.1 with the observed
// frequency.
type Bin struct {
	From      float64 `json:"from"`
	N         int     `json:"n"`
	Predicted float64 `json:"predicted"` // mean of the predicted probabilities
	Observed  float64 `json:"observed"`
}

// MeasureRelevance measures the relevance of the papers that a user sees: the first shown papers of
// each list.
func MeasureRelevance(lists []ScoreList, shown int) RelevanceReport {
	all, first := make(calibration, calibrationBins), make(calibration, calibrationBins)
	for _, list := range lists {
		for i, p := range list.Relevance[:min(shown, len(list.Relevance))] {
			all.add(p, i == list.Cited, 1)
			if i == 0 {
				first.add(p, i == list.Cited, 1)
			}
		}
	}
	return RelevanceReport{N: len(lists), Papers: all.n(), Error: all.error(), First: first.error(), Bins: all.bins()}
}

// calibrationBins is the number of bins of most calibrations.
const calibrationBins = 10

// A calibration sorts predicted probabilities into bins of the same width.
type calibration []struct {
	n                         int
	weight, predicted, events float64
}

func (c calibration) add(probability float64, happened bool, weight float64) {
	bin := &c[min(len(c)-1, int(probability*float64(len(c))))]
	bin.n++
	bin.weight += weight
	bin.predicted += weight * probability
	bin.events += weight * oneIf(happened)
}

func (c calibration) n() (n int) {
	for _, bin := range c {
		n += bin.n
	}
	return n
}

// error returns the expected calibration error. It is the mean absolute difference between the
// predicted probabilities and the observed frequencies of the bins.
func (c calibration) error() float64 {
	sum, weight := 0.0, 0.0
	for _, bin := range c {
		sum += math.Abs(bin.predicted - bin.events)
		weight += bin.weight
	}
	return sum / max(weight, 1e-12)
}

func (c calibration) bins() (all []Bin) {
	for i, bin := range c {
		if bin.n > 0 {
			all = append(all, Bin{float64(i) / float64(len(c)), bin.n, bin.predicted / bin.weight, bin.events / bin.weight})
		}
	}
	return all
}
