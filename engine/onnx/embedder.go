package onnx

import (
	"context"
	"fmt"
	"math"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// An Embedder runs an embedding network, which is loaded for the first text and closed when idle.
// It is safe for concurrent use and runs one text per core, across all callers.
type Embedder struct{ *resident[*encoder] }

var _ engine.Embedder = (*Embedder)(nil)

// Open returns an Embedder for the result of Locate, without loading it. It fails if a part is
// missing or the binary was built without cgo; damaged files fail at the first text.
func Open(f Location) (*Embedder, error) {
	r, err := openResident(f, newEncoder)
	if err != nil {
		return nil, err
	}
	return &Embedder{r}, nil
}

// Dim returns the length of a vector.
func (e *Embedder) Dim() int { return e.location.Model.Dim }

// Embed returns one unit vector of Dim floats per text. Long texts are truncated to the model's
// limit. It checks ctx between texts.
func (e *Embedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	err := e.each(ctx, len(texts), func(enc *encoder, i int) (err error) {
		vectors[i], err = enc.encode(texts[i])
		return err
	})
	if err != nil {
		return nil, err
	}
	return vectors, nil
}

// An encoder is a loaded embedding network.
type encoder struct {
	*network
	model   *Model
	tokens  *Tokenizer
	zeros   []int64   // segment IDs, all 0 because a text has one segment
	scratch sync.Pool // pool of *room
}

// A room holds the buffers of one run.
type room struct {
	ids    []int64
	hidden []float32
}

func newEncoder(m *Model, library string) (*encoder, error) {
	tokens, network, err := m.load(library, "last_hidden_state")
	if err != nil {
		return nil, fmt.Errorf("embedding model %s: %w", m.Name, err)
	}
	enc := &encoder{model: m, tokens: tokens, network: network, zeros: make([]int64, m.MaxTokens)}
	enc.scratch.New = func() any {
		return &room{ids: make([]int64, 0, m.MaxTokens), hidden: make([]float32, m.MaxTokens*m.Dim)}
	}
	return enc, nil
}

// encode returns the unit vector of a text.
func (enc *encoder) encode(text string) ([]float32, error) {
	r := enc.scratch.Get().(*room)
	defer enc.scratch.Put(r)
	r.ids = enc.tokens.Encode(r.ids[:0], text, enc.model.MaxTokens)
	hidden := r.hidden[:len(r.ids)*enc.model.Dim]
	if err := enc.run(r.ids, enc.zeros[:len(r.ids)], hidden, int64(len(r.ids)), int64(enc.model.Dim)); err != nil {
		return nil, err
	}
	v := make([]float32, enc.model.Dim)
	if enc.model.Pooling == "cls" {
		copy(v, hidden)
	} else {
		sumRows(v, hidden)
	}
	return normalise(v), nil
}

// sumRows adds up the rows of a matrix. The sum has the same direction as the mean.
func sumRows(sum, rows []float32) {
	for ; len(rows) > 0; rows = rows[len(sum):] {
		for i, x := range rows[:len(sum)] {
			sum[i] += x
		}
	}
}

// normalise scales v to unit length. It leaves a zero vector unchanged.
func normalise(v []float32) []float32 {
	square := 0.0
	for _, x := range v {
		square += float64(x) * float64(x)
	}
	if square == 0 {
		return v
	}
	scale := float32(1 / math.Sqrt(square))
	for i := range v {
		v[i] *= scale
	}
	return v
}
