package paper

import "cmp"

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
