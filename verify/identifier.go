package verify

import (
	_ "embed" // for go:embed
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/paper"
)

//go:embed publishers.txt
var publisherTable string

// publishers maps DOI prefixes to normalized publisher names.
var publishers = readPublishers(publisherTable)

func readPublishers(table string) map[string][]string {
	all := make(map[string][]string)
	for row := range rowsOf(table) {
		for _, name := range row[1:] {
			all[row[0]] = append(all[row[0]], paper.NormalTitle(name))
		}
	}
	return all
}

// repositories lists the DOI prefixes of preprint servers, data repositories and archives. A copy of a
// work in one of them has a separate DOI.
var repositories = []string{
	"10.48550/", "10.21203/", "10.20944/", "10.2139/", "10.26434/", "10.31234/", "10.31219/", "10.31235/", "10.36227/",
	"10.13140/", "10.5281/", "10.6084/", "10.31223/", "10.22541/", "10.14293/", "10.2307/", "10.5555/", "10.17863/",
	"10.3929/", "10.7302/", "10.1184/", "10.64898/",
}

func isPreprintDOI(doi string) bool {
	// after this prefix, the DOIs of journals start with a letter and those of preprints with a digit
	if rest, ok := strings.CutPrefix(doi, "10.1101/"); ok {
		return rest != "" && '0' <= rest[0] && rest[0] <= '9'
	}
	return slices.ContainsFunc(repositories, func(prefix string) bool { return strings.HasPrefix(doi, prefix) })
}

func prefixOf(doi string) string {
	prefix, _, _ := strings.Cut(doi, "/")
	return prefix
}

// foreignPrefix reports whether a DOI's prefix belongs to none of the given venues. It returns false if doi
// is empty or that of a preprint, or if there are no venues.
func foreignPrefix(doi string, venues []*venue) bool {
	if doi == "" || isPreprintDOI(doi) || len(venues) == 0 {
		return false
	}
	return !slices.ContainsFunc(venues, func(v *venue) bool {
		return slices.Contains(v.prefixes, "*") || slices.Contains(v.prefixes, prefixOf(doi))
	})
}

// excludes reports whether a DOI's prefix belongs neither to the venue nor to a publisher in the venue's
// name, such as IEEE.
func (r venueReading) excludes(doi string) bool {
	named := func(publisher string) bool { return len(publisher) > 2 && strings.Contains(r.normal, publisher) }
	return foreignPrefix(doi, r.known) && !slices.ContainsFunc(publishers[prefixOf(doi)], named)
}

// isKnownPrefix reports whether a DOI's prefix is in the tables of publishers or venues.
func isKnownPrefix(doi string) bool {
	if publishers[prefixOf(doi)] != nil || registeredPrefixes()[prefixOf(doi)] || isPreprintDOI(doi) {
		return true
	}
	return slices.Contains(venuePrefixes, prefixOf(doi))
}

// venuePrefixes lists the DOI prefixes in the table of venues.
var venuePrefixes = func() (all []string) {
	for row := range rowsOf(venueTable) {
		if len(row) > 2 {
			all = append(all, strings.Fields(row[2])...)
		}
	}
	return all
}()

// sameDOI reports whether two DOIs are equal, apart from the two prefixes of the ACL Anthology.
func sameDOI(a, b string) bool {
	if a == b {
		return true
	}
	isACL := func(doi string) bool {
		return strings.HasPrefix(doi, "10.18653/") || strings.HasPrefix(doi, "10.3115/")
	}
	return isACL(a) && isACL(b) && paper.ACL(a) != "" && paper.ACL(a) == paper.ACL(b)
}
