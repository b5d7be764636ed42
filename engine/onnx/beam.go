package onnx

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// A beam is one beginning of a text.
type beam struct {
	ids   []int64
	score float64 // sum of the log probabilities of its tokens, and of what encourage adds
	row   int     // of the decoder's memory that holds all but its last token
}

// rules say which texts a search may find.
type rules struct {
	width   int     // beams that go on at each step; 1 is greedy
	most    int     // tokens of a text
	penalty float64 // finished texts are compared by score / tokens^penalty
	begin   []int64 // tokens that each text begins with
	stop    int64   // the token that ends a text
	once    []int64 // one of these must be in a text, once
	never   []int64
	wanted  []wanted
	bonus   float32 // for what begins one of wanted
}

// A stepper is a language model that has read the prompt. extend adds one
// token to each of several texts, each going on from a row of the last call,
// and gives the log probabilities of what may follow, a row each. The rows
// belong to the stepper and hold until the next call.
type stepper interface {
	extend(rows []int, tokens []int64) ([][]float32, error)
}

// search finds the likeliest texts behind a prompt, best first: beam search,
// at most r.width texts. first are the log probabilities behind the prompt. It
// looks at ctx before each step.
func search(ctx context.Context, m stepper, first []float32, r rules) ([]beam, error) {
	alive, scores, err := r.start(m, first)
	if err != nil {
		return nil, err
	}
	var done []beam
	for range r.most - len(r.begin) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var finished []beam
		alive, finished = r.advance(alive, scores)
		done = append(done, finished...)
		if len(alive) == 0 || r.settled(alive, done) {
			break
		}
		rows, tokens := make([]int, len(alive)), make([]int64, len(alive))
		for i, b := range alive {
			rows[i], tokens[i] = b.row, b.ids[len(b.ids)-1]
		}
		if scores, err = m.extend(rows, tokens); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(done, func(a, b beam) int { return cmp.Compare(r.value(b), r.value(a)) })
	return done[:min(len(done), r.width)], nil
}

// start gives the one text that is there before the search, and what may follow.
func (r rules) start(m stepper, first []float32) (alive []beam, scores [][]float32, err error) {
	b, scores := beam{}, [][]float32{first}
	for _, token := range r.begin {
		b.ids, b.score = append(b.ids, token), b.score+float64(scores[0][token])
		if scores, err = m.extend([]int{0}, []int64{token}); err != nil {
			return nil, nil, err
		}
	}
	return []beam{b}, scores, nil
}

func (r rules) value(b beam) float64 {
	return b.score / math.Pow(float64(max(1, len(b.ids))), r.penalty)
}

// settled tells that no text that goes on can become one of the best.
func (r rules) settled(alive, done []beam) bool {
	if len(done) < r.width {
		return false
	}
	values := make([]float64, len(done))
	for i, b := range done {
		values[i] = r.value(b)
	}
	slices.Sort(values)
	return r.value(alive[0]) < values[len(values)-r.width]
}

// advance adds the likeliest next tokens to beams.
func (r rules) advance(beams []beam, scores [][]float32) (alive, finished []beam) {
	var next []beam
	for row, b := range beams {
		r.encourage(b, scores[row])
		for _, token := range r.best(b, scores[row]) {
			ids := append(slices.Clip(b.ids), token)
			next = append(next, beam{ids: ids, score: b.score + float64(scores[row][token]), row: row})
		}
	}
	slices.SortStableFunc(next, func(a, b beam) int { return cmp.Compare(b.score, a.score) })
	for rank, b := range next {
		last := len(b.ids) - 1
		switch {
		case b.ids[last] != r.stop:
			alive = append(alive, b)
		case rank < r.width: // an end that is unlikely is none
			b.ids = b.ids[:last]
			finished = append(finished, b)
		}
		if len(alive) == r.width {
			break
		}
	}
	return alive, finished
}

// best are the tokens that may follow a beam, the likeliest first: as many as
// could be needed, which is one more than the width, for the stop.
func (r rules) best(b beam, scores []float32) []int64 {
	marked := slices.ContainsFunc(b.ids, func(id int64) bool { return slices.Contains(r.once, id) })
	var top []int64
	for id, score := range scores {
		if len(top) > r.width && score <= scores[top[r.width]] || !r.allows(b, int64(id), marked) {
			continue
		}
		at, _ := slices.BinarySearchFunc(top, score, func(other int64, s float32) int {
			if scores[other] >= s {
				return -1
			}
			return 1
		})
		top = slices.Insert(top, at, int64(id))
		top = top[:min(len(top), r.width+1)]
	}
	return top
}

func (r rules) allows(b beam, id int64, marked bool) bool {
	switch {
	case id == r.stop:
		return marked
	case slices.Contains(r.once, id):
		return !marked
	}
	return !slices.Contains(r.never, id) && !repeats(b.ids, id)
}

// repeats reports whether id would end three tokens that are in ids already.
func repeats(ids []int64, id int64) bool {
	n := len(ids)
	for i := 2; i < n; i++ {
		if ids[i] == id && ids[i-1] == ids[n-1] && ids[i-2] == ids[n-2] {
			return true
		}
	}
	return false
}
