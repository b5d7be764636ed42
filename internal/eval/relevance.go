package eval

import (
	"context"
	"fmt"
	"io"
	"math"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/search"
)

// A ScoreList contains the scores of the papers that one query found.
type ScoreList struct {
	Field  string    `json:"field"`  // field of the citing paper
	Scores []float64 `json:"scores"` // score of each paper, in descending order
	Cited  int       `json:"cited"`  // index of the cited paper in Scores; -1 if it was not found
	// Relevance contains the relevance that the engine assigns to each paper with its current
	// calibration.
	Relevance []float64 `json:"relevance"`
}

// ScoreLists runs the query of each context and returns one list per context. field is the field of
// all lists; if it is empty, the source of each context is used.
func ScoreLists(ctx context.Context, e *engine.Engine, contexts []Context, field string,
	opts RetrievalOptions) ([]ScoreList, error) {
	queries, err := queriesOf(ctx, e, contexts, contexts, opts)
	if err != nil {
		return nil, err
	}
	lists := make([]ScoreList, len(contexts))
	for i, c := range contexts {
		found, err := e.Discover(ctx, queries[i])
		if err != nil {
			return nil, err
		}
		if lists[i] = scoreList(c, found.Papers); field != "" {
			lists[i].Field = field
		}
		opts.Progress.step()
	}
	return lists, nil
}

func scoreList(c Context, papers []engine.Hit) ScoreList {
	papers = papers[:min(len(papers), search.RelevanceDepth)]
	list := ScoreList{Field: c.Source, Cited: rankOf(c.Cited, papers) - 1}
	for _, f := range papers {
		list.Scores, list.Relevance = append(list.Scores, f.Score), append(list.Relevance, f.Relevance)
	}
	return list
}

// ReadScoreLists reads lists written by WriteRecords.
func ReadScoreLists(r io.Reader) ([]ScoreList, error) {
	lists, err := ReadRecords[ScoreList](r)
	for i, list := range lists {
		if list.Cited >= len(list.Scores) {
			return nil, fmt.Errorf("list %d: the cited paper has index %d of %d", i+1, list.Cited, len(list.Scores))
		}
	}
	return lists, err
}

// Calibrated returns copies of the lists, with the relevance that the calibration c assigns.
func Calibrated(lists []ScoreList, c search.Calibration) []ScoreList {
	all := make([]ScoreList, len(lists))
	for i, list := range lists {
		all[i] = list
		all[i].Relevance = c.Relevance(list.Scores)
	}
	return all
}

// FitRelevance fits a calibration to the lists by maximum likelihood, using coordinate descent. All
// fields have the same total weight.
func FitRelevance(lists []ScoreList) search.Calibration {
	best := [3]float64{1, 0, 0}
	least := surprise(lists, calibrationOf(best))
	for step := 0.5; step > 1e-3; step /= 2 {
		for improved := true; improved; {
			improved = false
			for i := range 2 * len(best) {
				next := best
				next[i/2] += step * float64(1-2*(i%2))
				if s := surprise(lists, calibrationOf(next)); s < least {
					best, least, improved = next, s, true
				}
			}
		}
	}
	return calibrationOf(best)
}

func calibrationOf(numbers [3]float64) search.Calibration {
	rounded := func(x float64) float64 { return math.Round(x*1e3) / 1e3 }
	return search.Calibration{Slope: rounded(numbers[0]), None: rounded(numbers[1]), Height: rounded(numbers[2])}
}

// surprise returns the mean negative log-likelihood of the lists. It averages over the lists of
// each field first, and then over the fields.
func surprise(lists []ScoreList, c search.Calibration) (mean float64) {
	sums, counts := make(map[string]float64), make(map[string]float64)
	for _, list := range lists {
		counts[list.Field]++
		sums[list.Field] -= math.Log(max(1e-12, likelihood(list, c)))
	}
	for field, sum := range sums {
		mean += sum / counts[field] / float64(len(sums))
	}
	return mean
}

// likelihood returns the probability that the calibration assigns to the cited paper or, if it was
// not found, to all other papers.
func likelihood(list ScoreList, c search.Calibration) float64 {
	relevance := c.Relevance(list.Scores)
	if list.Cited >= 0 {
		return relevance[list.Cited]
	}
	none := 1.0
	for _, p := range relevance {
		none -= p
	}
	return none
}
