package english

import (
	_ "embed"
	"encoding/binary"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// lowerData is a sorted table of 24-bit hashes of words, in little-endian order. `scilit-eval
// examples lower` writes it.
//
//go:embed lower.bin
var lowerData []byte

var lowerHashes = sync.OnceValue(func() []uint32 {
	table := make([]uint32, len(lowerData)/3)
	for i := range table {
		table[i] = binary.LittleEndian.Uint32([]byte{lowerData[3*i], lowerData[3*i+1], lowerData[3*i+2], 0})
	}
	return table
})

// IsUsuallyLower reports whether scientific abstracts write a word in lower case inside sentences. It is
// false for rare words.
func IsUsuallyLower(lower string) bool {
	_, found := slices.BinarySearch(lowerHashes(), lowerHash(lower))
	return found
}

func lowerHash(word string) uint32 {
	const bits24 = 1<<24 - 1
	h := uint32(2166136261)
	for i := range len(word) {
		h = (h ^ uint32(word[i])) * 16777619
	}
	return (h>>24 ^ h) & bits24
}

// CaseCounts holds the number of lower-case and of capitalized uses of each word.
type CaseCounts map[string]*[2]int

// Add counts the words of a sentence, except for the first one.
func (c CaseCounts) Add(sentence string) {
	for i, word := range strings.Fields(sentence) {
		word = strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) })
		low := strings.ToLower(word)
		if i == 0 || len(low) < 3 || strings.ContainsFunc(low, func(r rune) bool { return !unicode.IsLetter(r) }) {
			continue
		}
		if c[low] == nil {
			c[low] = new([2]int)
		}
		if r, _ := utf8.DecodeRuneInString(word); unicode.IsLower(r) {
			c[low][0]++
		} else {
			c[low][1]++
		}
	}
}

// A word is in the table if it occurs at least fewestLower times in lower case and the share of its
// other uses is at most mostUpper.
const (
	fewestLower = 6
	mostUpper   = 0.35
)

// Table encodes the words that are usually in lower case.
func (c CaseCounts) Table() (data []byte) {
	var hashes []uint32
	for word, n := range c {
		if n[0] >= fewestLower && float64(n[1]) <= mostUpper*float64(n[0]+n[1]) {
			hashes = append(hashes, lowerHash(word))
		}
	}
	slices.Sort(hashes)
	for _, h := range slices.Compact(hashes) {
		data = append(data, byte(h), byte(h>>8), byte(h>>16))
	}
	return data
}
