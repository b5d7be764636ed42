package text

import (
	"sync"
	"sync/atomic"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
)

// stemCacheSize bounds the memory of the stem cache to a few megabytes; the
// words of a whole corpus of abstracts fit.
const stemCacheSize = 1 << 17

var stems atomic.Pointer[stemCache]

func init() { stems.Store(&stemCache{}) }

// A stemCache remembers stems until it is full; then a fresh one takes its place.
type stemCache struct {
	known sync.Map // word to stem
	size  atomic.Int32
}

// Stem returns the stem of a lower case English word by Porter's second
// algorithm ("Snowball"). Words that hold a digit are their own stems.
func Stem(word string) string {
	if len(word) < 3 || hasDigit(word) {
		return word
	}
	cache := stems.Load()
	if stem, ok := cache.known.Load(word); ok {
		return stem.(string)
	}
	env := snowballstem.NewEnv(word)
	english.Stem(env)
	stem := env.Current()
	cache.known.Store(string([]byte(word)), stem) // a copy, so that no text is kept alive by one word
	if cache.size.Add(1) >= stemCacheSize {
		stems.CompareAndSwap(cache, &stemCache{})
	}
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
