package choice

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"sync"
)

// modelData holds the weights written by models/train/choice/choice.py. The model card is
// models/choice/README.md.
//
//go:embed choice.json
var modelData []byte

// A Model holds the weights of Scores and Shares.
type Model struct {
	Statements map[string]float64          `json:"statements"` // weights by feature name
	Forms      map[Form]map[string]float64 `json:"forms"`

	statements []float64   // weights in the order of FeatureNames
	forms      [][]float64 // weights of each form, in the order of FormFeatureNames
}

// bias is the name of the constant term of a form.
const bias = "bias"

var trained = sync.OnceValue(func() *Model {
	m, err := parseModel(modelData)
	if err != nil {
		panic("engine/choice: choice.json: " + err.Error()) // unreachable unless the binary is broken
	}
	return m
})

// Trained returns the embedded model.
func Trained() *Model { return trained() }

// maxModel is the maximum size of a weights file in bytes.
const maxModel = 1 << 20

// ReadModel reads the output of models/train/choice/choice.py.
func ReadModel(r io.Reader) (*Model, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxModel))
	if err != nil {
		return nil, err
	}
	return parseModel(data)
}

func parseModel(data []byte) (*Model, error) {
	m := new(Model)
	if err := json.Unmarshal(data, m); err != nil {
		return nil, err
	}
	var err, failed error
	m.statements, err = inOrder(m.Statements, FeatureNames())
	if len(m.Forms) != len(AllForms) {
		err = errors.Join(err, fmt.Errorf("the model has %d forms instead of %d", len(m.Forms), len(AllForms)))
	}
	for _, form := range AllForms {
		row, failure := inOrder(m.Forms[form], append([]string{bias}, FormFeatureNames()...))
		m.forms, failed = append(m.forms, row), errors.Join(failed, failure)
	}
	return m, errors.Join(err, failed)
}

// inOrder returns the weights in the order of names. It fails unless the keys of weights are exactly
// those names.
func inOrder(weights map[string]float64, names []string) (row []float64, err error) {
	if len(weights) != len(names) {
		return nil, fmt.Errorf("there are %d weights for %d features", len(weights), len(names))
	}
	for _, name := range names {
		w, ok := weights[name]
		if !ok {
			return nil, fmt.Errorf("the weight of %q is missing from %q", name, slices.Sorted(maps.Keys(weights)))
		}
		row = append(row, w)
	}
	return row, nil
}

// Scores is like the function Scores, but with the weights of m.
func (m *Model) Scores(p Place, w Work) []float64 {
	scores := make([]float64, len(w.Statements))
	rows, parts := featuresOf(p, w)
	for i, features := range rows {
		if scores[i] = unread; features == nil {
			continue
		}
		if scores[i] = dot(m.statements, features); isLesser(parts[i]) {
			scores[i] -= lesserCost
		}
	}
	return scores
}

// Shares returns the probability of each form, in the order of AllForms.
func (m *Model) Shares(p Place, statement string) []float64 {
	features := FormFeatures(p, statement)
	shares, sum := make([]float64, len(AllForms)), 0.0
	for i, row := range m.forms {
		shares[i] = math.Exp(max(-30, min(30, row[0]+dot(row[1:], features))))
		sum += shares[i]
	}
	for i := range shares {
		shares[i] /= sum
	}
	return shares
}

func dot(weights, features []float64) (sum float64) {
	for i, w := range weights {
		sum += w * features[i]
	}
	return sum
}
