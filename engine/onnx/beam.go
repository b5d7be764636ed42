package onnx

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// A beam is a partial text.
type beam struct {
	ids   []int64
	score float64 // sum of token log probabilities and bonuses
	row   int     // row of the decoder's cache, which holds all tokens but the last
	group int     // index into rules.begins
	state state   // grammar state
}

// rules configure a beam search.
type rules struct {
	width     int       // beams kept per beginning at each step; 1 is greedy
	maxTokens int       // maximum length of a text
	penalty   float64   // finished texts are ranked by score / tokens^penalty
	begins    [][]int64 // alternative first tokens of a text; an empty list allows any
	stop      int64     // the token that ends a text
	once      []int64   // a text contains exactly one of these
	never     []int64
	wanted    []wanted
	bonus     float32 // added to the score of tokens that begin a keyword
	grammar   grammar // nil for no restriction
}

// A stepper is a language model that has read the prompt. extend appends one token to each text;
// rows[i] is the row of the previous call that text i continues. It returns the log probabilities
// of the next tokens, one row per text, valid until the next call.
type stepper interface {
	extend(rows []int, tokens []int64) ([][]float32, error)
}

// beamSearch returns the most likely continuations of a prompt, best first, with at most r.width
// texts per beginning. first holds the log probabilities of the first token. The search checks ctx
// before each step.
func beamSearch(ctx context.Context, m stepper, first []float32, r rules) ([]beam, error) {
	alive, scores := r.start(first)
	done := make([][]beam, len(r.begins))
	for step := range r.maxTokens {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		alive = r.advance(alive, scores, done)
		if len(alive) == 0 {
			break
		}
		rows, tokens := make([]int, len(alive)), make([]int64, len(alive))
		for i, b := range alive {
			rows[i], tokens[i] = b.row, b.ids[len(b.ids)-1]
			if step == 0 {
				rows[i] = 0 // all continue the prompt
			}
		}
		var err error
		if scores, err = m.extend(rows, tokens); err != nil {
			return nil, err
		}
	}
	return r.found(done), nil
}

// start returns one empty beam per beginning, with the scores of its first token.
func (r rules) start(first []float32) (alive []beam, scores [][]float32) {
	for i := range r.begins {
		b := beam{group: i}
		if r.grammar != nil {
			b.state = r.grammar.start()
		}
		alive, scores = append(alive, b), append(scores, slices.Clone(first))
	}
	return alive, scores
}

// found returns the best finished texts of all beginnings, sorted.
func (r rules) found(done [][]beam) (all []beam) {
	for _, texts := range done {
		r.sort(texts)
		all = append(all, texts[:min(len(texts), r.width)]...)
	}
	r.sort(all)
	return all
}

func (r rules) sort(texts []beam) {
	slices.SortStableFunc(texts, func(a, b beam) int { return cmp.Compare(r.value(b), r.value(a)) })
}

// forced returns the next token if the beginning prescribes it.
func (r rules) forced(b beam) (move, bool) {
	begin := r.begins[b.group]
	if len(b.ids) >= len(begin) {
		return move{}, false
	}
	token := begin[len(b.ids)]
	return move{token, r.after(b.state, token)}, true
}

// after returns the grammar state after a prescribed token.
func (r rules) after(s state, token int64) state {
	if r.grammar == nil {
		return s
	}
	for _, m := range r.grammar.moves(s) {
		if m.token == token {
			return m.next
		}
	}
	return s
}

func (r rules) value(b beam) float64 {
	return b.score / math.Pow(float64(max(1, len(b.ids))), r.penalty)
}

// settled reports whether no unfinished text can still become one of the best.
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

// advance extends the beams of each beginning by their most likely next tokens, and appends
// finished texts to done.
func (r rules) advance(beams []beam, scores [][]float32, done [][]beam) (alive []beam) {
	next := make([][]beam, len(r.begins))
	for row, b := range beams {
		r.encourage(b, scores[row])
		for _, m := range r.best(b, scores[row]) {
			ids := append(slices.Clip(b.ids), m.token)
			next[b.group] = append(
				next[b.group],
				beam{ids, b.score + float64(scores[row][m.token]), row, b.group, m.next},
			)
		}
	}
	for group, texts := range next {
		slices.SortStableFunc(texts, func(a, b beam) int { return cmp.Compare(b.score, a.score) })
		on, finished := r.part(texts)
		done[group] = append(done[group], finished...)
		if len(on) > 0 && !r.settled(on, done[group]) {
			alive = append(alive, on...)
		}
	}
	return alive
}

// part divides texts, sorted by score, into unfinished and finished ones.
func (r rules) part(texts []beam) (alive, finished []beam) {
	for rank, b := range texts {
		last := len(b.ids) - 1
		switch {
		case b.ids[last] != r.stop:
			alive = append(alive, b)
		case rank < r.width: // ignore an unlikely end
			b.ids = b.ids[:last]
			finished = append(finished, b)
		}
		if len(alive) == r.width {
			break
		}
	}
	return alive, finished
}

// best returns the width+1 most likely next tokens of a beam, since one of them can be the stop.
func (r rules) best(b beam, scores []float32) []move {
	if only, ok := r.forced(b); ok {
		return []move{only}
	}
	marked := slices.ContainsFunc(b.ids, func(id int64) bool { return slices.Contains(r.once, id) })
	var top []move
	consider := func(m move) {
		score := scores[m.token]
		if len(top) > r.width && score <= scores[top[r.width].token] || !r.allows(b, m.token, marked) {
			return
		}
		at, _ := slices.BinarySearchFunc(top, score, func(other move, s float32) int {
			if scores[other.token] >= s {
				return -1
			}
			return 1
		})
		top = slices.Insert(top, at, m)
		top = top[:min(len(top), r.width+1)]
	}
	if r.grammar == nil {
		for id := range scores {
			consider(move{token: int64(id)})
		}
		return top
	}
	for _, m := range r.grammar.moves(b.state) {
		consider(m)
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

// repeats reports whether appending id would repeat a trigram.
func repeats(ids []int64, id int64) bool {
	n := len(ids)
	for i := 2; i < n; i++ {
		if ids[i] == id && ids[i-1] == ids[n-1] && ids[i-2] == ids[n-2] {
			return true
		}
	}
	return false
}
