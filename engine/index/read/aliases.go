package read

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/engine/profile"
)

// aliases maps the hashes of OpenAlex identifiers to works of a manuscript, which knows them by
// other names. Citation graphs know works by these identifiers only.
type aliases map[uint64]profile.Work

// maxAliased is the maximum number of works whose records are read for their identifiers.
const maxAliased = 512

// aliases reads the OpenAlex identifiers of works from their records. It returns none if no segment
// has a citation graph.
func (v *View) aliases(ctx context.Context, works []profile.Work) (aliases, error) {
	graph := false
	for _, r := range v.Segments {
		graph = graph || r.Manifest.BareMentions > 0
	}
	if !graph {
		return nil, nil
	}
	found := make(aliases)
	for _, work := range works[:min(len(works), maxAliased)] {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for _, r := range v.Segments {
			docs, err := r.documentsOf(work)
			if err != nil {
				return nil, err
			}
			for _, doc := range docs[:min(len(docs), maxTwins)] {
				p, err := r.candidate(doc)
				if err != nil {
					return nil, err
				}
				if p.OpenAlex != "" {
					found[profile.OpenAlexID(p.OpenAlex)] = work
				}
			}
		}
	}
	return found, nil
}

// works returns the works under their OpenAlex identifiers.
func (a aliases) works() (all []profile.Work) {
	for id := range a {
		all = append(all, profile.Work{ID: id})
	}
	return all
}

// resolve replaces the aliases in hits, so that the hits have the names of the manuscript's works.
func (a aliases) resolve(hits []profile.Hit) {
	for i, h := range hits {
		if work, ok := a[h.ID]; ok {
			hits[i].Work = work
		}
	}
}
