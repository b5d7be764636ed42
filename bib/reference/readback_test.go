package reference

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// Other programs must understand the exports: pandoc reads BibTeX, BibLaTeX and CSL JSON, and
// bibutils reads RIS. All must return the same works.
func TestOtherProgramsReadTheExports(t *testing.T) {
	works, want := exported(t)
	for format, read := range map[string]func(*testing.T, string) []byte{
		"bibtex":   func(t *testing.T, s string) []byte { return pipe(t, s, "pandoc", "-f", "bibtex", "-t", "csljson") },
		"biblatex": func(t *testing.T, s string) []byte { return pipe(t, s, "pandoc", "-f", "biblatex", "-t", "csljson") },
		"csl-json": func(t *testing.T, s string) []byte { return pipe(t, s, "pandoc", "-f", "csljson", "-t", "csljson") },
		"ris": func(t *testing.T, s string) []byte {
			xml := pipe(t, s, "ris2xml", "-i", "utf8", "-o", "utf8")
			return pipe(t, string(pipe(t, string(xml), "xml2bib", "-i", "utf8", "-o", "utf8")), "pandoc", "-f", "bibtex", "-t", "csljson")
		},
	} {
		t.Run(format, func(t *testing.T) {
			written, err := Export(works, format, "")
			if err != nil {
				t.Fatal(err)
			}
			var items []map[string]any
			if err := json.Unmarshal(read(t, written), &items); err != nil {
				t.Fatal(err)
			}
			got := make(map[string]essence)
			for _, item := range items {
				got[fmt.Sprint(item["id"])] = essenceOf(item)
			}
			for _, key := range slices.Sorted(maps.Keys(want)) {
				got, want := got[key], want[key]
				if format == "ris" && got.doi == "<nil>" {
					want.doi = got.doi // bibutils keeps only the DOIs of articles
				}
				if got != want {
					t.Errorf("%s:\nwritten %+v\nread    %+v", key, want, got)
				}
			}
		})
	}
}

// exported returns the works in works.bib, and the part of each that must survive an export.
func exported(t *testing.T) (works []Work, want map[string]essence) {
	t.Helper()
	src, err := os.ReadFile(filepath.Join("testdata", "works.bib"))
	if err != nil {
		t.Fatal(err)
	}
	file := bib.Parse(src)
	want = make(map[string]essence)
	for i := range file.Entries {
		w := Of(&file.Entries[i])
		raw, _ := json.Marshal(w.csl())
		var item map[string]any
		if err := json.Unmarshal(raw, &item); err != nil {
			t.Fatal(err)
		}
		works, want[w.Key] = append(works, w), essenceOf(item)
	}
	return works, want
}

// An essence contains the data of a work that every format must preserve.
type essence struct{ title, names, year, doi string }

func essenceOf(item map[string]any) essence {
	return essence{letters(item["title"]), namesIn(item), yearIn(item["issued"]), strings.ToLower(fmt.Sprint(item["DOI"]))}
}

var tag = regexp.MustCompile(`</?\w+[^>]*>`)

// letters returns the letters and digits of a value, which are the same in all formats.
func letters(value any) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, text.Fold(tag.ReplaceAllString(fmt.Sprint(value), "")))
}

// namesIn returns the names of the authors or, without authors, of the editors. The result does not
// depend on how a name is split into parts.
func namesIn(item map[string]any) string {
	names, ok := item["author"].([]any)
	if !ok {
		names, _ = item["editor"].([]any)
	}
	var all []string
	for _, name := range names {
		parts, _ := name.(map[string]any)
		var words []string
		for _, part := range parts {
			for word := range strings.FieldsSeq(fmt.Sprint(part)) {
				words = append(words, letters(word))
			}
		}
		slices.Sort(words)
		all = append(all, strings.Join(words, " "))
	}
	return strings.Join(all, "; ")
}

func yearIn(issued any) string {
	return regexp.MustCompile(`\d{4}`).FindString(fmt.Sprint(issued))
}

func pipe(t *testing.T, in, name string, args ...string) []byte {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		t.Skipf("%s is not installed; on Debian: apt install pandoc bibutils", name)
	}
	cmd := exec.Command(name, args...)
	cmd.Stdin = strings.NewReader(in)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return out
}
