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
