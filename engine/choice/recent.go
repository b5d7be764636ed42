package choice

import (
	"strconv"
	"strings"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"
)

// recentSites keeps what was read at the last places, since the statements of many papers are scored for one.
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

// keyOf returns a text that identifies a place. The length of each part is before it, so that no two places have
// the same key.
func keyOf(p Place) string {
	var key strings.Builder
	context := p.Context[max(0, len(p.Context)-maxContext):]
	for _, parts := range [][]string{context, p.Keywords, {p.Title, p.Section, p.Intent}} {
		key.WriteString(strconv.Itoa(len(parts)) + "\n")
		for _, part := range parts {
			key.WriteString(strconv.Itoa(len(part)) + " " + part)
		}
	}
	return key.String()
}
