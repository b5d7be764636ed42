package text

import (
	"hash/maphash"
	"strings"
	"sync/atomic"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
)

// stems caches the stems of recent words, each in the slot given by its hash. It is large enough for a
// corpus of abstracts and takes a few megabytes. Lookups do not allocate.
var stems [1 << 17]atomic.Pointer[stemmed]

type stemmed struct{ word, stem string }

var stemSeed = maphash.MakeSeed()

// Stem returns the stem of a lower-case English word by Porter's second algorithm ("Snowball").
// Words with digits are returned unchanged.
func Stem(word string) string {
	if len(word) < 3 || hasDigit(word) {
		return word
	}
	place := &stems[maphash.String(stemSeed, word)%uint64(len(stems))]
	if known := place.Load(); known != nil && known.word == word {
		return known.stem
	}
	env := snowballstem.NewEnv(word)
	english.Stem(env)
	stem := env.Current()
	place.Store(&stemmed{strings.Clone(word), stem}) // a copy, so that the text can be freed
	return stem
}

func hasDigit(word string) bool {
	for i := range len(word) {
		if '0' <= word[i] && word[i] <= '9' {
			return true
		}
	}
	return false
}
