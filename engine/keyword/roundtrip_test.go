package keyword

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

// withoutPlaces ignores the spans of nodes when comparing trees.
var withoutPlaces = cmpopts.IgnoreTypes(Span{})

func checkInvariants(t interface {
	Helper()
	Fatalf(string, ...any)
}, source string) {
	t.Helper()
	e, mistakes := Parse(source)
	for _, m := range mistakes {
		if m.Start < 0 || m.Start >= m.End || m.End > len(source) {
			t.Fatalf("%q: mistake outside the source: %+v", source, m)
		}
	}
	eachNode(e, func(node Expr) {
		if at := node.Pos(); at.Start < 0 || at.Start >= at.End || at.End > len(source) {
			t.Fatalf("%q: node outside the source: %+v", source, node)
		}
	})
	if e == nil {
		return
	}
	again, mistakes := Parse(e.String())
	if len(mistakes) > 0 {
		t.Fatalf("%q is printed %q, which has mistakes: %v", source, e, mistakes)
	}
	if diff := cmp.Diff(e, again, withoutPlaces); diff != "" {
		t.Fatalf("%q is printed %q, another tree:\n%s", source, e, diff)
	}
}

func FuzzParse(f *testing.F) {
	for _, source := range []string{
		"", "NLP; machine learning | NMT; 2020..2022", `-"a; b" | year:2015; ..2008; 2015..`,
		`title:"x | y"; doi:http://dx.doi.org/10.1/A; author:`, `a;;b|"`, "--x; -", "2020..2010; the; ..",
		"\xff;\u00a0|İ:ſ", `"year:2015" ".." - -`, `author: conn*; key:"x*" | doi: "10.1;2"*`,
	} {
		f.Add(source)
	}
	f.Fuzz(func(t *testing.T, source string) { checkInvariants(t, source) })
}

// pieces are parts of queries. A sequence of pieces is far more often a valid query than random bytes are.
var pieces = []string{
	";", "|", "-", "..", `"`, ":", " ", "\t", "2010", "2022", "999", "year:", "title:", "doi:", "author:", "Venue:", "isbn:",
	"the", "*", "~", "NLP", "arxiv:", "machine", "É", "机", "?", "(x)", "10.1/", "https://doi.org/",
}

func TestPrintedTreesParseToThemselves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		source := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 24).Draw(t, "pieces"), "")
		checkInvariants(t, source)
	})
}
