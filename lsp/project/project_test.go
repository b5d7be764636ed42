package project

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/scilit-lsp/scilit-lsp/internal/growth"
)

func TestWhatProjectsSay(t *testing.T) {
	for name, c := range map[string]struct {
		path, text string
		want       Config
	}{
		"Quarto": {"_quarto.yml", "project:\n  type: default\nbibliography: refs.bib\n", Config{Bibliographies: []string{"refs.bib"}}},
		"a list, and a book's parts": {"_quarto.yml", `
bibliography: [a.bib, "b c.bib"]
book:
  chapters:
    - index.qmd
    - part: "Methods of all kinds"
      chapters: [one.qmd, {file: two.qmd, text: "Two"}]
    - part: results.qmd
      chapters:
        - three.qmd
  appendices: [four.qmd]
`, Config{Bibliographies: []string{"a.bib", "b c.bib"}, Chapters: []string{"index.qmd", "one.qmd", "two.qmd", "results.qmd", "three.qmd", "four.qmd"}}},
		"bookdown":                {"_bookdown.yml", "rmd_files: [index.Rmd, one.Rmd]", Config{Chapters: []string{"index.Rmd", "one.Rmd", "index.Rmd"}}},
		"bookdown by format":      {"_bookdown.yml", "rmd_files:\n  html: [a.Rmd]\n  latex: [b.Rmd]", Config{Chapters: []string{"a.Rmd", "b.Rmd", "index.Rmd"}}},
		"bookdown, all there are": {"_bookdown.yml", "book_filename: x", Config{Chapters: []string{"index.Rmd"}, ChaptersBeside: true}},
		"MyST":                    {"myst.yml", "version: 1\nproject:\n  bibliography:\n    - refs.bib\n", Config{Bibliographies: []string{"refs.bib"}, BibsBeside: true}},
		"Jupyter Book":            {"_config.yml", "sphinx:\n  config:\n    bibtex_bibfiles: [refs.bib]\n", Config{Bibliographies: []string{"refs.bib"}, Roles: true}},
		"Sphinx":                  {"conf.py", "extensions = []\nbibtex_bibfiles = [\n  'a.bib', \"b.bib\"\n]\n", Config{Bibliographies: []string{"a.bib", "b.bib"}, Roles: true}},
		"Manubot":                 {"/x/content/metadata.yaml", "title: A\n", Config{ChaptersBeside: true, NewBib: "manual-references.bib"}},
		"somebody's metadata":     {"/x/metadata.yaml", "title: A\nbibliography: a.bib", Config{}},
		"half typed":              {"_quarto.yml", "bibliography: [a.bib", Config{}},
		"another shape":           {"_quarto.yml", "- bibliography\n- book: 1", Config{}},
		"a program's":             {"_quarto.yml", "bibliography: \"`r file`\"", Config{}},
		"aliases":                 {"_quarto.yml", "x: &x [a.bib]\nbibliography: *x\n", Config{}},
		"aliases upon aliases":    {"_quarto.yml", "a: &a [x, x]\nb: &b [*a, *a]\nbibliography: [*b, *b, c.bib]\n", Config{Bibliographies: []string{"c.bib"}}},
	} {
		if diff := cmp.Diff(c.want, Read(c.path, c.text)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(0, "bibliography: [a, b]\nbook:\n  chapters: [c, {part: d, chapters: [e]}]")
	f.Add(3, "rmd_files: {html: [a]}")
	f.Add(6, "bibtex_bibfiles = ['a']")
	f.Fuzz(func(t *testing.T, file int, text string) {
		c := Read("content/"+Files[uint(file)%uint(len(Files))], text)
		for _, name := range append(c.Bibliographies, c.Chapters...) {
			if name == "" || strings.ContainsRune(name, 0) {
				t.Errorf("%q is a name", name)
			}
		}
	})
}

func TestGrowthOfRead(t *testing.T) {
	seeds := growth.Within("bibliography:\n", growth.Repeat("- a\n", "- [a, b]\n", "- {a: b}\n", "- *a\n", "  - "), "\n")
	seeds = append(seeds, growth.Within("book:\n  chapters:\n", growth.Repeat("    - a\n", "    - {part: b.c, chapters: [d]}\n"), "\n")...)
	growth.Linear(t, append(seeds, growth.Text...), func(s string) { Read("_quarto.yml", s) })
}

func TestGrowthOfReadingPython(t *testing.T) {
	growth.Linear(t, growth.Within("bibtex_bibfiles = [", growth.Text, "]"), func(s string) { Read("conf.py", s) })
}
