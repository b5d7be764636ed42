package grow

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
)

// profileOf searches the papers up to a year, or all papers if the year is 0. It returns the
// profile score of the paper with the given ID, or 0 if it was not found.
func profileOf(t *testing.T, x *index.Index, text string, to int, id string) float64 {
	found, err := x.Search(t.Context(), engine.Request{Context: []string{text}, Limit: 50, Years: engine.Years{To: to}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range found.Candidates {
		if c.Paper.ID == id {
			return c.Profile
		}
	}
	return 0
}

// Sentences in the synthetic literature cite a work by the words of its title. A search limited to a
// year uses only the citing papers up to that year.
func TestWorksAreFoundByTheirCitingSentences(t *testing.T) {
	if testing.Short() {
		t.Skip("its requests are those of other tests")
	}
	d := newDesk(t, "semanticscholar")
	if _, _, err := d.grow(d.seeds(60), Goals{Papers: 1500, Hops: 3}); err != nil {
		t.Fatal(err)
	}
	x, err := index.Open(d.dir)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	first := make(map[string]int) // year of the first citing paper, by the title of the cited work
	for _, p := range d.papers() {
		for _, r := range p.References {
			if year, known := first[r.Title]; len(r.Contexts) > 0 && (!known || p.Year < year) {
				first[r.Title] = p.Year
			}
		}
	}
	checked := 0
	for _, p := range d.papers() {
		year, cited := first[p.Title]
		if !cited || p.Year >= year {
			continue
		}
		text := fmt.Sprintf("As %s has shown, %s.", p.Authors[0].Family, p.Title)
		if got := profileOf(t, x, text, year, p.ID); got <= 0 {
			t.Errorf("%s: score %g until the year of its first citing paper", p.Title, got)
		}
		if got := profileOf(t, x, text, year-1, p.ID); got > 0 {
			t.Errorf("%s: newer citing papers leak: score %g", p.Title, got)
		}
		checked++
	}
	if checked == 0 {
		t.Error("no work has citing sentences")
	}
}

// A service sends citing sentences that are endless, invisible or contradictory.
func TestHostileCitingSentences(t *testing.T) {
	d := newDesk(t, "semanticscholar")
	key := func(n int) string { return fmt.Sprintf("%040x", n) }
	contexts := strings.TrimSuffix(strings.Repeat(`"An \u001b]0;owned\u0007 in\u202evisible sentence `+strings.Repeat("w", 5000)+`",`, 200), ",")
	paper := func(n int) string {
		return fmt.Sprintf(`{"paperId":"%s","title":"A work of many words, number %d","year":2020,"citationCount":5,`+
			`"externalIds":{"DOI":"10.5555/world.%d"},"authors":[{"name":"Jane Doe"}],"references":[{"paperId":"%s"}]}`, key(n), n, n, key(n+1))
	}
	d.world.On("api.semanticscholar.org/graph/v1/paper/", func(rw http.ResponseWriter, r *http.Request) {
		rw.Header().Set("Content-Type", "application/json")
		if strings.HasSuffix(r.URL.Path, "/batch") {
			fmt.Fprintf(rw, "[%s,%s,%s]", paper(1), paper(2), paper(3))
			return
		}
		item := fmt.Sprintf(`{"contexts":[%s],"intents":["\u001bx"],"citingPaper":%s}`, contexts, paper(1))
		fmt.Fprintf(rw, `{"offset":0,"data":[%s,%s,{"contexts":["no paper"]},{"contexts":null,"citingPaper":{}}]}`, item, item)
	})
	if _, _, err := d.grow(d.seeds(3), Goals{Papers: 20, Hops: 2}); err != nil {
		t.Fatal(err)
	}
	said := 0
	for _, p := range d.papers() {
		for _, r := range p.References {
			said += len(r.Contexts)
			for _, c := range r.Contexts {
				if len(c) > 1<<12 || strings.ContainsAny(c, "\x1b\a\u202e") {
					t.Errorf("%.80q of %d bytes", c, len(c))
				}
			}
		}
	}
	if said == 0 || said > 3*20 {
		t.Errorf("%d citing sentences", said)
	}
}
