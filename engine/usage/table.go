package usage

import (
	_ "embed"
	"hash/crc32"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
)

// usageData is an english.Table. Its values are 8 bits of a second hash of the pair.
//
//go:embed usage.bin
var usageData []byte

var pairs = sync.OnceValue(func() english.Table { return english.ReadTable(usageData) })

// Kinds of pairs, as the first bytes of their keys.
const (
	ofObject      = "o "
	ofModifier    = "m "
	ofPreposition = "p "
)

// IsObject reports whether abstracts use a noun as the object of a verb. Both are lemmas.
func IsObject(verb, noun string) bool { return isUsed(ofObject + verb + " " + noun) }

// IsModifier reports whether abstracts use an adjective before a noun, which is a lemma.
func IsModifier(adjective, noun string) bool { return isUsed(ofModifier + adjective + " " + noun) }

// Takes reports whether abstracts use a noun, which is a lemma, before a preposition.
func Takes(noun, preposition string) bool { return isUsed(ofPreposition + noun + " " + preposition) }

func isUsed(key string) bool {
	value, ok := pairs().Value(key)
	return ok && value == check(key)
}

// check returns 8 bits of a second hash, which distinguish pairs that share a hash in the table.
func check(key string) uint32 { return crc32.ChecksumIEEE([]byte(key)) >> 24 }
