package search

import (
	"slices"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// Successive searches from one manuscript have many candidates in common. The facts derived from their
// records are cached; the caches take a few megabytes at most.
const (
	maxRecent     = 4096
	maxRecentText = 512 // maximum size of a cached title in bytes; all fields of namedFields may take twice as much
)

var (
	recentTitles, _ = lru.New[string, titleFacts](maxRecent)
	recentNames, _  = lru.New[namedFields, []string](maxRecent)
)

// titleFacts holds facts derived from a title.
type titleFacts struct {
	terms []string // distinct terms in order of occurrence
	hash  uint64   // TitleHash
}

// factsOf returns the facts of a title. Callers must not modify them.
func factsOf(title string) titleFacts {
	if facts, ok := recentTitles.Get(title); ok {
		return facts
	}
	facts := titleFacts{uniqueTerms(title), TitleHash(title)}
	if len(title) <= maxRecentText {
		recentTitles.Add(title, facts)
	}
	return facts
}

// namedFields are the fields of a record that Paper.Names reads.
type namedFields struct {
	doi, arXiv, url, id, openAlex, title, family string
	hasAuthor                                    bool
}

// namesOf returns the names of a record. Callers must not modify them, but may append to them.
func namesOf(p *paper.Paper) []string {
	key := namedFields{p.DOI, p.ArXiv, p.URL, p.ID, p.OpenAlex, p.Title, "", len(p.Authors) > 0}
	if key.hasAuthor {
		key.family = p.Authors[0].Family
	}
	if names, ok := recentNames.Get(key); ok {
		return names
	}
	names := slices.Clip(p.Names())
	size := len(key.doi) + len(key.arXiv) + len(key.url) + len(key.id) + len(key.openAlex) + len(key.title) +
		len(key.family)
	if size <= 2*maxRecentText {
		recentNames.Add(key, names)
	}
	return names
}
