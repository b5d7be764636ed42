package eval

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/scilit-lsp/scilit-lsp/engine/search"
)

// drawnLists returns lists in which the cited paper was drawn with the probabilities of a
// calibration.
func drawnLists(c search.Calibration, n int) (lists []ScoreList) {
	random := rand.New(rand.NewPCG(1, 2))
	for range n {
		scores := []float64{random.Float64() * 6, 0, 0, 0}
		for i := 1; i < len(scores); i++ {
			scores[i] = scores[i-1] - random.Float64()
		}
		list := ScoreList{Field: "drawn", Scores: scores, Cited: -1, Relevance: c.Relevance(scores)}
		at := random.Float64()
		for i, p := range list.Relevance {
			if at -= p; at < 0 {
				list.Cited = i
				break
			}
		}
		lists = append(lists, list)
	}
	return lists
}

// A fit to citations that were drawn with known probabilities recovers these probabilities.
func TestTheFitFindsTheCalibration(t *testing.T) {
	drawn := search.Calibration{Slope: 1.4, None: 1.5, Height: 0.6}
	lists := drawnLists(drawn, 3000)
	if r := MeasureRelevance(lists, 4); r.Error > 0.02 || r.N != 3000 || r.Papers != 12000 {
		t.Errorf("by the truth %+v", r)
	}
	wrong := Calibrated(lists, search.Calibration{Slope: 5, None: -3})
	if r := MeasureRelevance(wrong, 4); r.Error < 0.1 {
		t.Errorf("by another calibration %+v", r)
	}
	found := FitRelevance(lists[:1500])
	if r := MeasureRelevance(Calibrated(lists[1500:], found), 4); r.Error > 0.03 {
		t.Errorf("%+v has %+v", found, r)
	}
}

func TestScoreListsAreReadAsTheyWereWritten(t *testing.T) {
	lists := drawnLists(search.Calibration{Slope: 1}, 3)
	var file bytes.Buffer
	if err := WriteRecords(&file, lists); err != nil {
		t.Fatal(err)
	}
	again, err := ReadScoreLists(&file)
	if diff := cmp.Diff(lists, again); diff != "" || err != nil {
		t.Errorf("%v %s", err, diff)
	}
	for _, broken := range []string{`{"scores": [1], "cited": 1}`, `{"scores":`, `[]`} {
		if _, err := ReadScoreLists(bytes.NewBufferString(broken)); err == nil {
			t.Errorf("%s is read", broken)
		}
	}
}
