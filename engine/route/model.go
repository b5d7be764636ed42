package route

import (
	_ "embed"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"sync"
)

// weights is the weights file that `scilit-eval routing --train` writes. models/router/README.md is
// the model card.
//
//go:embed weights.bin
var weights string

// A Model computes the discipline probabilities of a text as a linear function of its terms. It is
// safe for concurrent use.
type Model struct {
	ids         map[string]int32
	terms       []string
	rows        []float64 // weights, len(disciplines) per term
	bias        []float64
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
	Bias        []float64    `json:"bias"`
	Temperature float64      `json:"temperature"`
	Advantage   []float64    `json:"advantage"`
}

func (h header) fits() bool {
	return slices.Equal(h.Disciplines, disciplines) && len(h.Bias) == len(disciplines) &&
		len(h.Advantage) == len(disciplines) &&
		h.Terms > 0 && h.Temperature > 0
}

// parseModel parses a weights file: a line of JSON, one term per line, a little-endian float32
// scale per row, and the rows as signed bytes.
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
	width := len(disciplines)
	if len(lines) != h.Terms+1 || len(lines[h.Terms]) != h.Terms*(4+width) {
		return nil, fmt.Errorf("the file does not contain %d terms for %d disciplines", h.Terms, width)
	}
	m := &Model{terms: lines[:h.Terms], bias: h.Bias, temperature: h.Temperature, advantage: h.Advantage,
		ids: make(map[string]int32, h.Terms)}
	scales, numbers := lines[h.Terms][:4*h.Terms], lines[h.Terms][4*h.Terms:]
	m.rows = make([]float64, len(numbers))
	for i, term := range m.terms {
		m.ids[term] = int32(i)
		scale := float64(math.Float32frombits(binary.LittleEndian.Uint32([]byte(scales[4*i : 4*i+4]))))
		for j := range width {
			m.rows[i*width+j] = scale * float64(int8(numbers[i*width+j]))
		}
	}
	return m, nil
}

// WriteTo writes the weights file. It implements io.WriterTo.
func (m *Model) WriteTo(w io.Writer) (int64, error) {
	line, err := json.Marshal(header{disciplines, len(m.terms), m.bias, m.temperature, m.advantage})
	if err != nil {
		return 0, err
	}
	data := append(line, '\n')
	for _, term := range m.terms {
		data = append(data, term+"\n"...)
	}
	var numbers []byte
	for i := range m.terms {
		row := m.row(int32(i))
		scale := float32(largest(row) / 127)
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(scale))
		for _, weight := range row {
			numbers = append(numbers, byte(int8(math.Round(weight/float64(scale)))))
		}
	}
	n, err := w.Write(append(data, numbers...))
	return int64(n), err
}

func largest(row []float64) float64 {
	most := 1e-9
	for _, weight := range row {
		most = max(most, math.Abs(weight))
	}
	return most
}

func (m *Model) row(id int32) []float64 {
	return m.rows[int(id)*len(disciplines):][:len(disciplines)]
}

func (m *Model) id(term string) (int32, bool) {
	id, known := m.ids[term]
	return id, known
}

// probabilities returns the probability of each discipline, in order.
func (m *Model) probabilities(found []feature) []float64 { return m.shares(m.sums(found)) }

// sums returns the sum of the weights for each discipline.
func (m *Model) sums(found []feature) []float64 {
	sums := slices.Clone(m.bias)
	for _, f := range found {
		for j, weight := range m.row(f.id) {
			sums[j] += f.value * weight
		}
	}
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
