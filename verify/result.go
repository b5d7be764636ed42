package verify

import (
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A Finding is one thing that speaks against an entry, or that its author may want
// to know.
type Finding struct {
	Code    Code
	Message string
}

// A Field compares one field of an entry with a record.
type Field struct {
	Name, Have, Found string
	Source            string // the corpus of the record
	Code              Code   // "" where both agree, or one side has nothing
}

// A Result is the grade of an entry and its reasons.
type Result struct {
	Key      string
	Verdict  Verdict
	Code     Code // of the finding that decided, "" for a verified entry without findings
	Fields   []Field
	Findings []Finding // the worst first
	// Records are those that the entry was compared with: that of the work first, then
	// those to which its identifiers belong. Of an entry without a record, the closest.
	Records []*paper.Paper
	Matched bool // the first record is of the entry's work
}

// Names are codes and fields, such as those that a file or an entry switches off.
type Names map[string]bool

// Has reports whether a code is among them by its name, its field or "all".
func (n Names) Has(c Code) bool {
	return n["all"] || n[string(c)] || n[KindOf(c).Field]
}

// add puts a finding into a result unless it is switched off.
func (r *Result) add(code Code, message string) {
	r.Findings = append(r.Findings, Finding{code, message})
}

// Settle drops what is switched off and grades what is left. That no record was
// found stays said, and fails nothing.
func (r *Result) Settle(ignored Names) {
	missed := slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Code == NoRecord && ignored.Has(NoRecord) })
	r.Findings = slices.DeleteFunc(r.Findings, func(f Finding) bool { return ignored.Has(f.Code) })
	for i := range r.Fields {
		if ignored.Has(r.Fields[i].Code) {
			r.Fields[i].Code = ""
		}
	}
	slices.SortStableFunc(r.Findings, func(a, b Finding) int {
		return KindOf(b.Code).Verdict.weight() - KindOf(a.Code).Verdict.weight()
	})
	r.Verdict, r.Code = Verified, ""
	if len(r.Findings) > 0 {
		r.Code = r.Findings[0].Code
		r.Verdict = KindOf(r.Code).Verdict
	}
	if missed && r.Verdict == Verified {
		r.Verdict, r.Code = Check, NoRecord
	}
}

// Fails reports whether the entry ends a check with an error for CI: it contradicts a
// record, has none, cannot be read, or has a finding that is made to fail.
func (r *Result) Fails(failing Names) bool {
	return r.Verdict.Fails() || r.Code == Malformed ||
		slices.ContainsFunc(r.Findings, func(f Finding) bool { return KindOf(f.Code).Verdict == Check && failing.Has(f.Code) })
}

// Message is the finding that decided, in words.
func (r *Result) Message() string {
	if len(r.Findings) == 0 {
		return ""
	}
	return r.Findings[0].Message
}

// Cite is a record in one line: authors, year, title.
func Cite(p *paper.Paper) string {
	var b strings.Builder
	for i, a := range p.Authors[:min(len(p.Authors), 3)] {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(a.Family)
	}
	if len(p.Authors) > 3 {
		b.WriteString(" et al.")
	}
	if p.Year > 0 {
		b.WriteString(" " + digits(p.Year))
	}
	return strings.TrimSpace(b.String() + ", " + p.Title)
}
