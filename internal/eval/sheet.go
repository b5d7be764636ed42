package eval

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A SheetColumn is a column of a sheet that a reader fills with one of its labels.
type SheetColumn struct {
	Name   string
	Labels []string
}

// SheetColumns lists the columns that a reader fills.
var SheetColumns = []SheetColumn{
	{"faithful", []string{"yes", "no", "contradicts"}},
	{"grammar", []string{"yes", "no"}},
	{"alone", []string{"yes", "no"}}, // whether the sentence can be understood without the paper
	{"fit", []string{"0", "1", "2"}}, // off topic, on topic with the wrong statement, or suitable
	{"usable", []string{"asis", "edit", "not"}},
}

// A SheetRow is one place in a sheet filled in by a reader.
type SheetRow struct {
	Place, Sentence string
	Labels          []string // parallel to SheetColumns; "" if unlabelled
}

// ReadFilledSheet reads a sheet filled in by one reader.
func ReadFilledSheet(r io.Reader) (rows []SheetRow, err error) {
	needed := []string{"place", "sentence"}
	for _, c := range SheetColumns {
		needed = append(needed, c.Name)
	}
	seen := make(map[string]bool)
	err = eachRow(r, needed, func(field func(string) string) error {
		row := SheetRow{Place: field("place"), Sentence: field("sentence")}
		if seen[row.Place] {
			return fmt.Errorf("place %q occurs twice; remove one of its rows", row.Place)
		}
		seen[row.Place] = true
		for _, c := range SheetColumns {
			label, err := labelOf(field(c.Name), c.Labels)
			if err != nil {
				return fmt.Errorf("place %s, column %s: %w", row.Place, c.Name, err)
			}
			row.Labels = append(row.Labels, label)
		}
		rows = append(rows, row)
		return nil
	})
	return rows, err
}

// A SheetReport summarizes the sheets of two readers.
type SheetReport struct {
	N       int            `json:"n"`     // number of places with a sentence in both sheets
	Empty   int            `json:"empty"` // number of places without a sentence
	Columns []ColumnReport `json:"columns"`
}

// A ColumnReport summarizes one column.
type ColumnReport struct {
	Name    string          `json:"name"`
	Readers []ReaderColumn  `json:"readers"` // in the order of the sheets
	Both    map[string]Rate `json:"both"`    // share of places to which both readers give a label
	Agreed  Rate            `json:"agreed"`
	Kappa   float64         `json:"kappa"` // Cohen's kappa, unweighted
}

// A ReaderColumn contains the shares of a reader's labels in one column.
type ReaderColumn struct {
	Labelled int             `json:"labelled"`
	Labels   map[string]Rate `json:"labels"`
	Mean     *float64        `json:"mean,omitempty"` // mean of numeric labels
}

// CompareSheets summarizes two filled copies of one sheet. Their rows may be in different orders.
func CompareSheets(first, second []SheetRow) (r SheetReport, err error) {
	other := make(map[string]SheetRow)
	for _, row := range second {
		other[row.Place] = row
	}
	var pairs [][2]SheetRow
	for _, row := range first {
		match, ok := other[row.Place]
		switch {
		case !ok:
			return r, fmt.Errorf("the second sheet has no place %q; give two copies of the same sheet", row.Place)
		case match.Sentence != row.Sentence:
			return r, fmt.Errorf("place %s has a different sentence in the second sheet; give two copies of the "+
				"same sheet", row.Place)
		case strings.ReplaceAll(row.Sentence, text.CiteMark, "") == "":
			r.Empty++
		default:
			pairs = append(pairs, [2]SheetRow{row, match})
		}
	}
	if len(first) != len(second) {
		return r, fmt.Errorf("the sheets have %d and %d places; give two copies of the same sheet", len(first), len(second))
	}
	if r.N = len(pairs); r.N == 0 {
		return r, errors.New("the sheets have no sentences, so nothing was compared")
	}
	for i, c := range SheetColumns {
		r.Columns = append(r.Columns, reportColumn(c, i, pairs))
	}
	return r, nil
}

func reportColumn(c SheetColumn, at int, pairs [][2]SheetRow) ColumnReport {
	report := ColumnReport{Name: c.Name, Both: make(map[string]Rate)}
	for reader := range 2 {
		var labels []string
		for _, p := range pairs {
			if label := p[reader].Labels[at]; label != "" {
				labels = append(labels, label)
			}
		}
		report.Readers = append(report.Readers, readerColumn(c, labels))
	}
	var both [][2]string
	agreed, same := 0, make(map[string]int)
	for _, p := range pairs {
		a, b := p[0].Labels[at], p[1].Labels[at]
		if a == "" || b == "" {
			continue
		}
		if both = append(both, [2]string{a, b}); a == b {
			agreed++
			same[a]++
		}
	}
	for _, label := range c.Labels {
		report.Both[label] = rateOf(same[label], len(both))
	}
	report.Agreed, report.Kappa = rateOf(agreed, len(both)), kappa(both)
	return report
}

func readerColumn(c SheetColumn, labels []string) ReaderColumn {
	r := ReaderColumn{Labelled: len(labels), Labels: make(map[string]Rate)}
	sum := 0
	for value, label := range c.Labels {
		count := 0
		for _, given := range labels {
			if given == label {
				count++
			}
		}
		r.Labels[label] = rateOf(count, len(labels))
		sum += value * count
	}
	if len(labels) > 0 && slices.Equal(c.Labels, []string{"0", "1", "2"}) {
		mean := float64(sum) / float64(len(labels))
		r.Mean = &mean
	}
	return r
}
