package paper

import (
	"cmp"
	"slices"
	"strings"
)

// Normalise normalizes the identifiers of a record. If the arXiv identifier is missing, it is
// derived from the other identifiers.
func (p *Paper) Normalise() {
	p.ArXiv = cmp.Or(ArXiv(p.ArXiv), MentionedArXiv(p.DOI), MentionedArXiv(p.URL), MentionedArXiv(p.ID))
	p.DOI, p.OpenAlex = DOI(p.DOI), OpenAlex(p.OpenAlex)
}

// Names returns the identities of a work: its DOIs, its arXiv, OpenAlex, PubMed and ACL
// Anthology identifiers, and its title with the first author. Records that share an identity
// describe the same work.
func (p *Paper) Names() (names []string) {
	add := func(kind, name string) {
		if name = kind + name; len(name) > len(kind) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	doi := cmp.Or(DOI(p.DOI), p.DOI)
	add("doi:", doi)
	add("arxiv:", ArXiv(p.ArXiv))
	for _, s := range []string{doi, p.URL, p.ID} {
		add("arxiv:", MentionedArXiv(s))
		add("acl:", ACL(s))
	}
	add("openalex:", p.OpenAlex)
	add("pmid:", namedPMID(p.ID))
	add("pmid:", namedPMID(p.URL))
	if title := NormalTitle(p.Title); title != "" && len(p.Authors) > 0 {
		add("title:", title+"\x00"+familyKey(p.Authors[0].Family))
	}
	return names
}

// namedPMID is like PMID, for texts in which a bare number may have another meaning.
func namedPMID(s string) string {
	if isNumber(s) {
		return ""
	}
	return PMID(s)
}

func isNumber(s string) bool {
	return !slices.ContainsFunc([]byte(s), func(c byte) bool { return c < '0' || '9' < c })
}

// SameWork reports whether two records describe the same work. A preprint and its published version
// are the same work.
func SameWork(a, b *Paper) bool {
	names := b.Names()
	return slices.ContainsFunc(a.Names(), func(name string) bool { return slices.Contains(names, name) })
}

// Merged returns a copy of p with missing fields taken from another record of the same work. The
// DOI of the published version takes priority, and the arXiv identifier of the preprint is kept.
// Venue, date and pages are taken only from a record of the same publication. Key and Entry are
// taken from the user's own record.
func (p *Paper) Merged(other *Paper) *Paper {
	both := *p
	both.Own, both.Retracted = p.Own || other.Own, p.Retracted || other.Retracted
	if both.Key == "" || other.Own && !p.Own && other.Key != "" {
		both.Key, both.Entry = other.Key, other.Entry
	}
	if other.Corpus != p.Corpus && !slices.Contains(p.Also, other.Corpus) {
		both.Also = append(slices.Clone(p.Also), other.Corpus)
	}
	fill(&both.Abstract, other.Abstract)
	fill(&both.ArXiv, other.ArXiv)
	fill(&both.URL, other.URL)
	fill(&both.License, other.License)
	fill(&both.File, other.File)
	fill(&both.OpenAlex, other.OpenAlex)
	if len(both.Authors) == 0 {
		both.Authors = other.Authors
	} else {
		both.Authors = wholeFamilies(p.Authors, other.Authors)
	}
	if samePublication(p, other) {
		both.fillPublication(other)
	} else if isPreprint(p) && isPublished(other) {
		both.takePublication(other)
	}
	return &both
}

func fill[T comparable](mine *T, its T) { *mine = cmp.Or(*mine, its) }

func isPreprint(p *Paper) bool {
	return isArXivDOI(p.DOI) || isArXivVenue(p.Venue) || p.DOI == "" && p.Venue == "" && p.ArXiv != ""
}

func isArXivVenue(venue string) bool {
	name := NormalTitle(venue)
	return name == "corr" || strings.HasPrefix(name, "arxiv")
}

func isPublished(p *Paper) bool {
	return !isPreprint(p) && p.Year != 0 && (p.DOI != "" || p.Venue != "")
}

func samePublication(a, b *Paper) bool {
	if isPreprint(a) != isPreprint(b) {
		return false
	}
	if a.DOI != "" && b.DOI != "" {
		return DOI(a.DOI) == DOI(b.DOI)
	}
	return (a.Year == 0 || b.Year == 0 || a.Year == b.Year) &&
		(a.Venue == "" || b.Venue == "" || NormalTitle(a.Venue) == NormalTitle(b.Venue))
}

func (p *Paper) fillPublication(other *Paper) {
	fill(&p.DOI, other.DOI)
	fill(&p.Venue, other.Venue)
	if fill(&p.Year, other.Year); p.Year == other.Year {
		fill(&p.Month, other.Month)
	}
	fill(&p.Volume, other.Volume)
	fill(&p.Issue, other.Issue)
	fill(&p.Pages, other.Pages)
	fill(&p.Publisher, other.Publisher)
	fill(&p.EntryType, other.EntryType)
}

// takePublication replaces the publication data of a preprint with those of the published version.
func (p *Paper) takePublication(other *Paper) {
	fill(&p.ArXiv, MentionedArXiv(p.DOI))
	p.DOI, p.Venue, p.Year, p.Month = other.DOI, other.Venue, other.Year, other.Month
	p.Volume, p.Issue, p.Pages, p.Publisher = other.Volume, other.Issue, other.Pages, other.Publisher
	p.EntryType = other.EntryType
}
