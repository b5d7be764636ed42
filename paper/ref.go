package paper

import (
	"cmp"
	"slices"
)

// RefOf returns the reference that identifies p.
func RefOf(p *Paper) Ref {
	return Ref{ID: p.ID, Key: p.Key, DOI: p.DOI, ArXiv: p.ArXiv, OpenAlex: p.OpenAlex, Title: p.Title,
		Author: FirstFamily(p.Authors)}
}

// Normal returns the reference with normalized identifiers.
func (r Ref) Normal() Ref {
	r.DOI, r.ArXiv = cmp.Or(DOI(r.DOI), r.DOI), cmp.Or(ArXiv(r.ArXiv), r.ArXiv)
	return r
}

// Names returns the names that identify the work, most reliable name first.
func (r Ref) Names() (names []string) {
	add := func(kind, name string) {
		if name != "" {
			names = append(names, kind+name)
		}
	}
	add("id:", r.ID)
	add("key:", r.Key)
	add("doi:", r.DOI)
	add("arxiv:", r.ArXiv)
	add("openalex:", r.OpenAlex)
	add("title:", NormalTitle(r.Title))
	return names
}

// AuthorKey returns the last word of the author's family name in normal form.
func (r Ref) AuthorKey() string { return familyKey(r.Author) }

// Finds reports whether name is one of the names of p. If name is a title and the author is known,
// the author must also match.
func (r Ref) Finds(p *Paper, name string) bool {
	if r.Keyed && p.Key == "" || r.Unkeyed && p.Key != "" {
		return false
	}
	for _, own := range RefOf(p).Names() {
		if own == name {
			return name != "title:"+NormalTitle(r.Title) || len(p.Authors) == 0 ||
				SameFamily(p.Authors[0].Family, r.Author)
		}
	}
	return false
}

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
