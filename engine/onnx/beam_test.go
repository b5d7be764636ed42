package onnx

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A bigramModel is a language model in which only the last token determines the next one.
type bigramModel struct {
	next  map[int64][]float32
	texts [][]int64 // content of each row
	steps int
}

func (m *bigramModel) extend(rows []int, tokens []int64) ([][]float32, error) {
	m.steps++
	var texts [][]int64
	var scores [][]float32
	for i, row := range rows {
		var before []int64
		if m.texts != nil {
			before = m.texts[row]
		}
		texts = append(texts, append(append([]int64{}, before...), tokens[i]))
		scores = append(scores, m.next[tokens[i]])
	}
	m.texts = texts
	return scores, nil
}

func logs(probabilities ...float64) []float32 {
	var all []float32
	for _, p := range probabilities {
		all = append(all, float32(math.Log(p)))
	}
	return all
}

// Token 0 is the stop, 1 the mark, 2 and 3 are words, and 4 is never allowed.
func newBigramModel() *bigramModel {
	return &bigramModel{next: map[int64][]float32{
		1: logs(.9, .02, .04, .02, .02),
		2: logs(.2, .05, .05, .1, .6),
		3: logs(.01, .9, .05, .02, .02),
	}}
}

var (
	bigramFirst  = logs(.1, .05, .5, .3, .05)
	bigramSearch = beamSearch{width: 2, maxTokens: 6, penalty: 1, stop: 0, never: []int64{4}, forms: []form{{nil, 1}}}
)

func TestBeamSearchFindsATextThatGreedySearchMisses(t *testing.T) {
	texts, err := bigramSearch.run(t.Context(), newBigramModel(), bigramFirst)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int64{3, 1}, texts[0][0].ids); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	greedy := bigramSearch
	greedy.width = 1
	if texts, err = greedy.run(t.Context(), newBigramModel(), bigramFirst); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int64{2, 3, 1}, texts[0][0].ids); diff != "" {
		t.Errorf("greedy (-want +got):\n%s", diff)
	}
}

func TestEveryTextHasItsMarkOnceAndNoForbiddenToken(t *testing.T) {
	wide := bigramSearch
	wide.width = 5
	texts, err := wide.run(t.Context(), newBigramModel(), bigramFirst)
	if err != nil || len(texts[0]) < 3 {
		t.Fatalf("%d texts, %v", len(texts[0]), err)
	}
	for _, h := range texts[0] {
		count := map[int64]int{}
		for _, id := range h.ids {
			count[id]++
		}
		if count[1] != 1 || count[4] != 0 || count[0] != 0 {
			t.Errorf("text %v", h.ids)
		}
	}
}

// Each form has its own texts, and its begin is not part of them.
func TestATextBeginsAsItsFormSays(t *testing.T) {
	s := bigramSearch
	s.forms = []form{{[]int64{2}, 1}, {[]int64{3}, 1}}
	texts, err := s.run(t.Context(), newBigramModel(), bigramFirst)
	if err != nil {
		t.Fatal(err)
	}
	if len(texts) != 2 || len(texts[0]) == 0 || len(texts[1]) == 0 {
		t.Fatalf("%v", texts)
	}
	if diff := cmp.Diff([]int64{1}, texts[1][0].ids); diff != "" {
		t.Errorf("after 3 (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]int64{3, 1}, texts[0][0].ids); diff != "" {
		t.Errorf("after 2 (-want +got):\n%s", diff)
	}
}

func TestHypothesesContinueTheirOwnRows(t *testing.T) {
	s := bigramSearch
	s.maxTokens = 3
	if _, err := s.run(t.Context(), checkedRows{t, newBigramModel()}, bigramFirst); err != nil {
		t.Fatal(err)
	}
}

// checkedRows checks that no row gets a second mark.
type checkedRows struct {
	t *testing.T
	m *bigramModel
}

func (c checkedRows) extend(rows []int, tokens []int64) ([][]float32, error) {
	for i, row := range rows {
		if c.m.texts != nil && tokens[i] == 1 {
			for _, id := range c.m.texts[row] {
				if id == 1 {
					c.t.Errorf("a second mark after row %v", c.m.texts[row])
				}
			}
		}
	}
	return c.m.extend(rows, tokens)
}

func TestACancelledSearchStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	m := newBigramModel()
	if _, err := bigramSearch.run(ctx, m, bigramFirst); !errors.Is(err, context.Canceled) || m.steps != 0 {
		t.Errorf("%v after %d steps", err, m.steps)
	}
}

func TestThreeTokensAreNotRepeated(t *testing.T) {
	if !repeats([]int64{5, 6, 7, 8, 5, 6}, 7) || repeats([]int64{5, 6, 7, 8, 5, 6}, 8) || repeats([]int64{5, 6}, 7) {
		t.Error("repeats")
	}
}
