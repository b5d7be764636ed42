package recent

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A Place is a sentence of a manuscript that cites works.
type Place struct {
	Text  string // text of the sentence without citations
	Works []engine.WorkRef
}

// A Match is a recent paper and the places that it is related to, closest first.
type Match struct {
	Paper
	Places []Closeness
}

// A Closeness states why a paper is related to a place.
type Closeness struct {
	Place  int     // index of the place
	Cosine float64 // cosine similarity of the sentence and the paper
	// Cites is the title of a work cited by both the place and the paper. It is "" if the paper is
	// related because it is as close to the sentence as the works cited there.
	Cites string
}

// maxClose is the maximum number of places per paper. maxByMeaning is the maximum number of papers
// per place that cite none of its works, and maxByCitation the maximum number of papers that cite
// one.
const (
	maxClose      = 3
	maxByMeaning  = 2
	maxByCitation = 3
)

// An Embedder embeds texts as unit vectors. If it is nil, papers are related to places by citations
// only.
type Embedder interface {
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// embedded returns the vectors of texts, or nil vectors without an embedder.
func embedded[T any](ctx context.Context, e Embedder, all []T, text func(T) string) ([][]float32, error) {
	if e == nil || len(all) == 0 {
		return make([][]float32, len(all)), ctx.Err()
	}
	texts := make([]string, len(all))
	for i, one := range all {
		texts[i] = text(one)
	}
	return e.Embed(ctx, texts)
}

// Close returns the recent papers that are related to places in a manuscript. Papers that share
// citations with the most places come first. A paper is related to a place if it cites a work cited
// there, or if the sentence is at least as close to the paper as to each work cited there. In the
// second case, only the maxByMeaning closest papers per place count. cited contains the records of
// cited works. Close omits papers that the manuscript cites.
func Close(ctx context.Context, e Embedder, papers []Paper, places []Place,
	cited map[engine.WorkRef]*engine.Paper) (all []Match, err error) {
	m := matcher{places: places, cited: cited, own: make(map[string]bool),
		names: make(map[engine.WorkRef][]string)}
	if err := m.embed(ctx, e); err != nil {
		return nil, err
	}
	papers = slices.DeleteFunc(slices.Clone(papers), func(p Paper) bool {
		return slices.ContainsFunc(p.Names, func(name string) bool { return m.own[name] })
	})
	vectors, err := embedded(ctx, e, papers, func(p Paper) string { return p.Title + ". " + p.Abstract })
	if err != nil {
		return nil, err
	}
	for i, p := range papers {
		all = append(all, Match{p, m.close(p, vectors[i])})
	}
	m.keepClosest(all, maxByMeaning, func(c Closeness) bool { return c.Cites == "" })
	m.keepClosest(all, maxByCitation, func(c Closeness) bool { return c.Cites != "" })
	for i := range all {
		all[i].Places = all[i].Places[:min(len(all[i].Places), maxClose)]
	}
	all = slices.DeleteFunc(all, func(m Match) bool { return len(m.Places) == 0 })
	slices.SortStableFunc(all, func(a, b Match) int { return cmp.Compare(citing(b), citing(a)) })
	return all, ctx.Err()
}

// citing returns the number of places that share a citation with the paper.
func citing(m Match) (n int) {
	for _, c := range m.Places {
		if c.Cites != "" {
			n++
		}
	}
	return n
}

type matcher struct {
	places  []Place
	cited   map[engine.WorkRef]*engine.Paper
	vectors [][]float32 // vectors of the sentences
	// cosine similarity of each sentence and the closest known work that it cites; 2 if none is
	// known
	nearest []float64
	own     map[string]bool
	names   map[engine.WorkRef][]string // identities of the works cited by the places
}

// embed computes the vectors of the sentences, and their cosine similarities with the works that
// they cite.
func (m *matcher) embed(ctx context.Context, e Embedder) (err error) {
	m.vectors, err = embedded(ctx, e, m.places, func(p Place) string { return p.Text })
	if err != nil {
		return err
	}
	refs := m.known()
	vectors, err := embedded(ctx, e, refs, func(w engine.WorkRef) string {
		return m.cited[w].Title + ". " + m.cited[w].Abstract
	})
	if err != nil {
		return err
	}
	of := make(map[engine.WorkRef][]float32)
	for i, w := range refs {
		of[w] = vectors[i]
	}
	for i, p := range m.places {
		best, known := 0.0, false
		for _, w := range p.Works {
			if v := of[w]; v != nil {
				best, known = max(best, cosine(m.vectors[i], v)), true
			}
		}
		if !known {
			best = 2
		}
		m.nearest = append(m.nearest, best)
	}
	return nil
}

// known returns the cited works whose records are known. It also collects the identities of all
// cited works.
func (m *matcher) known() (refs []engine.WorkRef) {
	seen := make(map[engine.WorkRef]bool)
	for _, p := range m.places {
		for _, w := range p.Works {
			if seen[w] {
				continue
			}
			seen[w] = true
			m.names[w] = namesOf(w)
			for _, name := range m.names[w] {
				m.own[name] = true
			}
			if m.cited[w] != nil {
				refs = append(refs, w)
			}
		}
	}
	return refs
}

// close returns the places that are related to a paper, closest first.
func (m *matcher) close(p Paper, vector []float32) (all []Closeness) {
	for i, place := range m.places {
		c := Closeness{Place: i, Cosine: cosine(m.vectors[i], vector)}
		for _, w := range place.Works {
			isCited := func(name string) bool { return slices.Contains(p.Cites, name) }
			if c.Cites == "" && slices.ContainsFunc(m.names[w], isCited) {
				c.Cites = cmp.Or(w.Title, w.DOI, w.Key)
			}
		}
		if c.Cites != "" || c.Cosine > 0 && c.Cosine >= m.nearest[i] {
			all = append(all, c)
		}
	}
	slices.SortStableFunc(all, func(a, b Closeness) int { return cmp.Compare(b.Cosine, a.Cosine) })
	return all
}

// keepClosest removes from each match the places for which isKind is true, unless the match is one
// of the closest to the place.
func (m *matcher) keepClosest(all []Match, most int, isKind func(Closeness) bool) {
	best := make([][]float64, len(m.places))
	for _, match := range all {
		for _, c := range match.Places {
			if isKind(c) {
				best[c.Place] = append(best[c.Place], c.Cosine)
			}
		}
	}
	for i := range best {
		slices.Sort(best[i])
		best[i] = best[i][max(0, len(best[i])-most):]
	}
	for i := range all {
		all[i].Places = slices.DeleteFunc(all[i].Places, func(c Closeness) bool {
			return isKind(c) && c.Cosine < best[c.Place][0]
		})
	}
}

// namesOf returns the identities of a reference in the same form as paper.Names.
func namesOf(w engine.WorkRef) (names []string) {
	p := paper.Paper{ID: w.ID, DOI: w.DOI, ArXiv: w.ArXiv, Title: w.Title}
	if w.Author != "" {
		p.Authors = []paper.Author{{Family: w.Author}}
	}
	return slices.DeleteFunc(p.Names(), func(name string) bool { return strings.HasPrefix(name, "id:") })
}

// cosine returns the dot product of two unit vectors, or 0 if one of them is missing.
func cosine(a, b []float32) (sum float64) {
	if len(a) != len(b) {
		return 0
	}
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}
