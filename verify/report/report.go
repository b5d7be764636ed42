// Package report prints checked entries: as text, JSON, HTML, annotations of GitHub
// Actions, and SARIF 2.1.0. Entries and records come from strangers, so no message
// holds a control character, and each format has its own escapes.
package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/paper"
	"github.com/scilit-lsp/scilit-lsp/verify"
)

// A Printer writes checked entries in one format.
type Printer func(w io.Writer, all []verify.Checked) error

// Formats are the printers by the names of their formats.
var Formats = map[string]Printer{"text": Text, "json": JSON, "github": GitHub, "sarif": SARIF, "html": HTML}

// Summary counts entries by verdict.
type Summary map[verify.Verdict]int

// Summarise counts the entries of each verdict, those without any included.
func Summarise(all []verify.Checked) Summary {
	s := Summary{verify.Verified: 0, verify.Check: 0, verify.Mismatch: 0, verify.NotFound: 0, verify.Error: 0}
	for _, c := range all {
		s[c.Verdict]++
	}
	return s
}

// Fails reports whether an entry fails the check of a manuscript.
func Fails(all []verify.Checked, failing verify.Names) bool {
	return slices.ContainsFunc(all, func(c verify.Checked) bool { return c.Fails(failing) })
}

// maxValue bounds a value in a message, in characters.
const maxValue = 300

// plain is a text in one line, without what a terminal would obey.
func plain(s string) string {
	s = strings.Join(strings.Fields(text.Clean(s)), " ")
	if runes := []rune(s); len(runes) > maxValue {
		return string(runes[:maxValue]) + "..."
	}
	return s
}

// Text writes a paragraph for each entry with findings, and a count of all.
func Text(w io.Writer, all []verify.Checked) error {
	var b strings.Builder
	for _, c := range all {
		if len(c.Findings) > 0 {
			writeText(&b, c)
		}
	}
	s := Summarise(all)
	fmt.Fprintf(&b, "%d entries: %d verified, %d to check, %d with a mismatch, %d not found, %d with an error\n",
		len(all), s[verify.Verified], s[verify.Check], s[verify.Mismatch], s[verify.NotFound], s[verify.Error])
	_, err := io.WriteString(w, b.String())
	return err
}

func writeText(b *strings.Builder, c verify.Checked) {
	for _, f := range c.Findings {
		fmt.Fprintf(b, "%s:%d: %s: %s: %s [%s]\n", plain(c.Path), c.Line, plain(c.Key), verify.KindOf(f.Code).Verdict, plain(f.Message), f.Code)
	}
	for _, f := range c.Fields {
		if f.Code != "" {
			fmt.Fprintf(b, "    %-7s have   %s\n    %-7s found  %s (%s)\n", f.Name, plain(f.Have), "", plain(f.Found), plain(f.Source))
		}
	}
}

// A Report is what JSON writes of a check.
type Report struct {
	References []Reference   `json:"references"`
	Summary    Summary       `json:"summary"`
	Support    []jsonSupport `json:"support,omitempty"`
}

// A Reference is a checked entry with its place.
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

// A Finding is one thing that speaks against an entry, or that its author may want to know.
type Finding struct {
	Code    verify.Code    `json:"code"`
	Verdict verify.Verdict `json:"verdict"`
	Message string         `json:"message"`
}

// A Record is one that an entry was compared with.
type Record struct {
	ID     string `json:"id"`
	Corpus string `json:"corpus"`
	Title  string `json:"title"`
	Year   int    `json:"year,omitempty"`
	Venue  string `json:"venue,omitempty"`
	DOI    string `json:"doi,omitempty"`
	ArXiv  string `json:"arxiv,omitempty"`
}

// JSON writes one object; README.md of package verify describes it.
func JSON(w io.Writer, all []verify.Checked) error { return Of(all).write(w) }

// Of is the report about checked entries.
func Of(all []verify.Checked) Report {
	report := Report{References: []Reference{}, Summary: Summarise(all)}
	for _, c := range all {
		report.References = append(report.References, ReferenceOf(c))
	}
	return report
}

// ReferenceOf is a checked entry as JSON has it, without what a terminal would obey.
func ReferenceOf(c verify.Checked) Reference {
	r := Reference{Key: text.Clean(c.Key), File: text.Clean(c.Path), Line: c.Line, Verdict: c.Verdict, Code: c.Code, Fields: []Field{}, Findings: []Finding{}, Records: []Record{}}
	for _, f := range c.Fields {
		r.Fields = append(r.Fields, Field{f.Name, text.Clean(f.Have), text.Clean(f.Found), text.Clean(f.Source), f.Code})
	}
	for _, f := range c.Findings {
		r.Findings = append(r.Findings, Finding{f.Code, verify.KindOf(f.Code).Verdict, plain(f.Message)})
	}
	for _, p := range c.Records {
		r.Records = append(r.Records, recordOf(p))
	}
	return r
}

func recordOf(p *paper.Paper) Record {
	return Record{text.Clean(p.ID), text.Clean(p.Corpus), text.Clean(p.Title), p.Year, text.Clean(p.Venue), text.Clean(p.DOI), text.Clean(p.ArXiv)}
}

// level is how SARIF and GitHub grade a finding.
func level(c verify.Code) string {
	switch v := verify.KindOf(c).Verdict; {
	case v.Fails() || c == verify.Malformed:
		return "error"
	case v == verify.Verified:
		return "note"
	}
	return "warning"
}

// GitHub writes a workflow command for each finding, which GitHub shows at its line.
func GitHub(w io.Writer, all []verify.Checked) error {
	var b strings.Builder
	for _, c := range all {
		for _, f := range c.Findings {
			command := cmp.Or(map[string]string{"note": "notice"}[level(f.Code)], level(f.Code))
			fmt.Fprintf(&b, "::%s file=%s,line=%d,endLine=%d,title=%s::%s\n", command, property(c.Path), c.Line, max(c.Line, c.EndLine),
				property(string(f.Code)), escaped(plain(c.Key)+": "+plain(f.Message)))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

var (
	data       = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	properties = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func escaped(s string) string { return data.Replace(s) }

func property(s string) string { return properties.Replace(plain(s)) }
