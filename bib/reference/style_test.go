package reference

import (
	"os"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/bib"
)

// The editors and the documentation contain lists that are not generated. This test prints the names
// missing from them.
func TestListsNameAllStylesAndFormats(t *testing.T) {
	styles, formats := StyleNames(), FormatNames()[1:]
	for path, names := range map[string][][]string{
		"editors/vscode/package.json":           {styles},
		"editors/nvim/lua/scilit/reference.lua": {styles, formats},
		"editors/nvim/doc/scilit.txt":           {styles, formats},
		"editors/emacs/scilit-cite.el":          {styles, formats},
		"docs/formats.md":                       {styles, formats},
	} {
		text, err := os.ReadFile("../../" + path)
		if err != nil {
			t.Fatal(err)
		}
		for _, list := range names {
			for _, name := range list {
				if !strings.Contains(string(text), name) {
					t.Errorf("%s lacks %q", path, name)
				}
			}
		}
	}
}

func TestAListIsNumberedInItsStyle(t *testing.T) {
	file := bib.Parse("@book{a, author = {Doe, Jane}, title = {First}, year = 2001}\n@book{b, author = {Roe, Richard}, title = {Second}, year = 2002}")
	works := []Work{Of(&file.Entries[0]), Of(&file.Entries[1])}
	for style, want := range map[string]string{
		"vancouver": "1. Doe J. First. 2001.\n\n2. Roe R. Second. 2002.\n",
		"mla":       "Doe, Jane. First. 2001.\n\nRoe, Richard. Second. 2002.\n",
	} {
		if got, err := Export(works, Plain, style); got != want || err != nil {
			t.Errorf("%s: %q, %v", style, got, err)
		}
	}
	if got, err := Export(works[:1], Plain, "vancouver"); got != "Doe J. First. 2001.\n" || err != nil {
		t.Errorf("one reference: %q, %v", got, err)
	}
	if _, err := Export(works, Plain, "turabian"); err == nil || !strings.Contains(err.Error(), "vancouver") {
		t.Errorf("an unknown style: %v", err)
	}
}

// The capitals of a conference's name cannot be distinguished from those of a title.
func TestTitlesOfProceedingsKeepTheirCase(t *testing.T) {
	const booktitle = "Proceedings of the Fifth North American Conference on Things"
	entry := bib.Parse("@inproceedings{a, author = {Doe, Jane}, title = {A Title}, year = 2001, booktitle = {" + booktitle + "}}").Entries[0]
	for _, format := range []string{"ris", "csl-json"} {
		if text, _ := Export([]Work{Of(&entry)}, format, ""); !strings.Contains(text, booktitle) {
			t.Errorf("%s: %s", format, text)
		}
	}
	for _, name := range []string{"ieee", "vancouver"} {
		if style, _ := StyleNamed(name); !strings.Contains(Of(&entry).Plain(style), booktitle) {
			t.Errorf("%s: %s", name, Of(&entry).Plain(style))
		}
	}
}
