package choice

import (
	_ "embed"
	"math/bits"
	"strings"
	"sync"
)

//go:embed cues.txt
var cueList string

// A cueSet is a set of cue kinds, as bits in the order of cues.txt.
type cueSet uint32

// cueNames returns the kinds of cues in the order of cues.txt.
var cueNames = sync.OnceValue(func() (names []string) {
	for line := range strings.Lines(cueList) {
		if strings.HasPrefix(line, "[") {
			names = append(names, strings.Trim(line, "[]\n"))
		}
	}
	return names
})

// longestCue is the maximum number of words in a cue phrase.
const longestCue = 4

// cues maps phrases to their kinds. It also contains proper prefixes of phrases, which have no kind.
var cues = sync.OnceValue(func() map[string]cueSet {
	all := make(map[string]cueSet)
	kind := -1
	for line := range strings.Lines(cueList) {
		phrase := strings.TrimSpace(line)
		switch {
		case phrase == "" || strings.HasPrefix(phrase, "#"):
		case strings.HasPrefix(phrase, "["):
			kind++
		default:
			for at, r := range phrase {
				if r == ' ' {
					all[phrase[:at]] |= 0
				}
			}
			all[phrase] |= 1 << kind
		}
	}
	return all
})

// countCues returns the number of phrases of each kind in a list of folded words.
func countCues(words []string) (counts []int) {
	known := cues()
	counts = make([]int, len(cueNames()))
	for i := range words {
		phrase := words[i]
		for n := 1; ; n++ {
			kinds, prefix := known[phrase]
			for ; kinds != 0; kinds &= kinds - 1 {
				counts[bits.TrailingZeros32(uint32(kinds))]++
			}
			if !prefix || n == longestCue || i+n == len(words) {
				break
			}
			phrase += " " + words[i+n]
		}
	}
	return counts
}
