package eval

import (
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/online/sources"
	"github.com/scilit-lsp/scilit-lsp/engine/route"
)

// The 400 statements contain 40 distinct statements from each of ten disciplines, each with its
// source.
func TestRoutingStatementsAreEvenAndSourced(t *testing.T) {
	statements, err := RoutingStatements()
	if err != nil {
		t.Fatal(err)
	}
	counts, seen := make(map[route.Discipline]int), make(map[string]bool)
	for _, s := range statements {
		counts[s.Discipline]++
		if s.Sentence == "" || s.Source == "" || s.Licence == "" || s.Title == "" || seen[s.Sentence] {
			t.Errorf("%+v", s)
		}
		seen[s.Sentence] = true
	}
	for d, n := range counts {
		if n != 40 {
			t.Errorf("%s has %d statements", d, n)
		}
	}
	if cites := len(slices.DeleteFunc(slices.Clone(statements),
		func(s Statement) bool { return !s.Cites })); cites != 200 {
		t.Errorf("%d of the statements cite", cites)
	}
	if len(counts) != 10 {
		t.Errorf("%d disciplines", len(counts))
	}
}

func TestStatementsMayBeCopied(t *testing.T) {
	reported, err := RoutingStatements()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range reported {
		if !strings.HasPrefix(s.Licence, "CC-BY") && !strings.HasPrefix(s.Licence, "CC0") {
			t.Errorf("%s has the licence %q", s.Source, s.Licence)
		}
	}
}

func TestTheRoutingReportCountsEachStatementOnce(t *testing.T) {
	statements := []Statement{
		{Discipline: sources.Physics, Sentence: "The quark gluon plasma cools."},
		{Discipline: sources.Clinical, Sentence: "Patients of the placebo group had a higher mortality."},
		{Discipline: sources.Biology, Sentence: ""},
	}
	report := MeasureRouting(route.Default(), statements)
	for _, form := range RoutingForms {
		f, n := report.Forms[form], 0
		for _, b := range f.Bins {
			n += b.N
		}
		if n != 3 || f.Primary < 0.66 || f.Primary > 0.67 || f.Either < f.Primary {
			t.Errorf("%s: %+v", form, f)
		}
	}
}
