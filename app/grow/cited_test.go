package grow

import (
	"slices"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/profile"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A grown corpus stores which works cite which. Two works are found together from the year of the first
// paper that cites both.
func TestWorksAreFoundByTheGraphOfAGrownCorpus(t *testing.T) {
	if testing.Short() {
		t.Skip("its requests are those of other tests")
	}
	d := newDesk(t, "openalex")
	if _, _, err := d.grow(d.seeds(20), Goals{Papers: 300, Hops: 3}); err != nil {
		t.Fatal(err)
	}
	x, err := index.Open(d.dir)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	byID, citing := make(map[string]*engine.Paper), make(map[string][]*engine.Paper)
	for _, p := range d.papers() {
		byID[p.OpenAlex] = p
		for _, r := range p.References {
			citing[r.OpenAlex] = append(citing[r.OpenAlex], p)
		}
	}
	together := func(a, b *engine.Paper, to int) float64 {
		req := engine.Request{Years: engine.Years{To: to}}
		hits, err := x.Companions(t.Context(), req, profile.TableOf([]paper.Ref{{DOI: a.DOI}}))
		if err != nil {
			t.Fatal(err)
		}
		return profile.NewCompanionTable(hits).Score(b)
	}
	checked := 0
	for _, a := range d.papers() {
		if a.DOI == "" || len(citing[a.OpenAlex]) == 0 || checked == 20 {
			continue
		}
		first := slices.MinFunc(citing[a.OpenAlex], func(p, q *engine.Paper) int { return p.Year - q.Year })
		for _, r := range first.References {
			b := byID[r.OpenAlex]
			if b == nil || b.ID == a.ID {
				continue
			}
			checked++
			if got := together(a, b, first.Year); got <= 0 {
				t.Errorf("%s and %s, cited by %s in %d: %g", a.ID, b.ID, first.ID, first.Year, got)
			}
			if got := together(a, b, first.Year-1); got != 0 {
				t.Errorf("%s and %s, cited first by %s in %d: newer citing papers leak: %g", a.ID, b.ID, first.ID, first.Year, got)
			}
		}
	}
	if checked == 0 {
		t.Error("no two works are cited together")
	}
}
