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

// The word vectors are embedded so that every binary has embedders. staticData is made by
// models/train/static.py, citationsData by models/train/static_citations.py; the model cards are
// models/static-minilm/README.md and models/static-citations/README.md.
var (
	//go:embed static-minilm.bin
	staticData string
	//go:embed static-citations.bin
	citationsData string
)

// The names of the word vectors and the first eight digits of their SHA-256.
const (
	staticID    = "static-minilm:94659a3e"
	citationsID = "static-citations:a4504395"
)

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

// Static returns the embedder built into the binary for comparing sentences: its vectors are close to
// those of a sentence encoder.
func Static() *StaticEmbedder { return sentences() }

// StaticCitations returns the embedder built into the binary for search: its vectors were tuned so that
// a text is close to the papers it should cite. It has the vocabulary of Static.
func StaticCitations() *StaticEmbedder { return citations() }

var sentences = sync.OnceValue(func() *StaticEmbedder { return builtIn(parseStatic(staticID, staticData)) })

var citations = sync.OnceValue(func() *StaticEmbedder {
	return builtIn(parseVectors(citationsID, citationsData, sentences().tokens))
})

// builtIn panics if embedded word vectors are malformed, which only a broken binary has.
func builtIn(s *StaticEmbedder, err error) *StaticEmbedder {
	if err != nil {
		panic("engine/onnx: embedded word vectors: " + err.Error())
	}
	return s
}

type staticHeader struct{ Dim, Pieces int }

// parseHeader parses the line of JSON that embedded word vectors begin with, and returns the rest.
func parseHeader(data string) (h staticHeader, rest string, err error) {
	line, rest, _ := strings.Cut(data, "\n")
	if err := json.Unmarshal([]byte(line), &h); err != nil {
		return h, "", err
	}
	if h.Dim <= 0 || h.Pieces <= 0 {
		return h, "", errors.New("dim or pieces is missing")
	}
	return h, rest, nil
}

// parseStatic parses word vectors with their vocabulary: a line of JSON, the pieces (one per line), a
// little-endian float32 scale per piece, and dim signed bytes per piece.
func parseStatic(id, data string) (*StaticEmbedder, error) {
	h, rest, err := parseHeader(data)
	if err != nil {
		return nil, err
	}
	lines := strings.SplitN(rest, "\n", h.Pieces+1)
	if len(lines) != h.Pieces+1 {
		return nil, fmt.Errorf("the file does not contain %d pieces", h.Pieces)
	}
	tokens, err := newTokenizer(lines[:h.Pieces])
	if err != nil {
		return nil, err
	}
	return newStatic(id, h, tokens, lines[h.Pieces])
}

// parseVectors parses word vectors in the format of parseStatic, but without the pieces, which are
// those of tokens.
func parseVectors(id, data string, tokens *Tokenizer) (*StaticEmbedder, error) {
	h, rest, err := parseHeader(data)
	if err != nil {
		return nil, err
	}
	if pieces := len(tokens.starts) + len(tokens.rest); h.Pieces != pieces {
		return nil, fmt.Errorf("%d pieces, but the vocabulary has %d", h.Pieces, pieces)
	}
	return newStatic(id, h, tokens, rest)
}

func newStatic(id string, h staticHeader, tokens *Tokenizer, numbers string) (*StaticEmbedder, error) {
	if len(numbers) != h.Pieces*(4+h.Dim) {
		return nil, fmt.Errorf("the file does not contain %d vectors of %d dimensions", h.Pieces, h.Dim)
	}
	return &StaticEmbedder{
		id:     id,
		dim:    h.Dim,
		tokens: tokens,
		scales: readFloats(numbers[:4*h.Pieces]),
		rows:   numbers[4*h.Pieces:],
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
