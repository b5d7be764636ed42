package determiner

import (
	_ "embed"
	"math"
	"slices"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
)

// usageData is an english.Table. Each value has 6 bits for the share of bare uses, and 6 bits for
// the share of "a" among the uses with an article. Shares are in units of 1/63. `scilit-eval
// examples determiners` writes the table.
//
//go:embed usage.bin
var usageData []byte

var usages = sync.OnceValue(func() english.Table { return english.ReadTable(usageData) })

// A usage describes how scientific abstracts use a noun.
type usage struct {
	bare       float64 // share of uses without a determiner
	indefinite float64 // share of "a" and "an" among the uses with an article
}

// isKnown reports whether the usage of a noun in lower case is known, before "of" or elsewhere. For
// a rare noun, the usage of its ending suffices.
func isKnown(noun string, of bool) bool {
	return slices.ContainsFunc(keysOf(noun, of), func(key string) bool {
		_, ok := lookUp(key)
		return ok
	})
}

func keyOf(noun string, of bool) string {
	if of {
		return noun + " of"
	}
	return noun
}

// keysOf returns the keys of a noun and its endings in the table.
func keysOf(noun string, of bool) []string {
	keys := []string{keyOf(noun, of)}
	for length := longestEnding; length >= shortestEnding; length-- {
		if len(noun) > length+1 {
			keys = append(keys, keyOf("-"+noun[len(noun)-length:], of))
		}
	}
	return keys
}

// longestEnding and shortestEnding limit the length of endings, in bytes.
const (
	longestEnding  = 5
	shortestEnding = 3
)

func lookUp(key string) (usage, bool) {
	value, ok := usages().Value(key)
	return usage{float64(value>>6) / 63, float64(value&63) / 63}, ok
}

// Counts counts the uses of each noun without and with articles.
type Counts map[string]*count

type count struct{ bare, definite, indefinite int }

// fewest is the minimum number of uses of a noun in the table, and fewestOfEnding that of an ending.
const (
	fewest         = 15
	fewestOfEnding = 100
)

// Table encodes the counts.
func (c Counts) Table() []byte {
	values := make(map[string]uint32)
	for key, n := range c {
		all, least := n.bare+n.definite+n.indefinite, fewest
		if key[0] == '-' {
			least = fewestOfEnding
		}
		if all >= least {
			values[key] = share(n.bare, all)<<6 | share(n.indefinite, max(1, n.definite+n.indefinite))
		}
	}
	return english.EncodeTable(values, func(a, b uint32) bool { return a > b })
}

func share(n, all int) uint32 { return uint32(math.Round(63 * float64(n) / float64(all))) }
