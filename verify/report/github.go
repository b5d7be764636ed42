package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/verify"
)

// maxAnnotations is the number of annotations per level that GitHub displays for a step.
const maxAnnotations = 10

// An annotation is a GitHub Actions workflow command. Its properties are escaped.
type annotation struct{ properties, message string }

// GitHub writes workflow commands, which GitHub displays as annotations on the entries' lines. It writes at
// most maxAnnotations commands per level, the last of which states how many were omitted.
func GitHub(w io.Writer, c Check) error {
	var b strings.Builder
	levels := map[string][]annotation{"note": {{"", plain(c.Coverage.String())}}}
	var first verify.EntryResult
	missing := 0
	for r := range c.references() {
		for _, f := range r.Findings {
			if level := c.level(f.Code); f.Code != verify.NoRecord || level == "error" {
				levels[level] = append(levels[level], annotationOf(r, f))
			} else {
				if missing == 0 {
					first = r
				}
				missing++
			}
		}
	}
	if missing > 0 { // one annotation for all missing records, since the works may exist
		levels["warning"] = append(levels["warning"], annotationOf(first, verify.Finding{Code: verify.NoRecord,
			Message: withoutRecord(missing)}))
	}
	for _, one := range c.claims() {
		level := c.level(one.code)
		levels[level] = append(levels[level], annotation{fmt.Sprintf("file=%s,line=%d,title=%s", property(one.of.Path),
			one.of.Line, property(string(one.code))), one.message})
	}
	if c.Support != nil {
		levels["note"] = append(levels["note"], annotation{"", summaryOf(c.Support)})
	}
	for _, level := range []string{"error", "warning", "note"} {
		writeAnnotations(&b, level, levels[level])
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// withoutRecord returns the message for the first of n entries without a record.
func withoutRecord(n int) string {
	if n == 1 {
		return "no source has a record of this work; it may still exist"
	}
	return fmt.Sprintf("no source has a record of this work or of %d more; they may still exist", n-1)
}

func annotationOf(r verify.EntryResult, f verify.Finding) annotation {
	return annotation{fmt.Sprintf("file=%s,line=%d,endLine=%d,title=%s", property(r.Path), r.Line, max(r.Line, r.EndLine),
		property(string(f.Code))), plain(r.Key) + ": " + plain(f.Message)}
}

func writeAnnotations(b *strings.Builder, level string, all []annotation) {
	command := level
	if level == "note" {
		command = "notice"
	}
	shown := all
	if len(all) > maxAnnotations {
		shown = append(all[:maxAnnotations-1:maxAnnotations-1], annotation{"", fmt.Sprintf("%d more: --format text lists all",
			len(all)-maxAnnotations+1)})
	}
	for _, a := range shown {
		fmt.Fprintf(b, "::%s %s::%s\n", command, a.properties, data.Replace(a.message))
	}
}

var (
	data       = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	properties = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func property(s string) string { return properties.Replace(plain(s)) }
