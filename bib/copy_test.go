package bib

import (
	"strings"
	"testing"
)

func TestAnEntryIsCopiedAsItsUserWroteIt(t *testing.T) {
	const own = "@Article( Smith_20,\n  TITLE = \"On {B}\",\n  year=2020 , month = mar\n)"
	target := Parse("@misc{a, title = {A}}\r\n")
	in, ok := target.InsertCopy(own, "Smith_20")
	if want := "\r\n\r\n" + strings.ReplaceAll(own, "\n", "\r\n"); !ok || strings.TrimRight(in.Text, "\r\n") != want {
		t.Errorf("%q", in.Text)
	}
	in, ok = target.InsertCopy(own, "b")
	got := Parse(string(in.Apply([]byte("@misc{a, title = {A}}\r\n"))))
	if !ok || len(got.Entries) != 2 || got.Entries[1].Key != "b" || got.Entries[1].Field("title") != "On B" {
		t.Errorf("%q", in.Text)
	}
}

func TestWhatIsNoWholeEntryIsNotCopied(t *testing.T) {
	for _, entry := range []string{"", "@misc{a, title = {A}", "@misc{a, title={A}} @misc{b, title={B}}", "@string{x = {y}}"} {
		if in, ok := Parse("").InsertCopy(entry, "k"); ok {
			t.Errorf("%q became %q", entry, in.Text)
		}
	}
	if in, ok := Parse("@misc{a, title = {M\xfcller}}").InsertCopy("@misc{b, title = {Ñ}}", "b"); ok {
		t.Errorf("a Latin-1 file got %q", in.Text)
	}
}

func TestAnEntryStandsAloneWhereItNeedsNothingElse(t *testing.T) {
	for entry, alone := range map[string]bool{
		"@misc{a, title = {A}, month = jan}":        true,
		"@misc{a, title = {A}, crossref = {b}}":     false,
		"@misc{a, title = {A}, xdata = {b}}":        false,
		"@misc{a, journal = acl, title = {A}}":      false,
		"@misc{a, journal = {A} # acl}":             false,
		"@misc{a, title = {A}, month = jan # {~1}}": false,
		"@misc{a, title = {A}":                      false,
	} {
		if got := Parse(entry).Entries[0].StandsAlone(); got != alone {
			t.Errorf("%s: %v", entry, got)
		}
	}
}

func FuzzInsertCopy(f *testing.F) {
	f.Add("@misc{a, title = {A}}\n", "@misc{b, title = {B}}", "c")
	f.Add("", "@misc(b,\r\n title = \"B\")", "b")
	f.Fuzz(func(t *testing.T, src, entry, key string) {
		if key == "" || keepKeyBytes(key) != key || strings.HasPrefix(src, bom) {
			return
		}
		file, other := Parse(src), Parse(entry)
		in, ok := file.InsertCopy(entry, key)
		if !ok || !other.Entries[0].StandsAlone() {
			return
		}
		after := Parse(string(in.Apply([]byte(src))))
		if len(after.Entries) != len(file.Entries)+1 || after.ByKey(key) == nil {
			t.Errorf("%q in %q: %d entries, want one more than %d", in.Text, src, len(after.Entries), len(file.Entries))
		}
	})
}
