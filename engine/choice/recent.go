package choice

import (
	"strconv"
	"strings"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// recentSites caches the properties of the last places, since the statements of many papers are
// scored for each place.
var recentSites, _ = lru.New[string, func() *site](4)

// siteOf returns the properties of a place. Callers must not modify them.
func siteOf(p Place) *site {
	key := keyOf(p)
	read := sync.OnceValue(func() *site {
		s := readPlace(p)
		return &s
	})
	if known, ok, _ := recentSites.PeekOrAdd(key, read); ok {
		read = known
	}
	return read()
}

// keyOf returns a key for the parts of a place that readPlace uses. Each part follows its length,
// so that no two places have the same key.
func keyOf(p Place) string {
	var key strings.Builder
	add := func(parts []string, most int) {
		key.WriteString(strconv.Itoa(len(parts)) + "\n")
		for _, part := range parts {
			part = text.Cut(part, most)
			key.WriteString(strconv.Itoa(len(part)) + " " + part)
		}
	}
	add(p.Context[max(0, len(p.Context)-maxContext):], maxSentence)
	add(p.Keywords[:min(len(p.Keywords), maxKeywords)], maxKeyword)
	add([]string{p.Title}, maxSentence)
	add([]string{p.Section, p.Intent}, maxKeyword)
	return key.String()
}
