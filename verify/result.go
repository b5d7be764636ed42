package verify

import (
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A Finding is a problem with an entry, or a hint for its author.
type Finding struct {
	Code    Code
	Message string
}

// A Field compares one field of an entry with a record.
type Field struct {
	Name, Have, Found string
	Source            string // corpus of the record
	Code              Code   // "" if both agree or one side is empty
}

// A Result is the grade of an entry with the reasons for it.
type Result struct {
	Key      string
	Verdict  Verdict
	Code     Code // code of the decisive finding; "" for a verified entry without findings
	Fields   []Field
	Findings []Finding // worst first
	// Records holds the compared records: first that of the work, then those to which its
	// identifiers belong. For an entry without a record, it holds the most similar one.
	Records []*paper.Paper
	Matched bool // the first record describes the entry's work
	// Published is the record of the published version of a cited preprint, or nil.
	Published *paper.Paper
}

// An EntryResult is a Result with the position of its entry.
type EntryResult struct {
	Path         string // path as given by the user
	Line, Column int    // position of the entry, counted from 1
	EndLine      int
	Entry        *bib.Entry
	Result
}

// Names is a set of codes and fields, such as those ignored in a file.
type Names map[string]bool

// Has reports whether the set contains a code by its name, by its field or through "all".
func (n Names) Has(c Code) bool {
	return n["all"] || n[string(c)] || n[KindOf(c).Field]
}

// add appends a finding.
func (r *Result) add(code Code, message string) {
	r.Findings = append(r.Findings, Finding{code, message})
}

// Settle drops ignored findings and sets the verdict. An entry whose missing record is ignored does
// not count as verified but does not fail either.
func (r *Result) Settle(ignored Names) {
	missed := slices.ContainsFunc(
		r.Findings,
		func(f Finding) bool { return f.Code == NoRecord && ignored.Has(NoRecord) },
	)
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

// Fails reports whether the entry fails a check under the given policy.
func (r *Result) Fails(policy Policy) bool {
	return slices.ContainsFunc(r.Findings, func(f Finding) bool { return policy.Fails(f.Code) })
}

// Compared reports whether the entry was compared with a record.
func (r *Result) Compared() bool {
	return len(r.Records) > 0 && !slices.ContainsFunc(r.Findings, func(f Finding) bool {
		return f.Code == NoRecord || f.Code == NotAsked || f.Code == Incomplete
	})
}

// Message returns the message of the decisive finding, or "".
func (r *Result) Message() string {
	if len(r.Findings) == 0 {
		return ""
	}
	return r.Findings[0].Message
}

// Describe formats a record in one line: authors, year, title.
func Describe(p *paper.Paper) string {
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
