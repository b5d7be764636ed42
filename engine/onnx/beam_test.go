package onnx

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A table is a language model in which the last token says what follows.
type table struct {
	next  map[int64][]float32
	texts [][]int64 // what each row holds
	steps int
}

func (m *table) extend(rows []int, tokens []int64) ([][]float32, error) {
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

// Tokens: 0 ends, 1 is the mark, 2 and 3 are words, 4 is never to be written.
func newTable() *table {
	return &table{next: map[int64][]float32{
		1: logs(.9, .02, .04, .02, .02),
		2: logs(.2, .05, .05, .1, .6),
		3: logs(.01, .9, .05, .02, .02),
	}}
}

var (
	tableFirst = logs(.1, .05, .5, .3, .05)
	tableRules = rules{
		width:     2,
		maxTokens: 6,
		penalty:   1,
		stop:      0,
		once:      []int64{1},
		never:     []int64{4},
		begins:    [][]int64{nil},
	}
)

func TestABeamFindsWhatGreedMisses(t *testing.T) {
	beams, err := beamSearch(context.Background(), newTable(), tableFirst, tableRules)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int64{3, 1}, beams[0].ids); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	greedy := tableRules
	greedy.width = 1
	beams, err = beamSearch(context.Background(), newTable(), tableFirst, greedy)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int64{2, 3, 1}, beams[0].ids); diff != "" {
		t.Errorf("greedy (-want +got):\n%s", diff)
	}
}

func TestEveryTextHasTheMarkOnceAndNothingForbidden(t *testing.T) {
	wide := tableRules
	wide.width = 5
	beams, err := beamSearch(context.Background(), newTable(), tableFirst, wide)
	if err != nil || len(beams) < 3 {
		t.Fatalf("%d texts, %v", len(beams), err)
	}
	for _, b := range beams {
		count := map[int64]int{}
		for _, id := range b.ids {
			count[id]++
		}
		if count[1] != 1 || count[4] != 0 || count[0] != 0 {
			t.Errorf("text %v", b.ids)
		}
	}
}

func TestBeamsGoOnFromTheirOwnRows(t *testing.T) {
	m := newTable()
	r := tableRules
	r.maxTokens = 3
	check := checkedRows{t, m}
	if _, err := beamSearch(context.Background(), check, tableFirst, r); err != nil {
		t.Fatal(err)
	}
}

// checkedRows holds that the model's rows and the beams have the same texts:
// a row that goes on with a token must be one that this token may follow.
type checkedRows struct {
	t *testing.T
	m *table
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
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	m := newTable()
	if _, err := beamSearch(ctx, m, tableFirst, tableRules); !errors.Is(err, context.Canceled) || m.steps != 0 {
		t.Errorf("%v after %d steps", err, m.steps)
	}
}

func TestThreeTokensAreNotRepeated(t *testing.T) {
	if !repeats([]int64{5, 6, 7, 8, 5, 6}, 7) || repeats([]int64{5, 6, 7, 8, 5, 6}, 8) || repeats([]int64{5, 6}, 7) {
		t.Error("repeats")
	}
}

func TestAWantedWordIsFoundUntilItIsThere(t *testing.T) {
	r := tableRules
	r.wanted, r.bonus = []wanted{{{3}}}, 3
	beams, err := beamSearch(context.Background(), newTable(), append([]float32{}, tableFirst...), r)
	if err != nil {
		t.Fatal(err)
	}
	if !within(beams[0].ids, []int64{3}) {
		t.Errorf("the wanted word is not in %v", beams[0].ids)
	}
	scores := make([]float32, 5)
	r.encourage(beam{ids: []int64{2, 3}}, scores)
	if scores[3] != 0 {
		t.Error("a word that is there is still wanted")
	}
}

func TestATextBeginsAsItIsTold(t *testing.T) {
	r := tableRules
	r.begins = [][]int64{{1}}
	beams, err := beamSearch(context.Background(), newTable(), tableFirst, r)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range beams {
		if len(b.ids) == 0 || b.ids[0] != 1 {
			t.Errorf("%v", b.ids)
		}
	}
}
