package audit_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/internal/growth"
	"github.com/scilit-lsp/scilit-lsp/verify"
	"github.com/scilit-lsp/scilit-lsp/verify/audit"
)

const retractionHead = "\ufeffRecord ID,Title,RetractionDate,RetractionDOI,OriginalPaperDOI,OriginalPaperPubMedID," +
	"RetractionNature,Reason\n"

func TestRetractions(t *testing.T) {
	file := retractionHead +
		"1,\"A, b\",1/31/2020 0:00,10.1234/notice,10.1234/Gone,123456,Retraction,+Falsification of Data;+Concerns/Issues;\n" +
		"2,B,2/1/2020 0:00,10.1234/n2,10.1234/doubt,0,Expression of concern,\n" +
		"3,C,2/1/2020 0:00,10.1234/n3,10.1234/back,0,Retraction,\n" +
		"4,C,3/1/2021 0:00,10.1234/n4,10.1234/back,0,Reinstatement,\n" +
		"5,D,2/1/2020 0:00,unavailable,10.1234/part,0,Partial Retraction,\n" +
		"6,E,2/1/2020 0:00,10.1234/n6,10.1234/gone,0,Correction,\n" +
		"7,no DOI,2/1/2020 0:00,,unavailable,0,Retraction,\n"
	all, err := audit.ReadRetractions(strings.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if all.Notices != 6 || all.Newest.Format("2006-01-02") != "2021-03-01" {
		t.Errorf("%d notices, the newest of %v", all.Notices, all.Newest)
	}
	for fields, want := range map[string]verify.Code{
		"doi={10.1234/gone}": verify.Retracted, "pmid={123456}": verify.Retracted, "doi={10.1234/doubt}": verify.Concern,
		"doi={10.1234/back}": verify.Reinstated, "doi={https://doi.org/10.1234/PART}": verify.PartlyRetracted,
		"doi={10.1234/other}": "",
	} {
		file := fileOf("@article{a, title={T}, " + fields + "}")
		report, err := audit.Check(t.Context(), engine.New(engine.Parts{}), []audit.File{file}, audit.Options{Retractions: all})
		if err != nil {
			t.Fatal(err)
		}
		got, message := verify.Code(""), ""
		for _, f := range slices.Collect(report.References.All())[0].Findings {
			if f.Code != verify.NoRecord {
				got, message = f.Code, f.Message
			}
		}
		if got != want {
			t.Errorf("%s: %s %q, want %s", fields, got, message, want)
		}
		if policy := (verify.Policy{}); policy.Fails(got) != (want == verify.Retracted) {
			t.Errorf("%s: %s fails: %v", fields, got, policy.Fails(got))
		}
		if want == verify.Retracted && !strings.Contains(message, "on 2020-01-31 (Falsification of Data; "+
			"Concerns/Issues); the notice's DOI is 10.1234/notice") {
			t.Errorf("%s: %s", fields, message)
		}
	}
}

func TestFilesThatAreNoRetractions(t *testing.T) {
	for _, file := range []string{"", "a,b\n1,2\n", "<html>"} {
		if _, err := audit.ReadRetractions(strings.NewReader(file)); err == nil {
			t.Errorf("%q was read", file)
		}
	}
}

func TestGrowthOfRetractions(t *testing.T) {
	seeds := growth.Repeat("1,A,1/1/2020 0:00,10.1234/n,10.1234/a,1,Retraction,+A;+B;\n", `"`, `"",`, "\n", ",", "+a;")
	growth.Linear(t, append(seeds, growth.Text...), func(s string) {
		_, _ = audit.ReadRetractions(strings.NewReader(retractionHead + s))
	})
}
