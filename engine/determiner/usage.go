package determiner

import (
	_ "embed"
	"encoding/binary"
	"hash/fnv"
	"math"
	"slices"
	"sync"
)

// usageData is a sorted table of little-endian uint32 values. Each has 20 bits of a key's hash, 6 bits of
// the share of bare uses, and 6 bits of the share of "a" among the uses with an article. Shares are in
// units of 1/63. `scilit-eval examples determiners` writes the table.
//
//go:embed usage.bin
var usageData []byte

var usages = sync.OnceValue(func() []uint32 {
	table := make([]uint32, len(usageData)/4)
	for i := range table {
		table[i] = binary.LittleEndian.Uint32(usageData[4*i:])
	}
	return table
})

// A usage tells how a singular noun is used in scientific abstracts.
type usage struct {
	bare       float64 // share of uses without a determiner
	indefinite float64 // share of "a" and "an" among the uses with a determiner
}

// isKnown reports whether the usage of a noun in lower case is known, before "of" or elsewhere. For a rare
// noun, that of its ending suffices.
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
	table, hash := usages(), hashOf(key)<<12
	at, _ := slices.BinarySearch(table, hash)
	if at == len(table) || table[at]>>12 != hash>>12 {
		return usage{}, false
	}
	return usage{float64(table[at]>>6&63) / 63, float64(table[at]&63) / 63}, true
}

func hashOf(key string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(key))
	return h.Sum32() & 0xfffff
}

// Counts holds how often each noun occurs without and with articles.
type Counts map[string]*count

type count struct{ bare, definite, indefinite int }

// fewest is the minimum number of uses of a noun in the table, and fewestOfEnding that of an ending.
const (
	fewest         = 15
	fewestOfEnding = 100
)

// Table encodes the counts.
func (c Counts) Table() []byte {
	packed := make(map[uint32]uint32)
	for key, n := range c {
		all, least := n.bare+n.definite+n.indefinite, fewest
		if key[0] == '-' {
			least = fewestOfEnding
		}
		if all < least {
			continue
		}
		articles := max(1, n.definite+n.indefinite)
		value := share(n.bare, all)<<6 | share(n.indefinite, articles)
		if old, ok := packed[hashOf(key)]; !ok || value > old {
			packed[hashOf(key)] = value
		}
	}
	var table []uint32
	for hash, value := range packed {
		table = append(table, hash<<12|value)
	}
	slices.Sort(table)
	var data []byte
	for _, entry := range table {
		data = binary.LittleEndian.AppendUint32(data, entry)
	}
	return data
}

func share(n, all int) uint32 { return uint32(math.Round(63 * float64(n) / float64(all))) }
