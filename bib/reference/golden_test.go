package reference

import (
	"os"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/bib"
)

// The golden files hold what pandoc's citeproc makes of the same entries with
// the style's CSL: testdata/golden.sh.
func TestReferencesAreThoseOfCiteproc(t *testing.T) {
	raw, err := os.ReadFile("testdata/works.bib")
	if err != nil {
		t.Fatal(err)
	}
	works := bib.Parse(raw)
	for _, style := range Styles {
		golden, err := os.ReadFile("testdata/" + style + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(string(golden)), "\n")
		if len(lines) != len(works.Entries) {
			t.Errorf("%s: %d references of %d works", style, len(lines), len(works.Entries))
		}
		same := 0
		for _, line := range lines {
			key, want, _ := strings.Cut(line, "\t")
			if got := Of(works.ByKey(key)).Format(Style(style), "_", nil); got != want {
				t.Errorf("%s, %s:\n got %s\nwant %s", style, key, got, want)
			} else {
				same++
			}
		}
		t.Logf("%s: %d of %d", style, same, len(lines))
	}
}

// A date of BibLaTeX may be a range, or wrong.
func TestWhatIsNoMonthIsLeftOut(t *testing.T) {
	for _, date := range []string{"2000-2004", "2000-13", "2000-00-00", "2000--", "2000-1-99", "2000-x-y", "-"} {
		entry := bib.Parse("@article{a, title = {T}, journal = {J}, date = {" + date + "}}").Entries[0]
		for _, style := range Styles {
			Of(&entry).Plain(Style(style))
		}
		for _, format := range Formats {
			text, err := Export([]Work{Of(&entry)}, format, APA)
			if err != nil || strings.Contains(text, "2004") && format != "bibtex" && format != "biblatex" || strings.Contains(text, "99") && format == "ris" {
				t.Errorf("%s as %s: %s (%v)", date, format, text, err)
			}
		}
	}
}
