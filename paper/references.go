package paper

import (
	"cmp"
	"slices"
)

// JoinReferences returns the references in all, followed by those in more that cite other works. If
// a work is in both lists, its contexts are combined.
func JoinReferences(all, more []Reference) []Reference {
	joined := slices.Clip(slices.Clone(all))
	places := make(map[string]int)
	isKnown := func(name string) bool {
		_, known := places[name]
		return known
	}
	for i, r := range joined {
		for _, name := range r.names() {
			if !isKnown(name) {
				places[name] = i
			}
		}
	}
	for _, r := range more {
		names := r.names()
		if i := slices.IndexFunc(names, isKnown); i >= 0 {
			same := &joined[places[names[i]]]
			same.Contexts = joinContexts(same.Contexts, r.Contexts)
			continue
		}
		for _, name := range names {
			places[name] = len(joined)
		}
		joined = append(joined, r)
	}
	return joined
}

// maxJoined limits the contexts of a reference, since the lists are untrusted.
const maxJoined = 64

func joinContexts(all, more []string) []string {
	all = slices.Clip(all)
	for _, s := range more {
		if len(all) < maxJoined && !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	return all
}

func (r Reference) names() []string {
	return Ref{DOI: DOI(r.DOI), ArXiv: cmp.Or(ArXiv(r.DOI), MentionedArXiv(r.Venue)), OpenAlex: r.OpenAlex,
		Title: r.Title}.Names()
}
