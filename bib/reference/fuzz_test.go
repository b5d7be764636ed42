package reference

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/bib"
)

// Any entry can be written in every style and format, and the internal markers never appear in the
// result.
func FuzzReference(f *testing.F) {
	raw, err := os.ReadFile("testdata/works.bib")
	if err != nil {
		f.Fatal(err)
	}
	for _, entry := range strings.SplitAfter(string(raw), "}}\n") {
		f.Add(entry)
	}
	f.Add("@article{a, author = {, and , , x and others}, title = {{}{\\}}, pages = {-}, year = {--}, doi = {10.}, date={-}, month=99}")
	f.Fuzz(func(t *testing.T, src string) {
		file := bib.Parse(src)
		for i := range file.Entries {
			w := Of(&file.Entries[i])
			for _, style := range Styles {
				if text := w.Plain(style); strings.Contains(text, italic) && !strings.Contains(src, italic) {
					t.Fatalf("%s: %q", style.Name, text)
				}
			}
			for _, format := range FormatNames() {
				text, err := Export([]Work{w}, format, "")
				if err != nil || format == "csl-json" && !json.Valid([]byte(text)) {
					t.Fatalf("%s: %q, %v", format, text, err)
				}
			}
		}
	})
}
