package syntax

import lru "github.com/hashicorp/golang-lru/v2"

// recent caches trees of recent sentences. A draft is parsed to resolve its antecedents, to edit it and
// to check the result; other drafts and judgements of the paper need the same sentences.
var recent, _ = lru.New[string, Tree](256)

// maxCached is the maximum length of a sentence whose tree is cached, in bytes.
const maxCached = 1 << 10

// ParseRecent is like Parse, but returns the cached tree of a recent sentence. Callers must not change
// the tree.
func ParseRecent(sentence string) Tree {
	if len(sentence) > maxCached {
		return Parse(sentence)
	}
	t, ok := recent.Get(sentence)
	if !ok {
		t = Parse(sentence)
		recent.Add(sentence, t)
	}
	return t
}
