package corpus

import (
	"testing"

	"github.com/scilit-lsp/scilit-lsp/internal/growth"
)

// readPage lays out a text on a page, each line below the previous one, and reads the page.
func readPage(s string) {
	const title, heading = "A Title of Some Words", "\n"
	b := lineBuilder{page: 1}
	set(&b, title+heading, 20, 700)
	set(&b, s, 10, 600)
	b.flush()
	t := &pdfText{lines: withoutRunningHeads(b.lines, 1), side: b.side.String(), pages: 1}
	t.paper()
}

func set(b *lineBuilder, s string, size, y float64) {
	x := 0.0
	for _, r := range s {
		if r == '\n' {
			x, y = 0, y-1.2*size
			continue
		}
		b.add(glyph{text: string(r), font: "Times", size: size, x: x, y: y, w: size / 2})
		x += size / 2
	}
}

// pageSeeds returns seeds at the positions of each part of a paper.
func pageSeeds() (seeds []growth.Seed) {
	units := growth.Repeat("abcd efgh ijkl mnop\n", "abcd efgh ijkl mn-\n", "ABCD EFGH IJKL MNOP\n", "Abcd efgh ijkl mnop.\n", "Ab. Cd. Ef gh, 2001.\n", "Ab Cd, Ef Gh\n", "Smith AB, ", "Smith AB. ", "Smith AB, Smith AB. Abcdef abcdef. Abc\n",
		"[1] Ab cd efgh ijk\n", "[1] ", "1. Ab cd efgh ijk\n", "Abstract\nAbcd efgh ijkl mnop\n", "References\nAbcd efgh ijkl mnop\n", "Introduction\nAbcd efgh ijkl mnop\n", "1 Abcd efgh ijkl mnop\n", "A B S T R A C T\n", "´a", "´", "` e", "Smith et al. 2001 ", "Smith and ", "(Smith, 2001) ",
		"[1, 2] ", "[1, ", "10.1234/a", "doi: 10.1234/abcd.efgh\n", "10.1234/ ", "arXiv:2001.00001 ", "arXiv:", "“", "”, ", "“Ab cd ef,” ", "a@b.c ", "A B, ", "ﬁ", "2001 ", "2001. ", "Ab. 2001. ", "(2001). ", "In ", "et al. ")
	for _, before := range []string{"Ab Cd\nAbstract\n", "Abstract\nab\nIntroduction\nIt is shown in this text that it is. ", "Abstract\nab\nReferences\n[1] Ab Cd. Abc defg hijk. 2001.\n", "Abstract\nab\nReferences\nAb Cd. "} {
		seeds = append(seeds, growth.Within(before, units, "\nReferences\n[1] Smith A. Abcdef ghijkl. 2001.\n")...)
	}
	return seeds
}

func TestGrowthOfPages(t *testing.T) {
	growth.Linear(t, growth.Within("It is shown in these lines of text that ", growth.Text, ""), readPage)
}

func TestGrowthOfPartsOfPages(t *testing.T) { growth.Linear(t, pageSeeds(), readPage) }
