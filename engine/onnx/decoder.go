//go:build cgo

package onnx

import (
	"context"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/engine/onnx/ort"
)

// A decoder is a language model with a key-value cache in an onnxruntime
// session. It is safe for concurrent use; each reading has its own cache.
type decoder struct {
	session *ort.Session
	model   *Model
}

// Two threads: a sentence is waited for, and more bring little at its size.
const decoderThreads = 2

func openDecoder(library string, m *Model) (*decoder, error) {
	if err := startRuntime(library); err != nil {
		return nil, err
	}
	inputs, outputs := []string{"ids", "lengths", "total"}, []string{"scores"}
	for layer := range m.Layers {
		for _, kv := range []string{"key", "value"} {
			inputs = append(inputs, fmt.Sprintf("past.%d.%s", layer, kv))
			outputs = append(outputs, fmt.Sprintf("present.%d.%s", layer, kv))
		}
	}
	path := m.path(m.Network)
	session, err := openSession(path, decoderThreads, inputs, outputs)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &decoder{session, m}, nil
}

func (d *decoder) close() { closeSession(d.session) }

// A reading is a prompt that a decoder has read, and the texts behind it. The
// cache of a layer's keys, and of its values, is rows by heads by room by
// floats of a head; the network adds to it where it is.
type reading struct {
	d      *decoder
	room   int // tokens that a row can hold
	prompt int
	length int // tokens that each row holds
	spread int // rows that hold the prompt
	caches [][]float32
	scores []float32
	spare  []float32 // for rows on their way from one place to another
}

var _ stepper = (*reading)(nil)

// chunkTokens is how much of a prompt is read between two looks at the context.
const chunkTokens = 64

// read reads a prompt, for texts of at most maxTokens tokens, at most rows at a
// time. It gives the log probabilities of the token behind the prompt.
func (d *decoder) read(ctx context.Context, prompt []int64, rows, maxTokens int) (*reading, []float32, error) {
	m := d.model
	r := &reading{d: d, room: len(prompt) + maxTokens, prompt: len(prompt), spread: 1}
	if len(prompt) == 0 || r.room > m.MaxTokens {
		return nil, nil, fmt.Errorf("a prompt of %d tokens and a text of %d do not fit %d", len(prompt), maxTokens, m.MaxTokens)
	}
	for range 2 * m.Layers {
		r.caches = append(r.caches, make([]float32, rows*r.stride()))
	}
	r.scores = make([]float32, rows*m.Vocabulary)
	for r.length < len(prompt) {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		if err := r.run(prompt[r.length:min(len(prompt), r.length+chunkTokens)], 1); err != nil {
			return nil, nil, err
		}
	}
	return r, r.scores[:m.Vocabulary], nil
}

// stride is the size of a row of a cache.
func (r *reading) stride() int { return r.d.model.KVHeads * r.room * r.d.model.Head }

// extend implements stepper.
func (r *reading) extend(rows []int, tokens []int64) ([][]float32, error) {
	r.rearrange(rows)
	if err := r.run(tokens, len(rows)); err != nil {
		return nil, err
	}
	size := r.d.model.Vocabulary
	scores := make([][]float32, len(rows))
	for i := range scores {
		scores[i] = r.scores[i*size : (i+1)*size]
	}
	return scores, nil
}

// rearrange copies rows so that row i goes on from rows[i]. All rows have the
// prompt alike, so that only new ones need it.
func (r *reading) rearrange(rows []int) {
	for _, cache := range r.caches {
		r.move(cache, rows)
	}
	r.spread = max(r.spread, len(rows))
}

func (r *reading) move(cache []float32, rows []int) {
	head := r.d.model.Head
	room, length := r.room*head, r.length*head
	r.spare = r.spare[:0]
	each := func(visit func(to, from []float32)) {
		for i, row := range rows {
			start := r.prompt * head
			if i >= r.spread {
				start = 0
			} else if i == row {
				continue
			}
			for h := range r.d.model.KVHeads {
				to, from := cache[i*r.stride()+h*room:], cache[row*r.stride()+h*room:]
				visit(to[start:length], from[start:length])
			}
		}
	}
	each(func(_, from []float32) { r.spare = append(r.spare, from...) })
	rest := r.spare
	each(func(to, _ []float32) { rest = rest[copy(to, rest):] })
}

// run lets the network read the next tokens of rows, as many for each.
func (r *reading) run(tokens []int64, rows int) error {
	m, count := r.d.model, int64(rows)
	length := r.length + len(tokens)/rows
	lengths := make([]int32, rows)
	for i := range lengths {
		lengths[i] = int32(length) - 1
	}
	inputs := []ort.Tensor{
		ort.NewTensor(tokens, count, int64(len(tokens))/count),
		ort.NewTensor(lengths, count),
		ort.NewTensor([]int32{int32(length)}, 1),
	}
	outputs := []ort.Tensor{ort.NewTensor(r.scores[:rows*m.Vocabulary], count, int64(m.Vocabulary))}
	for _, cache := range r.caches {
		both := ort.NewTensor(cache[:rows*r.stride()], count, int64(m.KVHeads), int64(r.room), int64(m.Head))
		inputs, outputs = append(inputs, both), append(outputs, both)
	}
	if err := r.d.session.Run(inputs, outputs); err != nil {
		return err
	}
	r.length = length
	return nil
}
