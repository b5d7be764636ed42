package grow

import (
	"cmp"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/online"
)

// A version is a kept work and another version of the same work that an update found.
type version struct{ kept, other int32 }

// News describes a work that was published since the last run.
type News struct {
	Title, DOI string
	Cites      []string // titles of the seeds that the work cites
	Preprint   string   // title of the preprint in the corpus of which the work is the published version, or ""
}

// news returns the new works found by an update: works that cite seeds, most citations first, and
// published versions of preprints.
func (g *Grower) news() (all []News, err error) {
	var places []place
	for _, at := range g.newly {
		places = append(places, g.places[at])
		for _, to := range g.seedsCited(at) {
			places = append(places, g.places[to])
		}
	}
	for _, v := range g.versions {
		places = append(places, g.places[v.kept], g.places[v.other])
	}
	records, err := readPlaces(g.journal, places, entry.record)
	if err != nil {
		return nil, err
	}
	for _, v := range g.versions {
		before, now := records[g.places[v.kept]], records[g.places[v.other]]
		if before != nil && now != nil && before.Type == online.Preprint && now.Type != online.Preprint && now.DOI != "" {
			all = append(all, News{Title: now.Title, DOI: now.DOI, Preprint: before.Title})
		}
	}
	first := len(all)
	for _, at := range g.newly {
		r := records[g.places[at]]
		var cites []string
		for _, to := range g.seedsCited(at) {
			if seed := records[g.places[to]]; seed != nil {
				cites = append(cites, seed.Title)
			}
		}
		if r != nil && len(cites) > 0 {
			all = append(all, News{Title: r.Title, DOI: r.DOI, Cites: cites})
		}
	}
	slices.SortStableFunc(all[first:], func(a, b News) int { return cmp.Compare(len(b.Cites), len(a.Cites)) })
	return all, nil
}

// seedsCited returns the seeds that a work cites, omitting seeds without a known record.
func (g *Grower) seedsCited(at int32) (seeds []int32) {
	for _, to := range g.frontier.nodes[at].refs {
		if _, placed := g.places[to]; placed && g.frontier.nodes[to].is(isSeed) {
			seeds = append(seeds, to)
		}
	}
	return seeds
}
