package bib

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func seed(f *testing.F) {
	for _, src := range fixtures {
		f.Add([]byte(src))
	}
	for _, src := range []string{
		"@misc{a, note={x} # \"y\" # jan, (junk {), b=1}", "@string(a=b)@preamble{\"x\" # a}@comment x @comment{y}",
		"@misc{a, b=\"}\", c={\"}", "@misc{@misc{@misc{", "@misc{a,\n@misc{b,\r\n%@misc{c}\n}", "@a(b,c={)},d=\")\")", "@misc{a%b, c=%\n{d}}",
	} {
		f.Add([]byte(src))
	}
}

// spansOf returns the spans of all items in a file, in order.
func spansOf(f *File) []Span {
	spans := slices.Clone(f.Comments)
	for _, e := range f.Entries {
		spans = append(spans, e.Span)
	}
	for _, m := range f.Strings {
		spans = append(spans, m.Span)
	}
	for _, p := range f.Preambles {
		spans = append(spans, p.Span)
	}
	slices.SortFunc(spans, func(a, b Span) int { return a.Start - b.Start })
	return spans
}

func FuzzParse(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, src []byte) {
		file := Parse(src)
		end := len(src) - len(bytes.TrimPrefix(src, []byte(bom)))
		for _, s := range append(spansOf(file), Span{len(src), len(src)}) {
			if s.Start < end || s.End < s.Start || s.End > len(src) {
				t.Fatalf("span %v after %d of %d bytes", s, end, len(src))
			}
			if gap := file.src[end:s.Start]; strings.Trim(gap, " \t\r\n\f\v") != "" {
				t.Fatalf("%q belongs to nothing", gap)
			}
			end = s.End
		}
		for i := range file.Entries {
			checkEntry(t, &file.Entries[i])
		}
		checkProblems(t, file)
		file.Find(Work{DOI: "10.1000/x", Title: "x"})
	})
}

// checkEntry checks that the key, the fields and the values of an entry are nested correctly.
func checkEntry(t *testing.T, e *Entry) {
	end := e.Start
	inside := func(s Span, limit int) {
		if s.Start < end || s.End < s.Start || s.End > limit {
			t.Fatalf("span %v in %d..%d of %s %q", s, end, limit, e.Type, e.Key)
		}
		end = s.End
	}
	inside(e.KeySpan, e.End)
	if e.file.Text(e.KeySpan) != e.Key {
		t.Fatalf("key %q at %q", e.Key, e.file.Text(e.KeySpan))
	}
	for i := range e.Fields {
		f := &e.Fields[i]
		inside(e.NameSpan(f), e.End)
		if name := e.file.Text(e.NameSpan(f)); strings.ToLower(name) != f.Name {
			t.Fatalf("field %q at %q", f.Name, name)
		}
		inside(e.ValueSpan(f), e.End)
		e.Value(f)
	}
	e.Authors()
	e.Year()
	e.Venue()
}

func checkProblems(t *testing.T, f *File) {
	end := 0
	for _, p := range f.Problems() {
		if p.Offset < end || p.Offset > len(f.src) || p.Message == "" || strings.Contains(p.Message, "%!") {
			t.Fatalf("problem %+v after %d", p, end)
		}
		end = p.Offset
	}
}

func FuzzInsert(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, src []byte) {
		before := Parse(src)
		key := before.NewKey(martins, "")
		insertion := before.Insert(martins, key)
		got := insertion.Apply(src)
		if insertion.Offset < 0 || insertion.Offset > len(src) || !bytes.Equal(slices.Concat(got[:insertion.Offset], got[insertion.Offset+len(insertion.Text):]), src) {
			t.Fatalf("what stood there has changed: %q", got)
		}
		after := Parse(got)
		e := after.ByKey(key)
		if e == nil || !e.Complete || e.Field("doi") != martins.DOI || e.Field("title") != martins.Title {
			t.Fatalf("the entry does not parse: %q", got)
		}
		var rest []string
		for i, line := range outline(after) {
			if after.Entries[i].Key != key {
				rest = append(rest, line)
			}
		}
		if diff := cmp.Diff(outline(before), rest); diff != "" {
			t.Fatalf("%q\n(-before +after)\n%s", got, diff)
		}
	})
}
