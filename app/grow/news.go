package grow

import (
	"cmp"
	"iter"
	"maps"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/app/recent"
	"github.com/scilit-lsp/scilit-lsp/engine/online"
)

// A version is a kept work and another version of the same work that an update found.
type version struct{ kept, other int32 }

// News describes a work that was published since the last run.
type News struct {
	Title, DOI string
	Cites      []string // titles of the seeds that the work cites
	Preprint   string   // title of the work's preprint in the corpus, or ""
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

const maxRecent = 500 // maximum number of papers that an update adds to the list of recent papers

// noteRecent adds the papers found by updates to the list of recent papers. had contains the IDs of
// the papers that were in the corpus before the update.
func (g *Grower) noteRecent(had map[string]bool) error {
	at := make(map[place]int32) // works keyed by the places of their records; -1 if their references are unknown
	var places []place
	for n := range g.freshKept() {
		at[g.places[n]] = n
		places = append(places, g.places[n])
	}
	for i := len(g.chosen) - 1; i >= 0 && g.harvest != nil && len(places) < maxRecent; i-- {
		if !had[g.ids[i]] {
			at[g.chosen[i]] = -1
			places = append(places, g.chosen[i])
		}
	}
	records, err := readPlaces(g.journal, places, entry.record)
	if err != nil {
		return err
	}
	if err := g.describe(g.keptCitedBy(maps.Values(at))); err != nil {
		return err
	}
	var papers []recent.Paper
	for _, p := range slices.Backward(sorted(places)) {
		r := records[p]
		if r == nil || g.removed[r.ID] {
			continue
		}
		papers = append(papers, recent.Paper{ID: r.ID, Title: r.Title, DOI: r.DOI, Year: r.Year, Abstract: r.Abstract,
			Names: r.Names(), Cites: g.namesCitedBy(at[p]), Found: g.started})
	}
	return recent.Add(g.Dir, papers)
}

// freshKept returns the works added by updates, at most the latest maxRecent.
func (g *Grower) freshKept() map[int32]bool {
	all := make(map[int32]bool)
	if g.frontier == nil {
		return all
	}
	for _, at := range slices.Backward(g.frontier.kept) {
		if g.fresh[at] && len(all) < maxRecent {
			all[at] = true
		}
	}
	return all
}

// namesCitedBy returns the identities of the kept works that a work cites.
func (g *Grower) namesCitedBy(at int32) (names []string) {
	for _, to := range g.keptCitedBy(slices.Values([]int32{at})) {
		names = append(names, g.described[to].names...)
	}
	return names
}

// keptCitedBy returns the kept works cited by the given works. It skips works whose references are
// unknown.
func (g *Grower) keptCitedBy(works iter.Seq[int32]) (kept []int32) {
	for at := range works {
		if at < 0 || g.frontier == nil {
			continue
		}
		for _, to := range g.frontier.nodes[at].refs {
			if g.frontier.nodes[to].is(isKept) {
				kept = append(kept, to)
			}
		}
	}
	return kept
}
