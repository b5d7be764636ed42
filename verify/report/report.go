// Package report prints the results of checks as text, JSON, HTML, GitHub Actions annotations or
// SARIF 2.1.0. Entries and records are untrusted: messages contain no control characters, and text is
// escaped in each format.
package report

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/verify"
	"github.com/scilit-lsp/scilit-lsp/verify/support"
)

// A Check is the result of a check.
type Check struct {
	// References yields the results in the order of the files. It may be iterated several times. It is nil
	// if there are no entries.
	References iter.Seq[verify.EntryResult]
	Coverage   verify.Coverage
	Policy     verify.Policy
	Support    []support.Result // graded citations; nil if grading was not requested
	Ignored    verify.Names     // ignored findings about citing sentences
}

// Formats maps the names of formats to their printers.
var Formats = map[string]func(w io.Writer, c Check) error{
	"text": Text, "json": JSON, "github": GitHub, "sarif": SARIF, "html": HTML,
}

// Summary counts entries by verdict.
type Summary map[verify.Verdict]int

// Summarise counts the entries with each verdict, including verdicts that no entry has.
func Summarise(all iter.Seq[verify.EntryResult]) Summary {
	s := newSummary()
	for c := range all {
		s[c.Verdict]++
	}
	return s
}

func newSummary() Summary {
	return Summary{verify.Verified: 0, verify.Check: 0, verify.Mismatch: 0, verify.NotFound: 0, verify.Error: 0}
}

// Len returns the number of entries that were counted.
func (s Summary) Len() (n int) {
	for _, count := range s {
		n += count
	}
	return n
}

func (c Check) references() iter.Seq[verify.EntryResult] {
	if c.References == nil {
		return func(func(verify.EntryResult) bool) {}
	}
	return c.References
}

// Fails reports whether any entry fails the check.
func (c Check) Fails() bool {
	for r := range c.references() {
		if r.Fails(c.Policy) {
			return true
		}
	}
	return false
}

// maxValue is the maximum length of a value in a message, in characters.
const maxValue = 300

// plain returns a text as one line, truncated and without control characters.
func plain(s string) string {
	s = strings.Join(strings.Fields(text.Clean(s)), " ")
	if runes := []rune(s); len(runes) > maxValue {
		return string(runes[:maxValue]) + "..."
	}
	return s
}

// order lists the verdicts in the order of the text format.
var order = []verify.Verdict{verify.Mismatch, verify.Error, verify.Check, verify.NotFound, verify.Verified}

// Text writes the findings, contradictions first. Then it writes the keys of entries without a record on
// one line, the counts, the coverage, and the weakest of the graded citations.
func Text(w io.Writer, check Check) error {
	var b strings.Builder
	parts, missing := make(map[verify.Verdict]*strings.Builder), make(map[verify.Verdict][]string)
	for _, verdict := range order {
		parts[verdict] = new(strings.Builder)
	}
	s := newSummary()
	for c := range check.references() {
		s[c.Verdict]++
		writeText(parts[c.Verdict], c)
		if c.Has(verify.NoRecord) {
			missing[c.Verdict] = append(missing[c.Verdict], plain(c.Key))
		}
	}
	var keys []string
	for _, verdict := range order {
		b.WriteString(parts[verdict].String())
		keys = append(keys, missing[verdict]...)
	}
	writeMissing(&b, keys)
	fmt.Fprintf(&b, "%s: %d verified, %d to check, %d with a mismatch, %d not found, %d with an error\n",
		verify.Counted(s.Len(), "entry", "entries"), s[verify.Verified], s[verify.Check], s[verify.Mismatch],
		s[verify.NotFound], s[verify.Error])
	fmt.Fprintln(&b, plain(check.Coverage.String()))
	if check.Support != nil {
		writeWeakest(&b, check.Support)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeText writes the findings about an entry other than a missing record, one per line.
func writeText(b *strings.Builder, c verify.EntryResult) {
	entry := fmt.Sprintf("%s:%d: %s:", plain(c.Path), c.Line, plain(c.Key))
	for _, f := range c.Findings {
		if f.Code != verify.NoRecord {
			fmt.Fprintf(b, "%s %s: %s [%s]\n", entry, verify.KindOf(f.Code).Verdict, plain(f.Message), f.Code)
		}
	}
	for _, f := range c.Fields {
		if f.Code != "" {
			fmt.Fprintf(b, "%s     %-7s have   %s\n%s     %-7s found  %s (%s)\n", entry, f.Name, plain(f.Have), entry, "",
				plain(f.Found), plain(f.Source))
		}
	}
}

// maxListed is the maximum number of keys to list for entries without a record.
const maxListed = 20

func writeMissing(b *strings.Builder, keys []string) {
	if len(keys) == 0 {
		return
	}
	list := strings.Join(keys[:min(len(keys), maxListed)], ", ")
	if more := len(keys) - maxListed; more > 0 {
		list += fmt.Sprintf(" and %d more (--format json lists all)", more)
	}
	fmt.Fprintf(b, "%s could not be found in your indexes or the queried sources [%s]: %s. A work without a record "+
		"may still exist; without --online, no online sources are queried.\n",
		verify.Counted(len(keys), "entry", "entries"), verify.NoRecord, list)
}

// A rest contains the members that follow the references in the JSON output.
type rest struct {
	Summary  Summary         `json:"summary"`
	Coverage verify.Coverage `json:"coverage"`
	Support  []jsonSupport   `json:"support,omitempty"`
}

// A Reference is the JSON form of an entry's result.
type Reference struct {
	Key      string         `json:"key"`
	File     string         `json:"file"`
	Line     int            `json:"line"`
	Verdict  verify.Verdict `json:"verdict"`
	Code     verify.Code    `json:"code"`
	Fields   []Field        `json:"fields"`
	Findings []Finding      `json:"findings"`
	Records  []Record       `json:"records"`
}

// A Field compares one field of an entry with a record.
type Field struct {
	Name   string      `json:"name"`
	Have   string      `json:"have"`
	Found  string      `json:"found"`
	Source string      `json:"source"`
	Code   verify.Code `json:"code,omitempty"`
}

// A Finding is a problem with an entry, or a hint for its author.
type Finding struct {
	Code    verify.Code    `json:"code"`
	Verdict verify.Verdict `json:"verdict"`
	Message string         `json:"message"`
}

// A Record is a record that was compared with an entry.
type Record struct {
	ID     string `json:"id"`
	Corpus string `json:"corpus"`
	Title  string `json:"title"`
	Year   int    `json:"year,omitempty"`
	Venue  string `json:"venue,omitempty"`
	DOI    string `json:"doi,omitempty"`
	ArXiv  string `json:"arxiv,omitempty"`
}

// JSON writes one JSON object, as described in docs/check.md.
func JSON(w io.Writer, check Check) error {
	report := rest{Summary: newSummary(), Coverage: check.Coverage}
	report.Coverage.Sources = []string{}
	for _, name := range check.Coverage.Sources {
		report.Coverage.Sources = append(report.Coverage.Sources, text.Clean(name))
	}
	for _, c := range check.Support {
		report.Support = append(report.Support, supportOf(c))
	}
	out := bufio.NewWriter(w)
	out.WriteString("{\n  \"references\": [")
	for c := range check.references() { // encode one entry at a time, since a list may have 100,000 entries
		if report.Summary.Len() > 0 {
			out.WriteByte(',')
		}
		report.Summary[c.Verdict]++
		raw, err := json.MarshalIndent(ReferenceOf(c), "    ", "  ")
		if err != nil {
			return err
		}
		if _, err := out.WriteString("\n    " + string(raw)); err != nil {
			return err
		}
	}
	if report.Summary.Len() > 0 {
		out.WriteString("\n  ")
	}
	out.WriteByte(']')
	raw, err := json.MarshalIndent(report, "", "  ")
	if err != nil {
		return err
	}
	out.WriteString("," + strings.TrimPrefix(string(raw), "{") + "\n")
	return out.Flush()
}

// ReferenceOf returns the JSON form of a result, without control characters.
func ReferenceOf(c verify.EntryResult) Reference {
	r := Reference{Key: text.Clean(c.Key), File: text.Clean(c.Path), Line: c.Line, Verdict: c.Verdict, Code: c.Code,
		Fields: []Field{}, Findings: []Finding{}, Records: []Record{}}
	for _, f := range c.Fields {
		r.Fields = append(r.Fields, Field{f.Name, text.Clean(f.Have), text.Clean(f.Found), text.Clean(f.Source), f.Code})
	}
	for _, f := range c.Findings {
		r.Findings = append(r.Findings, Finding{f.Code, verify.KindOf(f.Code).Verdict, plain(f.Message)})
	}
	for _, p := range c.Records {
		r.Records = append(r.Records, Record{text.Clean(p.ID), text.Clean(p.Corpus), text.Clean(p.Title), p.Year,
			text.Clean(p.Venue), text.Clean(p.DOI), text.Clean(p.ArXiv)})
	}
	return r
}

// level returns the level of a finding in SARIF and in GitHub annotations.
func (c Check) level(code verify.Code) string {
	switch {
	case c.Policy.Fails(code):
		return "error"
	case verify.KindOf(code).Verdict == verify.Verified:
		return "note"
	}
	return "warning"
}
