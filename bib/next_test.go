package bib

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// dump returns a description of everything that was parsed from a file, one line per item.
func dump(f *File) []string {
	lines := []string{fmt.Sprintf("safe %d broken %d breaker %d latin1 %v", f.safeEnd, f.brokenAt, f.marks.breaker, f.latin1)}
	for i := range f.Entries {
		e := &f.Entries[i]
		line := fmt.Sprintf("%v %s %q %v %v", e.Span, e.Type, e.Key, e.KeySpan, e.Complete)
		for j := range e.Fields {
			name := &e.Fields[j]
			line += fmt.Sprintf(" %s %v %v %q", name.Name, e.NameSpan(name), e.ValueSpan(name), e.Value(name))
		}
		if first := f.ByKey(e.Key); first != nil {
			line += fmt.Sprint(" ", first.Start)
		}
		lines = append(lines, line)
	}
	for _, m := range f.Strings {
		lines = append(lines, fmt.Sprintf("%+v %q", m, f.macros[m.Name]))
	}
	lines = append(lines, fmt.Sprint(f.Preambles), fmt.Sprint(f.Comments), fmt.Sprintf("%q", f.identities()))
	for _, p := range f.Problems() {
		lines = append(lines, fmt.Sprintf("%+v", p))
	}
	return lines
}

// pieces contains texts that edits insert: whole items, and characters that break items.
var pieces = []string{
	"{", "}", "\"", "@", "%", "\n", ",", "=", "#", "(", ")", "x", "é", "\xff", "% }\n", "% {\n", "\n@misc{n, note = {x}}\n", "\n@misc{",
	"@string{s = {t}}\n", "@comment{", "note = s,", "@string(s = \"u\")", "}}", "{{", "\n  @book{", "\n@misc(p, note = \"q\")\n", "{\n@misc{in}}", "jan # s",
}

func source(t *rapid.T) string {
	var all []string
	for range rapid.IntRange(0, 3).Draw(t, "files") {
		all = append(all, fixtures[rapid.SampledFrom(fixtureNames()).Draw(t, "fixture")])
	}
	return strings.Join(all, rapid.SampledFrom([]string{"", "\n", "\n% } text {\n"}).Draw(t, "between"))
}

// edited returns src after replacing a random range.
func edited(t *rapid.T, src string) string {
	start := rapid.IntRange(0, len(src)).Draw(t, "start")
	end := min(len(src), start+rapid.SampledFrom([]int{0, 0, 1, 3, 40, 400}).Draw(t, "length"))
	text := ""
	for range rapid.IntRange(0, 3).Draw(t, "pieces") {
		text += rapid.SampledFrom(pieces).Draw(t, "piece")
	}
	return src[:start] + text + src[end:]
}

// Parsing only the changes of an edit gives the same result as parsing the whole text, whatever the
// edit inserts or breaks.
func TestNextIsParse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := source(t)
		f := Parse(src)
		for range rapid.IntRange(1, 12).Draw(t, "edits") {
			src = edited(t, src)
			f = f.Next(src)
			if diff := cmp.Diff(dump(Parse(src)), dump(f)); diff != "" {
				t.Fatalf("%q\n(-parsed +next)\n%s", src, diff)
			}
		}
	})
}
