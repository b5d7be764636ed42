package verify

import (
	"fmt"
	"slices"
	"strings"
)

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
	Records  int      `json:"records"` // number of records with which entries were compared
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

// String returns a description of the coverage in one line.
func (c Coverage) String() string {
	line := fmt.Sprintf("compared %d of %s", c.Compared, Counted(c.Entries, "entry", "entries"))
	if c.Compared > 0 {
		line += fmt.Sprintf(" with %s of %s", Counted(c.Records, "record", "records"),
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
