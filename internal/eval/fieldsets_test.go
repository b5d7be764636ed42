package eval_test

import (
	"iter"
	"path/filepath"
	"slices"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/internal/eval"
)

func TestTheFieldOfAJournal(t *testing.T) {
	for venue, want := range map[string]string{
		"BMC Plant Biology": "plants", "Plant Biotechnology Journal": "plants", "Nutrients": "nutrition",
		"Frontiers in Microbiology": "microbes", "BMC Genomics": "genomes", "Sensors (Basel, Switzerland)": "chemistry",
		"Frontiers in Physiology": "medicine", "PLoS ONE": eval.General,
	} {
		if got := eval.FieldOf(venue); got != want {
			t.Errorf("%s is of %s, want %s", venue, got, want)
		}
	}
}

// Two papers with full text cite some works. The sets of a field contain these works with titles
// only, and no held-out papers.
func TestSetsOfFields(t *testing.T) {
	ironed := &engine.Paper{ID: "iron", Title: "Dietary strategies for improving iron status", Venue: "Nutrients",
		Year: 2016, Abstract: "Iron is low. We review it."}
	citing := &engine.Paper{
		ID: "rice", Title: "Iron in rice", Venue: "Rice", Year: 2018, Abstract: "Rice has iron.",
		Body: []engine.Section{{Paragraphs: []engine.Paragraph{{
			{Text: "Iron is scarce."},
			{Text: "Diets help [1].", Cites: []engine.CiteSpan{{Start: 12, End: 13, Reference: 0}}},
		}}}},
		References: []engine.Reference{{Title: "Dietary Strategies for Improving Iron Status."}},
	}
	held := *citing
	held.ID = "held"
	sources := eval.FieldSources{Papers: papersOf(ironed, citing, &held), Held: map[string]bool{"held": true},
		Dev: map[string]bool{"rice": true}}
	for _, title := range []string{"Iron in grain", "Grain and zinc", "Phytate"} {
		c := eval.TitledContext{ID: title, Citing: "rice", Year: 2018, Context: []string{"Grain has little."},
			Sentence: "Grain has iron and zinc [CITE].", Split: "dev"}
		if title == "Phytate" {
			c.Sentence = "Phytate has been shown to bind iron [CITE]."
		}
		c.Cited.Title, c.Cited.Authors, c.Cited.Year = title, []string{"N. A. Trayanova"}, "2011"
		sources.Titled = append(sources.Titled, c)
	}
	article := *citing
	article.ID, article.References = "menus", []engine.Reference{{Title: "Fast menus for small screens", Year: 2004}}
	article.Body = []engine.Section{{Paragraphs: []engine.Paragraph{{
		{Text: "Menus are slow on the screens of phones, which are smaller than those of any desk."},
		{Text: "Pie menus help [1].", Cites: []engine.CiteSpan{{Start: 15, End: 18, Reference: 0}}},
		{Text: "They open where the finger is [1] or near it.", Cites: []engine.CiteSpan{{Start: 30, End: 33, Reference: 0}}},
	}, {{Text: "Short [1].", Cites: []engine.CiteSpan{{Start: 6, End: 9, Reference: 0}, {Start: 6, End: 9, Reference: 7}}}}}}}
	sources.Articles = []eval.FieldArticles{{Field: "computing", Papers: papersOf(&article, ironed)}}
	dir := t.TempDir()
	if err := eval.WriteFieldSets(sources, dir); err != nil {
		t.Fatal(err)
	}
	if all := readSet(t, dir, "dev/computing"); len(all) != 3 || all[0].Cited != "computing:fast menus for small screens" {
		t.Errorf("contexts of computing: %+v", all)
	}
	if all := readSet(t, dir, "dev/computing-paragraphs"); len(all) != 1 || len(all[0].Context) != 3 ||
		all[0].Context[1] != "Pie menus help  ." || len(all[0].Also) != 0 {
		t.Errorf("paragraphs of computing: %+v", all)
	}
	plants := readSet(t, dir, "dev/plants")
	if len(plants) != 3 || plants[0].Cited != "plants:iron in grain" ||
		!slices.Equal(plants[0].Keywords, []string{"grain", "iron"}) || plants[0].CitingTitle != "Iron in rice" {
		t.Errorf("contexts of plants: %+v", plants)
	}
	if claims := readSet(t, dir, "dev/claims"); len(claims) != 1 || claims[0].Cited != "claims:phytate" {
		t.Errorf("claims: %+v", claims)
	}
	within := readSet(t, dir, "dev/within")
	if len(within) != 1 || within[0].Cited != "iron" || within[0].Sentence != "Diets help [[CITE]]." {
		t.Errorf("contexts within: %+v", within)
	}
}

func readSet(t *testing.T, dir, name string) []eval.Context {
	t.Helper()
	contexts, err := eval.ReadContexts(filepath.Join(dir, filepath.FromSlash(name)+".jsonl.gz"), 0)
	if err != nil {
		t.Fatal(err)
	}
	return contexts
}

func papersOf(papers ...*engine.Paper) iter.Seq2[*engine.Paper, error] {
	return func(yield func(*engine.Paper, error) bool) {
		for _, p := range papers {
			if !yield(p, nil) {
				return
			}
		}
	}
}
