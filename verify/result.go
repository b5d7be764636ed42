package verify

import (
	"fmt"
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

// A Field is a comparison of one field of an entry with a record.
type Field struct {
	Name, Have, Found string
	Source            string // corpus that contains the record
	Code              Code   // code of the difference; "" if the values agree or one is missing
}

// A Result is the grade of an entry and the reasons for it.
type Result struct {
	Key      string
	Verdict  Verdict
	Code     Code // code of the decisive finding; "" for a verified entry without findings
	Fields   []Field
	Findings []Finding // findings, worst first
	// Records contains the compared records: first the record of the work, then those to which the
	// entry's identifiers belong. If the work has no record, it contains the most similar record.
	Records []*paper.Paper
	Matched bool // the first record describes the entry's work
	// Published is the record of the published version of a cited preprint, or nil.
	Published *paper.Paper
}

// An EntryResult is a Result with the position of its entry.
type EntryResult struct {
	Path         string // path as given by the user
	Line, Column int    // position of the entry; both numbers start at 1
	EndLine      int
	Entry        *bib.Entry
	Result
}

// Names is a set of codes and field names, such as those ignored in a file.
type Names map[string]bool

// Has reports whether the set contains a code, its field, or "all".
func (n Names) Has(c Code) bool {
	return n["all"] || n[string(c)] || n[KindOf(c).Field]
}

// add appends a finding with a formatted message.
func (r *Result) add(code Code, format string, args ...any) {
	r.Findings = append(r.Findings, Finding{code, fmt.Sprintf(format, args...)})
}

// Has reports whether the entry has a finding with one of the given codes.
func (r *Result) Has(codes ...Code) bool {
	return slices.ContainsFunc(r.Findings, func(f Finding) bool { return slices.Contains(codes, f.Code) })
}

// Settle removes the ignored findings and sets the verdict. If a missing record is ignored, the
// entry neither counts as verified nor fails.
func (r *Result) Settle(ignored Names) {
	missed := r.Has(NoRecord) && ignored.Has(NoRecord)
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
	return len(r.Records) > 0 && !r.Has(NoRecord, NotAsked, Incomplete)
}

// Message returns the message of the decisive finding, or "".
func (r *Result) Message() string {
	if len(r.Findings) == 0 {
		return ""
	}
	return r.Findings[0].Message
}

// Describe returns a one-line description of a record: authors, year and title.
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
	if p.Title != "" {
		b.WriteString(", \"" + p.Title + "\"")
	}
	return strings.TrimPrefix(strings.TrimSpace(b.String()), ", ")
}

// A Policy decides which findings make a check fail. By default, these are contradictions,
// retractions and unreadable entries.
type Policy struct {
	Fail Names // additional codes and fields that fail a check
	Warn Names // codes and fields that do not fail a check, unless Fail contains them
}

// Fails reports whether a finding with this code fails a check.
func (p Policy) Fails(c Code) bool {
	switch {
	case p.Fail.Has(c):
		return true
	case p.Warn.Has(c):
		return false
	}
	return c == Retracted || c == Withdrawn || c == Malformed || KindOf(c).Verdict == Mismatch
}

// A Coverage counts the entries that were compared with records, and the others by reason.
type Coverage struct {
	Entries  int      `json:"entries"`
	Compared int      `json:"compared"`
	Records  int      `json:"records"` // number of records that entries were compared with
	Sources  []string `json:"sources"` // names of the sources of the records
	Missing  int      `json:"without_record"`
	Unasked  int      `json:"unasked"` // number of entries for which a source could not be queried
	Uncited  int      `json:"uncited"`
	Unread   int      `json:"unreadable"`
	Kinds    int      `json:"other_kinds"` // number of entries of a kind that has no records, such as software
}

// Add counts an entry by its result.
func (c *Coverage) Add(r *Result) {
	c.Entries++
	switch {
	case r.Compared():
		c.Compared++
		c.Records += len(r.Records)
		for _, p := range r.Records {
			if !slices.Contains(c.Sources, p.Corpus) {
				c.Sources = append(c.Sources, p.Corpus)
			}
		}
	case r.Has(NotAsked):
		c.Unasked++
	case r.Has(Uncited):
		c.Uncited++
	case r.Has(Malformed, Incomplete):
		c.Unread++
	default:
		c.Missing++
	}
}

// String returns a one-line description of the coverage.
func (c Coverage) String() string {
	line := fmt.Sprintf("compared %d of %s", c.Compared, Counted(c.Entries, "entry", "entries"))
	if c.Compared > 0 {
		line += fmt.Sprintf(" with %s from %s", Counted(c.Records, "record", "records"),
			strings.Join(slices.Sorted(slices.Values(c.Sources)), ", "))
	}
	var left []string
	for _, part := range []struct {
		n    int
		what string
	}{
		{c.Missing, "without a record"}, {c.Unasked, "possibly in a source that failed"}, {c.Uncited, "uncited"},
		{c.Unread, "unreadable or without a title"}, {c.Kinds, "of types that have no records, such as @online"},
	} {
		if part.n > 0 {
			left = append(left, fmt.Sprintf("%d %s", part.n, part.what))
		}
	}
	if len(left) == 0 {
		return line
	}
	return line + "; not compared: " + strings.Join(left, ", ")
}

// Counted returns a number with the singular or plural of its noun.
func Counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
