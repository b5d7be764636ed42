package route

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"sync"
)

// weights is the weights file written by `scilit-eval routing --train`. models/router/README.md is the
// model card.
//
//go:embed weights.bin
var weights string

// A Model computes the discipline probabilities of a text as a linear function of its terms. It is
// safe for concurrent use.
type Model struct {
	ids         map[string]int32
	terms       []string
	rows        table     // weights of the terms
	semantic    table     // weights of the dimensions of a static vector, and of a constant
	temperature float64   // divisor of the sums, which calibrates the confidence
	advantage   []float64 // added to each scaled sum; fitted on texts that were not used for training
}

// Default returns the embedded model.
func Default() *Model { return builtIn() }

var builtIn = sync.OnceValue(func() *Model {
	m, err := parseModel(weights)
	if err != nil {
		panic("engine/route: weights.bin: " + err.Error()) // unreachable unless the binary is broken
	}
	return m
})

// A header is the first line of a weights file.
type header struct {
	Disciplines []Discipline `json:"disciplines"`
	Terms       int          `json:"terms"`
	Semantic    int          `json:"semantic"` // rows of the weights of static vectors
	Temperature float64      `json:"temperature"`
	Advantage   []float64    `json:"advantage"`
}

func (h header) fits() bool {
	return slices.Equal(h.Disciplines, disciplines) && len(h.Advantage) == len(disciplines) && h.Terms > 0 &&
		h.Semantic == semanticRows() && h.Temperature > 0
}

// parseModel parses a weights file: a line of JSON, one term per line, and the tables of the terms and
// of the static vectors.
func parseModel(data string) (*Model, error) {
	line, data, _ := strings.Cut(data, "\n")
	var h header
	if err := json.Unmarshal([]byte(line), &h); err != nil {
		return nil, err
	}
	if !h.fits() {
		return nil, errors.New("the header does not match this version of the program")
	}
	lines := strings.SplitN(data, "\n", h.Terms+1)
	ofTerms := h.Terms * bytesPerRow()
	if len(lines) != h.Terms+1 || len(lines[h.Terms]) != ofTerms+h.Semantic*bytesPerRow() {
		return nil, fmt.Errorf("the file does not contain %d terms for %d disciplines", h.Terms, len(disciplines))
	}
	m := &Model{terms: lines[:h.Terms], temperature: h.Temperature, advantage: h.Advantage,
		rows: parseTable(lines[h.Terms][:ofTerms]), semantic: parseTable(lines[h.Terms][ofTerms:]),
		ids: make(map[string]int32, h.Terms)}
	for i, term := range m.terms {
		m.ids[term] = int32(i)
	}
	return m, nil
}

// WriteTo writes the weights file. It implements io.WriterTo.
func (m *Model) WriteTo(w io.Writer) (int64, error) {
	h := header{disciplines, len(m.terms), semanticRows(), m.temperature, m.advantage}
	line, err := json.Marshal(h)
	if err != nil {
		return 0, err
	}
	data := append(line, '\n')
	for _, term := range m.terms {
		data = append(data, term+"\n"...)
	}
	n, err := w.Write(m.semantic.appendTo(m.rows.appendTo(data)))
	return int64(n), err
}

func (m *Model) id(term string) (int32, bool) {
	id, known := m.ids[term]
	return id, known
}

// sums returns the sum of the weights for each discipline.
func (m *Model) sums(e evidence) []float64 {
	sums := make([]float64, len(disciplines))
	m.rows.add(sums, e.features)
	m.semantic.add(sums, e.vector)
	return sums
}

// shares converts the sums of the disciplines to probabilities.
func (m *Model) shares(sums []float64) []float64 {
	shares := make([]float64, len(sums))
	for j, sum := range sums {
		shares[j] = sum/m.temperature + m.advantage[j]
	}
	softmax(shares)
	return shares
}

// softmax converts sums to probabilities in place.
func softmax(sums []float64) {
	most, total := slices.Max(sums), 0.0
	for j, sum := range sums {
		sums[j] = math.Exp(sum - most)
		total += sums[j]
	}
	for j := range sums {
		sums[j] /= total
	}
}
