package text

import (
	"sync"
	"sync/atomic"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
)

// stemCacheSize is the maximum number of cached stems. They take a few megabytes and suffice for a
// corpus of abstracts.
const stemCacheSize = 1 << 17

var stems atomic.Pointer[stemCache]

func init() { stems.Store(&stemCache{}) }

// A stemCache caches stems. When it is full, a new cache replaces it.
type stemCache struct {
	known sync.Map // maps words to stems
	size  atomic.Int32
}

// Stem returns the stem of a lower-case English word by Porter's second algorithm ("Snowball").
// Words with digits are returned unchanged.
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
	cache.known.Store(string([]byte(word)), stem) // the key is a copy, so that the text can be freed
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
