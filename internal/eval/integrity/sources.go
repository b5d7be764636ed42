package integrity

import (
	"context"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/verify"
	"github.com/scilit-lsp/scilit-lsp/verify/audit"
)

// A SourcesReport counts false alarms: correct entries from one source that fail a check against
// the records of another source.
type SourcesReport struct {
	Entries  int            `json:"entries"`
	Compared int            `json:"compared"`
	Accused  int            `json:"accused"` // number of compared entries that fail the check
	Check    int            `json:"check"`   // number of compared entries that a person should check
	Codes    map[string]int `json:"codes"`   // number of findings in compared entries, by code
	Wrong    []Accusation   `json:"wrong,omitempty"`
}

// An Accusation is a correct entry that fails the check, with the findings and the fields that
// differ from the record.
type Accusation struct {
	Key      string           `json:"key"`
	Findings []verify.Finding `json:"findings"`
	Fields   []verify.Field   `json:"fields"`
	Record   string           `json:"record"`
}

// Add adds the counts and entries of another report.
func (r *SourcesReport) Add(other SourcesReport) {
	r.Entries += other.Entries
	r.Compared += other.Compared
	r.Accused += other.Accused
	r.Check += other.Check
	for code, n := range other.Codes {
		r.count(code, n)
	}
	r.Wrong = append(r.Wrong, other.Wrong...)
}

func (r *SourcesReport) count(code string, n int) {
	if r.Codes == nil {
		r.Codes = make(map[string]int)
	}
	r.Codes[code] += n
}

// AcrossSources checks the correct entries in a file with an engine over the records of another
// source.
func AcrossSources(ctx context.Context, e *engine.Engine, file audit.File, year int) (report SourcesReport, err error) {
	answer, err := audit.Check(ctx, e, []audit.File{file}, audit.Options{Year: year,
		Ignored: verify.Names{string(verify.Duplicate): true, string(verify.DuplicateKey): true}})
	if err != nil {
		return report, err
	}
	for r := range answer.References.All() {
		report.Entries++
		if !r.Compared() {
			continue
		}
		report.Compared++
		for _, f := range r.Findings {
			report.count(string(f.Code), 1)
		}
		switch {
		case r.Fails(verify.Policy{}):
			report.Accused++
			report.Wrong = append(report.Wrong, accusationOf(&r))
		case r.Verdict == verify.Check:
			report.Check++
		}
	}
	return report, nil
}

func accusationOf(r *verify.EntryResult) Accusation {
	a := Accusation{Key: r.Key, Findings: r.Findings, Record: verify.Describe(r.Records[0])}
	for _, f := range r.Fields {
		if f.Code != "" {
			f.Have, f.Found = strings.TrimSpace(f.Have), strings.TrimSpace(f.Found)
			a.Fields = append(a.Fields, f)
		}
	}
	return a
}
