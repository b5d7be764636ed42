package eval

import (
	"fmt"
	"io"
	"strconv"
)

// A ReferenceReading is one row of a sheet of references that readers have labelled.
type ReferenceReading struct {
	ID, Source, Kind, Paper, Identifier, Relation string
	Rank                                          int
	Cited                                         bool
	Labels                                        [2]string // label of each reader; "" if the reader gave none
}

// ReadReferences reads a sheet of references that readers have labelled.
func ReadReferences(r io.Reader) (all []ReferenceReading, err error) {
	needed := []string{"id", "rank", "paper", "identifier", "label1", "label2"}
	err = eachRow(r, needed, func(field func(string) string) error {
		reading, err := referenceReadingOf(field)
		all = append(all, reading)
		return err
	})
	return all, err
}

func referenceReadingOf(field func(string) string) (r ReferenceReading, err error) {
	r = ReferenceReading{
		ID: field("id"), Source: field("source"), Kind: field("kind"), Paper: field("paper"),
		Identifier: field("identifier"), Relation: field("relation"), Cited: field("cited") != "",
	}
	if r.Rank, err = strconv.Atoi(field("rank")); err != nil {
		return r, fmt.Errorf("row %s %s, column rank: %q is not a number", r.ID, r.Paper, field("rank"))
	}
	for i := range r.Labels {
		column := fmt.Sprintf("label%d", i+1)
		if r.Labels[i], err = labelOf(field(column), ReferenceLabels); err != nil {
			return r, fmt.Errorf("row %s %s, column %s: %w", r.ID, r.Paper, column, err)
		}
	}
	return r, nil
}

// A StatementsReport contains the three measures by which CiteLLM evaluates references for
// statements: validity, precision and usability.
type StatementsReport struct {
	Statements int  `json:"statements"`
	References int  `json:"references"`
	Validity   Rate `json:"validity"` // share of references that have a record and an identifier
	Found      Rate `json:"found"`    // share of statements whose references include a work that the authors cited
	// Readings contains the results of each reader who labelled references.
	Readings []StatementsReading `json:"readings"`
	// Kappa measures the agreement of the two readers on which references are usable. It is nil if
	// no reference has two labels.
	Kappa *float64 `json:"kappa,omitempty"`
}

// A StatementsReading contains the results for the labels of one reader.
type StatementsReading struct {
	// Tops contains results for the best references, by their number per statement.
	Tops map[int]TopReading `json:"tops"`
	// Relations contains results by the relation that the program found between reference and
	// statement.
	Relations map[string]TopReading `json:"relations"`
	Sources   map[string]TopReading `json:"sources"` // results by the source of the statements
	// Kinds contains results by the kind that the reader assigned to the statements.
	Kinds map[string]TopReading `json:"kinds"`
}

// A TopReading contains one reader's results for a set of references.
type TopReading struct {
	Precision Rate `json:"precision"` // share of references that are usable
	Subject   Rate `json:"subject"`   // share of references that are usable or about exactly the subject
	Usability Rate `json:"usability"` // share of statements with at least one usable reference
}

// CountReferences computes the measures from the rows of a labelled sheet.
func CountReferences(all []ReferenceReading) StatementsReport {
	statements, cited := make(map[string]bool), make(map[string]bool)
	deepest := 0
	for _, row := range all {
		statements[row.ID] = true
		if row.Cited {
			cited[row.ID] = true
		}
		deepest = max(deepest, row.Rank)
	}
	valid := where(all, func(row ReferenceReading) bool { return row.Identifier != "" })
	r := StatementsReport{
		Statements: len(statements), References: len(all), Kappa: referenceKappa(all),
		Validity: rateOf(len(valid), len(all)), Found: rateOf(len(cited), len(statements)),
	}
	for i := range 2 {
		if labelled := where(all, func(row ReferenceReading) bool { return row.Labels[i] != "" }); len(labelled) > 0 {
			r.Readings = append(r.Readings, readingBy(labelled, i, deepest))
		}
	}
	return r
}

func where(all []ReferenceReading, keep func(ReferenceReading) bool) (rows []ReferenceReading) {
	for _, row := range all {
		if keep(row) {
			rows = append(rows, row)
		}
	}
	return rows
}

func readingBy(rows []ReferenceReading, reading, deepest int) StatementsReading {
	r := StatementsReading{
		Tops:      make(map[int]TopReading),
		Relations: groupsOf(rows, reading, func(row ReferenceReading) string { return row.Relation }),
		Sources:   groupsOf(rows, reading, func(row ReferenceReading) string { return row.Source }),
		Kinds:     groupsOf(rows, reading, func(row ReferenceReading) string { return row.Kind }),
	}
	for _, top := range []int{1, 3, deepest} {
		r.Tops[top] = topReading(where(rows, func(row ReferenceReading) bool { return row.Rank <= top }), reading)
	}
	return r
}

// groupsOf groups rows by the result of key and computes the results of each group. It skips rows
// for which key returns "".
func groupsOf(rows []ReferenceReading, reading int, key func(ReferenceReading) string) map[string]TopReading {
	groups := make(map[string][]ReferenceReading)
	for _, row := range rows {
		if k := key(row); k != "" {
			groups[k] = append(groups[k], row)
		}
	}
	counted := make(map[string]TopReading)
	for k, rows := range groups {
		counted[k] = topReading(rows, reading)
	}
	return counted
}

func topReading(rows []ReferenceReading, reading int) TopReading {
	usable, subject, statements := 0, 0, make(map[string]bool)
	for _, row := range rows {
		isUsable := row.Labels[reading] == "usable"
		statements[row.ID] = statements[row.ID] || isUsable
		switch {
		case isUsable:
			usable++
		case row.Labels[reading] == "subject":
			subject++
		}
	}
	with := 0
	for _, found := range statements {
		if found {
			with++
		}
	}
	return TopReading{rateOf(usable, len(rows)), rateOf(usable+subject, len(rows)), rateOf(with, len(statements))}
}

// referenceKappa returns Cohen's kappa of two readers on which references are usable. It returns
// nil if no row has two labels.
func referenceKappa(all []ReferenceReading) *float64 {
	var pairs [][2]string
	for _, row := range all {
		if row.Labels[0] != "" && row.Labels[1] != "" {
			pairs = append(pairs, [2]string{fmt.Sprint(row.Labels[0] == "usable"), fmt.Sprint(row.Labels[1] == "usable")})
		}
	}
	if len(pairs) == 0 {
		return nil
	}
	k := kappa(pairs)
	return &k
}
