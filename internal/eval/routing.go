package eval

import (
	_ "embed" // needed for the go:embed directive
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

// RoutingForms lists the forms in which a statement is routed: only the sentence, the sentence
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
		Repositories: make(map[string]map[string]int),
	}
	bins := make(calibration, routingBins)
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
		bins.add(chosen.Confidence, right[i] == 1, 1)
	}
	f.Interval, f.OfDiscipline = Bootstrap(right), Bootstrap(likeliest)
	f.Bins = routingBinsOf(bins)
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

// routingBinsOf returns the bins of a calibration, including empty ones.
func routingBinsOf(c calibration) []RoutingBin {
	bins := make([]RoutingBin, len(c))
	for i, b := range c {
		n := max(1, b.weight)
		bins[i] = RoutingBin{From: float64(i) / float64(len(c)), N: b.n, Confidence: b.predicted / n, Right: b.events / n}
	}
	return bins
}

//go:embed testdata/routing.jsonl
var routingStatements string

// RoutingStatements returns the 400 statements on which the published figures were measured.
func RoutingStatements() ([]Statement, error) {
	return ReadRecords[Statement](strings.NewReader(routingStatements))
}
