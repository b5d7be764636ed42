package rank

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestTopKIsTheHeadOfTheSortedList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scores := rapid.SliceOf(rapid.SampledFrom([]float64{0, 0.5, 1, 2})).Draw(t, "scores")
		k := rapid.IntRange(0, 10).Draw(t, "k")
		top := NewTopK(k)
		var all []ScoredItem
		for i, score := range scores {
			top.Offer(uint32(i), score)
			all = append(all, ScoredItem{uint32(i), score})
		}
		slices.SortFunc(all, func(a, b ScoredItem) int {
			return cmp.Or(Descending(a.Score, b.Score), cmp.Compare(a.Number, b.Number))
		})
		if got := top.Best(); !slices.Equal(got, all[:min(k, len(all))]) {
			t.Fatalf("got %v of %v", got, all)
		}
	})
}

func drawVector(t *rapid.T, name string) []float32 {
	return rapid.SliceOfN(rapid.Float32Range(-1, 1), 70, 70).Draw(t, name)
}

func TestQuantisedDotIsCloseToTheExactOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawVector(t, "a"), drawVector(t, "b")
		exact := 0.0
		for i := range a {
			exact += float64(a[i]) * float64(b[i])
		}
		got := Dot(Quantise(a, make([]int8, 70)), Quantise(b, make([]int8, 70)))
		if math.Abs(got-exact) > 70*2.0/127 {
			t.Fatalf("%v instead of %v", got, exact)
		}
	})
}

func TestDistancesOfCodesCountTheSignsThatDiffer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawVector(t, "a"), drawVector(t, "b")
		x, y := make([]uint64, CodeWords(70)), make([]uint64, CodeWords(70))
		Code(a, x)
		Code(b, y)
		want := 0
		for i := range a {
			if (a[i] > 0) != (b[i] > 0) {
				want++
			}
		}
		if got := int(hamming(x, y)); got != want {
			t.Fatalf("%d instead of %d", got, want)
		}
	})
}

func TestFuseListensToBothScoresAndIgnoresOneThatSaysNothing(t *testing.T) {
	both := Fuse([]float64{1, 0, 0.9}, []float64{0, 1, 0.9})
	if both[2] <= both[0] || both[2] <= both[1] {
		t.Errorf("good by both loses: %v", both)
	}
	one := Fuse([]float64{3, 1, 2}, []float64{0, 0, 0})
	if !(one[0] > one[2] && one[2] > one[1]) {
		t.Errorf("a constant score has a say: %v", one)
	}
}

func TestBM25GrowsWithFrequencyAndFallsWithLength(t *testing.T) {
	model := BM25{Texts: 1000, AverageLength: 100}
	if !(model.Frequency(2, 100) > model.Frequency(1, 100) && model.Frequency(1, 50) > model.Frequency(1, 200)) {
		t.Error("not monotonic")
	}
	if model.Frequency(1e9, 100) > MaxFrequency || model.IDF(1) < model.IDF(500) || model.IDF(1000) < 0 {
		t.Error("out of bounds")
	}
}

func TestTheTableGivesWhatTheFormulaGives(t *testing.T) {
	model := BM25{Texts: 1000, AverageLength: 100}
	table := model.Saturation()
	for frequency := 1; frequency < 70; frequency++ {
		for _, length := range []int{0, 1, 99, 511, 512, 65535} {
			if got, want := table.Of(frequency, length), model.Frequency(float64(frequency), float64(length)); got != want {
				t.Errorf("%d times in %d terms: %v, not %v", frequency, length, got, want)
			}
		}
	}
}
