package bib

import (
	"slices"
	"strings"
)

// knownPatterns lists the key patterns of common tools, in order of precedence.
var knownPatterns = []string{
	DefaultPattern,             // Google Scholar
	"[auth]_[title]_[year]",    // Zotero
	"[authors]-[year]-[title]", // ACL Anthology
	"[Auth][year]",             // JabRef
	"[Auth]:[year]", "[auth][year]", "[auth]:[year]", "[Auth]_[year]", "[auth]_[year]", "[Auth]-[year]", "[auth]-[year]",
	"[Auth][year][Title]", "[Auth][year][title]", "[auth][year][Title]", "[auth][Title][year]",
	"[Auth]:[year]:[Title]", "[auth]:[year]:[title]", "[Auth]_[year]_[Title]", "[auth]_[year]_[title]",
	"[auth]-[year]-[title]", "[Auth][shortyear]", "[auth][shortyear]", "[Auth]:[shortyear]", "[auth]:[shortyear]",
	"[authors][year]", "[Authors][year]", "[authors]_[year]", "[authors]:[year]",
}

// voters is the number of latest entries from which the key pattern is inferred.
const voters = 200

// inferPattern returns the known pattern that explains more than half of the latest keys, or the
// default. It skips keys from dblp.org, which do not contain authors.
func (f *File) inferPattern() string {
	votes, entitled := make([]int, len(knownPatterns)), 0
	for i := len(f.Entries) - 1; i >= 0 && entitled < voters; i-- {
		e := &f.Entries[i]
		facts := e.facts()
		if e.Key == "" || strings.HasPrefix(e.Key, "DBLP:") || len(facts.families) == 0 || facts.year == "" {
			continue
		}
		entitled++
		for n, p := range compiledPatterns {
			if explains(p.key(facts), e.Key) {
				votes[n]++
			}
		}
	}
	best := slices.Index(votes, slices.Max(votes))
	if votes[best]*2 <= entitled {
		return DefaultPattern
	}
	return knownPatterns[best]
}

var compiledPatterns = func() (compiled []keyPattern) {
	for _, pattern := range knownPatterns {
		p, err := parsePattern(pattern)
		if err != nil {
			panic(err)
		}
		compiled = append(compiled, p)
	}
	return compiled
}()

// explains reports whether a key equals the key that a pattern generates, except for a final letter
// that distinguishes two works.
func explains(made, key string) bool {
	rest, ok := strings.CutPrefix(key, made)
	return ok && (rest == "" || len(rest) == 1 && rest[0] >= 'a' && rest[0] <= 'z')
}

func (e *Entry) facts() keyFacts {
	return factsOf(Record{Authors: e.Authors(), Year: e.Year(), Title: e.Field("title")})
}
