package onnx

import (
	"context"
	_ "embed"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// staticData holds the word vectors made by models/train/static.py; the model card is
// models/static-minilm/README.md. It is embedded so that every binary has an embedder.
//
//go:embed static-minilm.bin
var staticData string

// staticID is the name of staticData and the first eight digits of its SHA-256.
const staticID = "static-minilm:94659a3e"

// A StaticEmbedder returns the mean vector of a text's word pieces (Model2Vec). It runs no network
// and ignores word order. It is pure Go, takes microseconds per text, and is safe for concurrent
// use.
type StaticEmbedder struct {
	id     string
	dim    int
	tokens *Tokenizer
	scales []float32 // one scale per word piece
	rows   string    // dim signed bytes per word piece
}

var _ engine.Embedder = (*StaticEmbedder)(nil)

// Static returns the embedder built into the binary.
func Static() *StaticEmbedder { return builtIn() }

var builtIn = sync.OnceValue(func() *StaticEmbedder {
	s, err := parseStatic(staticID, staticData)
	if err != nil {
		panic("engine/onnx: static-minilm.bin: " + err.Error()) // unreachable unless the binary is broken
	}
	return s
})

// parseStatic parses the embedded format: a line of JSON, the pieces (one per line), a
// little-endian float32 scale per piece, and dim signed bytes per piece.
func parseStatic(id, data string) (*StaticEmbedder, error) {
	line, data, _ := strings.Cut(data, "\n")
	var header struct{ Dim, Pieces int }
	if err := json.Unmarshal([]byte(line), &header); err != nil {
		return nil, err
	}
	if header.Dim <= 0 || header.Pieces <= 0 {
		return nil, errors.New("dim or pieces is missing")
	}
	lines := strings.SplitN(data, "\n", header.Pieces+1)
	if len(lines) != header.Pieces+1 || len(lines[header.Pieces]) != header.Pieces*(4+header.Dim) {
		return nil, fmt.Errorf("the file does not contain %d pieces of %d dimensions", header.Pieces, header.Dim)
	}
	tokens, err := newTokenizer(lines[:header.Pieces])
	if err != nil {
		return nil, err
	}
	numbers := lines[header.Pieces]
	return &StaticEmbedder{
		id:     id,
		dim:    header.Dim,
		tokens: tokens,
		scales: readFloats(numbers[:4*header.Pieces]),
		rows:   numbers[4*header.Pieces:],
	}, nil
}

func readFloats(data string) []float32 {
	bytes := []byte(data)
	floats := make([]float32, len(bytes)/4)
	for i := range floats {
		floats[i] = math.Float32frombits(binary.LittleEndian.Uint32(bytes[4*i:]))
	}
	return floats
}

// ID returns the name of the word vectors and the first eight digits of their SHA-256.
func (s *StaticEmbedder) ID() string { return s.id }

// Dim returns the length of a vector.
func (s *StaticEmbedder) Dim() int { return s.dim }

// Embed returns one unit vector of Dim floats per text, or zeros for a text without words. Texts
// are not truncated.
func (s *StaticEmbedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	var ids []int64
	for i, text := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		ids = s.tokens.appendPieces(ids[:0], text, math.MaxInt)
		vectors[i] = normalise(s.sum(ids))
	}
	return vectors, nil
}

// sum adds up the vectors of pieces.
func (s *StaticEmbedder) sum(ids []int64) []float32 {
	v := make([]float32, s.dim)
	for _, id := range ids {
		scale := s.scales[id]
		row := s.rows[int(id)*s.dim:][:s.dim]
		for i := range v {
			v[i] += scale * float32(int8(row[i]))
		}
	}
	return v
}

// Fast reports that the embedder needs only microseconds per text.
func (*StaticEmbedder) Fast() bool { return true }
