package eval

import (
	"bufio"
	_ "embed" // needed for the go:embed directive
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/route"
)

// A Statement is a sentence of a published paper whose discipline is known.
type Statement struct {
	Discipline route.Discipline `json:"discipline"`
	Sentence   string           `json:"sentence"`
	Context    []string         `json:"context"` // sentences before the statement, oldest first
	Title      string           `json:"title"`   // title of the paper
	Source     string           `json:"source"`
	Licence    string           `json:"licence"`
	Cites      bool             `json:"cites"` // whether the sentence contains a citation
}

// ReadJSONLines reads JSON values, one per line. The input may be compressed, and name identifies
// it in errors.
func ReadJSONLines[T any](r io.Reader, name string) (all []T, err error) {
	plain, err := decompressed(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	decoder := json.NewDecoder(bufio.NewReader(plain))
	for {
		var value T
		if err := decoder.Decode(&value); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, fmt.Errorf("%s: record %d: %w", name, len(all)+1, err)
		}
		all = append(all, value)
	}
}

// RoutingForms lists the forms in which a statement is routed: the sentence alone, the sentence
// with its context, and both with the title of the paper.
var RoutingForms = []string{"sentence", "context", "title"}

// A RoutingReport measures how often the router selects the repository that covers a claim's
// discipline.
type RoutingReport struct {
	N     int                    `json:"n"`
	Forms map[string]RoutingForm `json:"forms"`
}

// A RoutingForm contains the results for one form of the claims.
type RoutingForm struct {
	Primary    float64  `json:"primary"`    // share of claims whose first repository is correct
	Interval   Interval `json:"interval"`   // 95 % bootstrap interval of Primary
	Either     float64  `json:"either"`     // share of claims whose first or second repository is correct
	Discipline float64  `json:"discipline"` // share of claims whose discipline is predicted correctly
	// OfDiscipline is the 95 % bootstrap interval of Discipline.
	OfDiscipline Interval     `json:"of_discipline"`
	Brier        float64      `json:"brier"` // Brier score of the router's confidence
	Bins         []RoutingBin `json:"bins"`
	// Confusion counts claims by true and then by predicted discipline. Repositories counts them by
	// correct and then by selected first repository.
	Confusion    map[route.Discipline]map[route.Discipline]int `json:"confusion"`
	Repositories map[string]map[string]int                     `json:"repositories"`
}

// A RoutingBin compares the mean confidence of N claims with the share of them that are routed
// correctly. From is the lower bound of their confidence.
type RoutingBin struct {
	From       float64 `json:"from"`
	N          int     `json:"n"`
	Confidence float64 `json:"confidence"`
	Right      float64 `json:"right"`
}

// MeasureRouting routes each statement in each form and measures the results.
func MeasureRouting(m *route.Model, statements []Statement) RoutingReport {
	r := RoutingReport{N: len(statements), Forms: make(map[string]RoutingForm)}
	for _, form := range RoutingForms {
		r.Forms[form] = measureForm(m, statements, form)
	}
	return r
}

// Claim returns the statement as a claim, in one of RoutingForms.
func (s Statement) Claim(form string) route.Claim {
	c := route.Claim{Text: s.Sentence}
	if form != "sentence" {
		c.Context = s.Context
	}
	if form == "title" {
		c.Title = s.Title
	}
	return c
}

func measureForm(m *route.Model, statements []Statement, form string) RoutingForm {
	f := RoutingForm{
		Confusion:    make(map[route.Discipline]map[route.Discipline]int),
		Repositories: make(map[string]map[string]int), Bins: newRoutingBins(),
	}
	right, likeliest := make([]float64, len(statements)), make([]float64, len(statements))
	n := float64(max(1, len(statements)))
	for i, s := range statements {
		chosen, want := m.Route(s.Claim(form)), s.Discipline.Primary()
		if chosen.Primary == want {
			right[i] = 1
			f.Primary += 1 / n
		}
		if chosen.Primary == want || chosen.Secondary == want {
			f.Either += 1 / n
		}
		found := likeliestDiscipline(chosen)
		if found == s.Discipline {
			likeliest[i] = 1
			f.Discipline += 1 / n
		}
		count(f.Confusion, s.Discipline, found)
		count(f.Repositories, want, chosen.Primary)
		f.Brier += (chosen.Confidence - right[i]) * (chosen.Confidence - right[i]) / n
		addToBin(f.Bins, chosen.Confidence, right[i])
	}
	f.Interval, f.OfDiscipline = Bootstrap(right), Bootstrap(likeliest)
	f.Bins = closedBins(f.Bins)
	return f
}

func likeliestDiscipline(r route.Route) route.Discipline {
	if len(r.Disciplines) == 0 {
		return ""
	}
	return r.Disciplines[0].Discipline
}

func count[K comparable](table map[K]map[K]int, row, column K) {
	if table[row] == nil {
		table[row] = make(map[K]int)
	}
	table[row][column]++
}

const routingBins = 5

func newRoutingBins() []RoutingBin {
	bins := make([]RoutingBin, routingBins)
	for i := range bins {
		bins[i].From = float64(i) / routingBins
	}
	return bins
}

func addToBin(bins []RoutingBin, confidence, right float64) {
	b := &bins[min(int(confidence*routingBins), routingBins-1)]
	b.N++
	b.Confidence += confidence
	b.Right += right
}

// closedBins divides the sums in each bin by the number of claims.
func closedBins(bins []RoutingBin) []RoutingBin {
	for i := range bins {
		n := float64(max(1, bins[i].N))
		bins[i].Confidence /= n
		bins[i].Right /= n
	}
	return bins
}

//go:embed testdata/routing.jsonl
var routingStatements string

// RoutingStatements returns the 400 statements that the published figures are measured on.
func RoutingStatements() ([]Statement, error) {
	return ReadJSONLines[Statement](strings.NewReader(routingStatements), "routing.jsonl")
}
