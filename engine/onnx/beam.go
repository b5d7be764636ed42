package onnx

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// A hypothesis is a partial text of a beam search.
type hypothesis struct {
	ids   []int64
	score float64 // sum of the log probabilities of its tokens
	row   int     // row of the decoder's cache, which holds all tokens but the last
	form  int     // index into beamSearch.forms
}

// A beamSearch configures a beam search.
type beamSearch struct {
	width     int     // hypotheses of a form that are kept at each step; 1 is greedy
	maxTokens int     // maximum length of a text
	penalty   float64 // finished texts are ranked by score / tokens^penalty
	forms     []form
	stop      int64   // the token that ends a text
	never     []int64 // tokens that no text contains
}

// A form restricts a text.
type form struct {
	begin []int64 // first tokens of the text
	mark  int64   // token that the text contains exactly once after begin
}

// A stepper is a language model that has read the prompt. extend appends one token to each text;
// rows[i] is the row of the previous call that text i continues. It returns the log probabilities
// of the next tokens, one row for each text, valid until the next call.
type stepper interface {
	extend(rows []int, tokens []int64) ([][]float32, error)
}

// run returns the most probable continuations of a prompt for each form, best first, at most
// s.width of a form. Their begin is not part of them. first holds the log probabilities of the first
// token. The search checks ctx before each step.
func (s beamSearch) run(ctx context.Context, m stepper, first []float32) ([][]hypothesis, error) {
	var alive []hypothesis
	var scores [][]float32
	for i := range s.forms {
		alive, scores = append(alive, hypothesis{form: i}), append(scores, first)
	}
	done := make([][]hypothesis, len(s.forms))
	for step := range s.maxTokens {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		alive = s.advance(alive, scores, done)
		if len(alive) == 0 {
			break
		}
		rows, tokens := make([]int, len(alive)), make([]int64, len(alive))
		for i, h := range alive {
			rows[i], tokens[i] = h.row, h.ids[len(h.ids)-1]
			if step == 0 {
				rows[i] = 0 // all continue the prompt
			}
		}
		var err error
		if scores, err = m.extend(rows, tokens); err != nil {
			return nil, err
		}
	}
	for i, texts := range done {
		s.sort(texts)
		done[i] = texts[:min(len(texts), s.width)]
		for k := range done[i] {
			done[i][k].ids = done[i][k].ids[len(s.forms[i].begin):]
		}
	}
	return done, nil
}

func (s beamSearch) sort(texts []hypothesis) {
	slices.SortStableFunc(texts, func(a, b hypothesis) int { return cmp.Compare(s.value(b), s.value(a)) })
}

// value returns the score of a text with its length penalty.
func (s beamSearch) value(h hypothesis) float64 {
	return h.score / math.Pow(float64(max(1, len(h.ids))), s.penalty)
}

// isSettled reports whether no unfinished text can still become one of the best.
func (s beamSearch) isSettled(alive, done []hypothesis) bool {
	if len(done) < s.width {
		return false
	}
	values := make([]float64, len(done))
	for i, h := range done {
		values[i] = s.value(h)
	}
	slices.Sort(values)
	return s.value(alive[0]) < values[len(values)-s.width]
}

// advance extends the hypotheses of each form by their most probable next tokens, and appends finished
// texts to done.
func (s beamSearch) advance(all []hypothesis, scores [][]float32, done [][]hypothesis) (alive []hypothesis) {
	next := make([][]hypothesis, len(s.forms))
	for row, h := range all {
		for _, token := range s.best(h, scores[row]) {
			score := h.score
			if len(h.ids) >= len(s.forms[h.form].begin) {
				score += float64(scores[row][token])
			}
			next[h.form] = append(next[h.form], hypothesis{append(slices.Clip(h.ids), token), score, row, h.form})
		}
	}
	for form, texts := range next {
		slices.SortStableFunc(texts, func(a, b hypothesis) int { return cmp.Compare(b.score, a.score) })
		unfinished, finished := s.split(texts)
		done[form] = append(done[form], finished...)
		if len(unfinished) > 0 && !s.isSettled(unfinished, done[form]) {
			alive = append(alive, unfinished...)
		}
	}
	return alive
}

// split divides texts, sorted by score, into unfinished and finished ones.
func (s beamSearch) split(texts []hypothesis) (unfinished, finished []hypothesis) {
	for rank, h := range texts {
		last := len(h.ids) - 1
		switch {
		case h.ids[last] != s.stop:
			unfinished = append(unfinished, h)
		case rank < s.width: // an improbable end is ignored
			h.ids = h.ids[:last]
			finished = append(finished, h)
		}
		if len(unfinished) == s.width {
			break
		}
	}
	return unfinished, finished
}

// best returns the width+1 most probable next tokens of a hypothesis, since one of them can be the stop.
func (s beamSearch) best(h hypothesis, scores []float32) []int64 {
	f := s.forms[h.form]
	if len(h.ids) < len(f.begin) {
		return f.begin[len(h.ids) : len(h.ids)+1]
	}
	marked := slices.Contains(h.ids[len(f.begin):], f.mark)
	var top []int64
	for id, score := range scores {
		token := int64(id)
		if len(top) > s.width && score <= scores[top[s.width]] || !s.allows(h, token, marked) {
			continue
		}
		at, _ := slices.BinarySearchFunc(top, score, func(other int64, score float32) int {
			if scores[other] >= score {
				return -1
			}
			return 1
		})
		top = slices.Insert(top, at, token)
		top = top[:min(len(top), s.width+1)]
	}
	return top
}

// allows reports whether a text may continue with a token. marked is set if it has its mark.
func (s beamSearch) allows(h hypothesis, token int64, marked bool) bool {
	switch token {
	case s.stop:
		return marked
	case s.forms[h.form].mark:
		return !marked
	}
	return !slices.Contains(s.never, token) && !repeats(h.ids, token)
}

// repeats reports whether appending a token would repeat three tokens of a text.
func repeats(ids []int64, token int64) bool {
	n := len(ids)
	for i := 2; i < n; i++ {
		if ids[i] == token && ids[i-1] == ids[n-1] && ids[i-2] == ids[n-2] {
			return true
		}
	}
	return false
}
