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
	for i, r := range joined {
		for _, name := range r.names() {
			if _, known := places[name]; !known {
				places[name] = i
			}
		}
	}
	for _, r := range more {
		at := -1
		names := r.names()
		for _, name := range names {
			if i, known := places[name]; known {
				at = i
				break
			}
		}
		if at < 0 {
			at = len(joined)
			joined = append(joined, r)
			for _, name := range names {
				places[name] = at
			}
		} else {
			joined[at].Contexts = joinContexts(joined[at].Contexts, r.Contexts)
		}
	}
	return joined
}

// maxJoined is the maximum number of contexts of a reference. It is limited because the lists are
// untrusted.
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

// names returns the names that identify the cited work.
func (r Reference) names() []string {
	return Ref{DOI: DOI(r.DOI), ArXiv: cmp.Or(ArXiv(r.DOI), MentionedArXiv(r.Venue)), OpenAlex: r.OpenAlex,
		Title: r.Title}.Names()
}
