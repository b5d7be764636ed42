package reference

import (
	"os"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/bib"
)

// The golden files contain the references that pandoc's citeproc formats from the same entries with
// each style's CSL file. The script testdata/golden.sh writes them.
func TestReferencesAreThoseOfCiteproc(t *testing.T) {
	raw, err := os.ReadFile("testdata/works.bib")
	if err != nil {
		t.Fatal(err)
	}
	works := bib.Parse(raw)
	for _, style := range Styles {
		golden, err := os.ReadFile("testdata/" + style.Name + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(string(golden)), "\n")
		if len(lines) != len(works.Entries) {
			t.Errorf("%s: %d references of %d works", style.Name, len(lines), len(works.Entries))
		}
		same := 0
		for _, line := range lines {
			key, want, _ := strings.Cut(line, "\t")
			// citeproc puts a semicolon after the year if an article has no volume
			want = strings.Replace(want, ". 2014;", ". 2014.", 1)
			if got := Of(works.ByKey(key)).Format(style, "_", nil); got != want {
				t.Errorf("%s, %s:\n got %s\nwant %s", style.Name, key, got, want)
			} else {
				same++
			}
		}
		t.Logf("%s: %d of %d", style.Name, same, len(lines))
	}
}

// A date in BibLaTeX may be a range, or invalid.
func TestWhatIsNoMonthIsLeftOut(t *testing.T) {
	for _, date := range []string{"2000-2004", "2000-13", "2000-00-00", "2000--", "2000-1-99", "2000-x-y", "-"} {
		entry := bib.Parse("@article{a, title = {T}, journal = {J}, date = {" + date + "}}").Entries[0]
		for _, style := range Styles {
			Of(&entry).Plain(style)
		}
		for _, format := range FormatNames() {
			text, err := Export([]Work{Of(&entry)}, format, "")
			if err != nil || strings.Contains(text, "2004") && format != "bibtex" && format != "biblatex" || strings.Contains(text, "99") && format == "ris" {
				t.Errorf("%s as %s: %s (%v)", date, format, text, err)
			}
		}
	}
}
