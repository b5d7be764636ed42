// Package doctest provides tests shared by all markups.
package doctest

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// A Markup is the scanner and writer under test for one markup.
type Markup struct {
	Scan       func(source string) *doc.Manuscript
	InsertMark func(source string, m *doc.Manuscript, offset int, mark doc.Mark) doc.Edit
	// Inset scans the note, caption or cell at an offset. It is nil if the markup has no insets
	// that can contain citations.
	Inset func(source string, m *doc.Manuscript, inset doc.Inset, offset int) *doc.Manuscript
}

// Cursor removes the ¦ from a fixture and returns its offset.
func Cursor(t *testing.T, fixture string) (source string, offset int) {
	t.Helper()
	before, after, ok := strings.Cut(fixture, "¦")
	if !ok {
		t.Fatalf("no cursor in %q", fixture)
	}
	return before + after, len(before)
}

// A Context is a fixture and the sentences expected before its cursor.
type Context = struct {
	Fixture string
	Want    []string
}

// Contexts tests that scanning each fixture finds the expected sentences before the cursor.
func (k Markup) Contexts(t *testing.T, cases map[string]Context) {
	t.Helper()
	for name, c := range cases {
		source, offset := Cursor(t, c.Fixture)
		if diff := cmp.Diff(c.Want, k.Scan(source).ContextBefore(offset, 6)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// A Directive is a fixture and the keywords expected at its cursor.
type Directive = struct{ Fixture, Want string }

// Directives tests that the expected keywords apply at the cursor of each fixture.
func (k Markup) Directives(t *testing.T, cases map[string]Directive) {
	t.Helper()
	for name, c := range cases {
		source, offset := Cursor(t, c.Fixture)
		if d, _ := k.Scan(source).DirectiveFor(offset); d.Text != c.Want {
			t.Errorf("%s: %q, want %q", name, d.Text, c.Want)
		}
	}
}

// Citations tests the keys cited in fragments of text. In the expected keys, "textual" precedes a
// citation that names the authors, and "aside" one outside the running text. Each fragment is
// scanned within a longer text and is followed by after.
func (k Markup) Citations(t *testing.T, after string, cases map[string]string) {
	t.Helper()
	for source, want := range cases {
		var got []string
		text := "Text " + source + " end." + after
		for _, c := range k.Scan(text).Citations {
			if c.Textual {
				got = append(got, "textual")
			}
			if c.Aside {
				got = append(got, "aside")
			}
			for _, key := range c.Keys {
				got = append(got, key.Name)
				if text[key.Start:key.End] != key.Name {
					t.Errorf("%s: %s is at %q", source, key.Name, text[key.Start:key.End])
				}
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", source, got, want)
		}
	}
}

// ViewAt returns the manuscript to use at an offset: that of the inset there, or else that of the
// whole text.
func (k Markup) ViewAt(source string, offset int) *doc.Manuscript {
	m := k.Scan(source)
	if inset, ok := m.InsetAt(offset); k.Inset != nil && ok && m.IsMasked(offset) {
		return k.Inset(source, m, inset, offset)
	}
	return m
}

// Marks tests that inserting a citation mark at each fixture's cursor gives the expected result.
func (k Markup) Marks(t *testing.T, mark doc.Mark, cases map[string]string) {
	t.Helper()
	for fixture, want := range cases {
		source, offset := Cursor(t, fixture)
		if got := k.InsertMark(source, k.ViewAt(source, offset), offset, mark).Apply(source); got != want {
			t.Errorf("%q\n got %q\nwant %q", fixture, got, want)
		}
	}
}
