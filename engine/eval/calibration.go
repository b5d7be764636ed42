package eval

import "math"

// A RelevanceReport compares relevance that is shown with what was cited.
type RelevanceReport struct {
	N      int     `json:"n"`      // queries
	Papers int     `json:"papers"` // that are shown, the best of each query
	Error  float64 `json:"error"`  // expected calibration error of these
	First  float64 `json:"first"`  // the same of the first paper of each query
	Bins   []Bin   `json:"bins"`
}

// A Bin compares probabilities from From to a tenth more with the share of events that
// happened.
type Bin struct {
	From      float64 `json:"from"`
	N         int     `json:"n"`
	Predicted float64 `json:"predicted"` // mean
	Observed  float64 `json:"observed"`
}

// MeasureRelevance looks at the best papers of each list, as many as a menu shows.
func MeasureRelevance(lists []ScoreList, shown int) RelevanceReport {
	var all, first calibration
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

const calibrationBins = 10

// A calibration sorts predictions into tenths.
type calibration [calibrationBins]struct {
	n                         int
	weight, predicted, events float64
}

func (c *calibration) add(probability float64, happened bool, weight float64) {
	bin := &c[min(calibrationBins-1, int(probability*calibrationBins))]
	bin.n++
	bin.weight += weight
	bin.predicted += weight * probability
	if happened {
		bin.events += weight
	}
}

func (c *calibration) n() (n int) {
	for _, bin := range c {
		n += bin.n
	}
	return n
}

// error is the expected calibration error: how far predictions are from what happened,
// on average over the bins.
func (c *calibration) error() float64 {
	sum, weight := 0.0, 0.0
	for _, bin := range c {
		sum += math.Abs(bin.predicted - bin.events)
		weight += bin.weight
	}
	return sum / max(weight, 1e-12)
}

func (c *calibration) bins() (all []Bin) {
	for i, bin := range c {
		if bin.n > 0 {
			all = append(all, Bin{float64(i) / calibrationBins, bin.n, bin.predicted / bin.weight, bin.events / bin.weight})
		}
	}
	return all
}
