//go:build cgo

package onnx

import (
	"context"
	"fmt"
	"slices"
)

// A decoder is a language model in an onnxruntime session. It is safe for concurrent use: each prompt
// has its own kvCache.
type decoder struct {
	session
	model *Model
}

// decoderThreads is the number of threads of a run. More of them gain little for a network of this size.
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
	session, err := openSession(m.path(m.Network), decoderThreads, inputs, outputs)
	if err != nil {
		return nil, err
	}
	return &decoder{session, m}, nil
}

// A kvCache holds the keys and values of a prompt and of the texts that continue it. Each cache has
// the shape [rows, heads, room, head] and is updated in place.
type kvCache struct {
	d      *decoder
	room   int // capacity of a row, in tokens
	prompt int
	length int // tokens in use per row
	spread int // number of rows that contain the prompt
	caches [][]float32
	scores []float32
	spare  []float32 // buffer for rows being moved
}

var _ stepper = (*kvCache)(nil)

// chunkTokens is the maximum number of prompt tokens processed between checks of the context.
const chunkTokens = 64

// read runs a prompt through the network and reserves room for rows texts of at most maxTokens
// tokens. It returns the log probabilities of the token after the prompt.
func (d *decoder) read(ctx context.Context, prompt []int64, rows, maxTokens int) (*kvCache, []float32, error) {
	m := d.model
	r := &kvCache{d: d, room: len(prompt) + maxTokens, prompt: len(prompt), spread: 1}
	if len(prompt) == 0 || r.room > m.MaxTokens {
		return nil, nil, fmt.Errorf(
			"a prompt of %d tokens and a text of %d exceed the limit of the model, %d", len(prompt), maxTokens,
			m.MaxTokens,
		)
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

// stride returns the number of floats in a cache row.
func (r *kvCache) stride() int { return r.d.model.KVHeads * r.room * r.d.model.Head }

// extend implements stepper.
func (r *kvCache) extend(rows []int, tokens []int64) ([][]float32, error) {
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

// rearrange copies rows so that row i continues rows[i]. All rows share the prompt, so only new
// rows get a copy of it.
func (r *kvCache) rearrange(rows []int) {
	for _, cache := range r.caches {
		r.move(cache, rows)
	}
	r.spread = max(r.spread, len(rows))
}

func (r *kvCache) move(cache []float32, rows []int) {
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

// run feeds the next tokens to the network, the same number for each row.
func (r *kvCache) run(tokens []int64, rows int) error {
	m, count := r.d.model, int64(rows)
	length := r.length + len(tokens)/rows
	lengths := make([]int32, rows)
	for i := range lengths {
		lengths[i] = int32(length) - 1
	}
	var t tensors
	defer t.free()
	addTensor(&t, tokens, count, int64(len(tokens))/count)
	addTensor(&t, lengths, count)
	addTensor(&t, []int32{int32(length)}, 1)
	addTensor(&t, r.scores[:rows*m.Vocabulary], count, int64(m.Vocabulary))
	for _, cache := range r.caches {
		addTensor(&t, cache[:rows*r.stride()], count, int64(m.KVHeads), int64(r.room), int64(m.Head))
	}
	if t.err != nil {
		return t.err
	}
	const inputs = 3 // the outputs that follow are also inputs, except the scores
	if err := r.d.session.Run(slices.Concat(t.values[:inputs], t.values[inputs+1:]), t.values[inputs:]); err != nil {
		return err
	}
	r.length = length
	return nil
}
