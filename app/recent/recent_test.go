package recent_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/app/recent"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
	"github.com/scilit-lsp/scilit-lsp/internal/growth"
)

var (
	probing = engine.WorkRef{Key: "conneau", DOI: "10.1/probing", Title: "What you can cram into a single vector"}
	bees    = engine.WorkRef{Key: "bees", DOI: "10.1/bees", Title: "Honey bees as pollinators of crops"}
	places  = []recent.Place{
		{Text: "Probing tasks show which linguistic properties sentence embeddings hold.", Works: []engine.WorkRef{probing}},
		{Text: "Honey bees pollinate most crops.", Works: []engine.WorkRef{bees}},
	}
	cited = map[engine.WorkRef]*engine.Paper{
		bees: {Title: bees.Title, DOI: bees.DOI, Abstract: "We counted visits of honey bees to flowers of apple trees."},
	}
)

func paperOf(id, title string, cites ...string) recent.Paper {
	return recent.Paper{ID: id, Title: title, Names: []string{id}, Cites: cites}
}

func TestPapersStandCloseByCitationOrByMeaning(t *testing.T) {
	papers := []recent.Paper{
		paperOf("doi:10.2/a", "Honey bees pollinate crops more than wild bees"),
		paperOf("doi:10.2/b", "A survey of sentence embeddings", "doi:10.1/probing"),
		paperOf("doi:10.2/c", "Prices of houses in large towns"),
		paperOf("doi:10.1/bees", "Honey bees pollinate crops"), // the manuscript already cites this paper
	}
	found, err := recent.Close(t.Context(), onnx.StaticCitations(), papers, places, cited)
	if err != nil || len(found) != 2 {
		t.Fatal(found, err)
	}
	if m := found[0]; m.ID != "doi:10.2/b" || m.Places[0].Place != 0 || m.Places[0].Cites != probing.Title {
		t.Errorf("%+v", m)
	}
	if m := found[1]; m.ID != "doi:10.2/a" || m.Places[0].Place != 1 || m.Places[0].Cites != "" {
		t.Errorf("%+v", m)
	}
	// Without an embedder, papers are matched by citations only.
	found, err = recent.Close(t.Context(), nil, papers, places, cited)
	if err != nil || len(found) != 1 || found[0].ID != "doi:10.2/b" {
		t.Error(found, err)
	}
}

func TestUpdatesAreListedLatestFirst(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "grow"), 0o700); err != nil {
		t.Fatal(err)
	}
	if all, err := recent.Read(dir); err != nil || len(all) != 0 {
		t.Fatal(all, err)
	}
	for _, ids := range [][]string{{"a", "b"}, {"c", "a"}} {
		var papers []recent.Paper
		for _, id := range ids {
			papers = append(papers, paperOf(id, "Title of "+id))
		}
		if err := recent.Add(dir, papers); err != nil {
			t.Fatal(err)
		}
	}
	all, err := recent.Read(dir)
	var ids []string
	for _, p := range all {
		ids = append(ids, p.ID)
	}
	if want := []string{"c", "a", "b"}; err != nil || !slices.Equal(ids, want) {
		t.Errorf("%v, %v", ids, err)
	}
}

// TestHostileLists reads lists in a corpus from an untrusted source.
func TestHostileLists(t *testing.T) {
	names := `"` + strings.Repeat(`x","`, 5000) + `x"`
	for name, list := range map[string]string{
		"no list":      `{"papers":7}`,
		"a long one":   "[" + strings.Repeat(" ", 17<<20) + "]",
		"controls":     `[{"id":"a","title":"\u001b]0;owned\u0007 A title \u202e of words","names":[` + names + `]}]`,
		"many":         "[" + strings.Repeat(`{"id":"a","title":"T"},`, 5000) + `{"id":"b","title":"T"}]`,
		"a long title": `[{"id":"a","title":"` + strings.Repeat("long ", 10_000) + `"}]`,
		"no title":     `[{"id":"a"},null]`,
	} {
		dir := t.TempDir()
		err := os.Mkdir(filepath.Join(dir, "grow"), 0o700)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, "grow", "recent.json"), []byte(list), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		all, err := recent.Read(dir)
		if strings.HasPrefix(name, "no list") || name == "a long one" {
			if err == nil {
				t.Errorf("%s was accepted", name)
			}
			continue
		}
		if err != nil || len(all) > 1000 {
			t.Errorf("%s: %d papers, %v", name, len(all), err)
		}
		for _, p := range all {
			if strings.ContainsAny(p.Title, "\x1b\a\u202e") || len(p.Title) > 3000 || len(p.Names) > 500 {
				t.Errorf("%s: %.100q, %d names", name, p.Title, len(p.Names))
			}
		}
	}
}

// TestGrowthOfComparisons compares lists in which each paper cites a work of the manuscript.
func TestGrowthOfComparisons(t *testing.T) {
	growth.Linear(t, growth.Repeat("Honey bees\n", "\n"), func(input string) {
		var many []recent.Paper
		for title := range strings.Lines(input) {
			many = append(many, paperOf(fmt.Sprintf("doi:10.2/%d", len(many)), title, "doi:10.1/probing"))
		}
		if _, err := recent.Close(t.Context(), nil, many, places, cited); err != nil {
			t.Error(err)
		}
	})
}

// TestOnlyTheClosestCitingPapersAreListed has ten papers that cite the same work.
func TestOnlyTheClosestCitingPapersAreListed(t *testing.T) {
	papers := []recent.Paper{paperOf("doi:10.2/near", "Honey bees pollinate most crops", "doi:10.1/bees")}
	for i := range 9 {
		papers = append(papers, paperOf(fmt.Sprintf("doi:10.2/%d", i), fmt.Sprintf("Prices of houses in town %d", i), "doi:10.1/bees"))
	}
	found, err := recent.Close(t.Context(), onnx.StaticCitations(), papers, places, cited)
	if err != nil || len(found) == 0 || len(found) > 5 || found[0].ID != "doi:10.2/near" {
		t.Errorf("%+v, %v", found, err)
	}
}
