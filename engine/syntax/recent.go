package syntax

import (
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"
)

// recent caches recent sentences in about ten megabytes. A draft is parsed to resolve its
// antecedents, to edit it and to check the result; other drafts and judgements of the paper need
// the same sentences, as do menus at other sites of the manuscript.
var recent, _ = lru.New[string, *recentSentence](1024)

// A recentSentence is a tagged sentence that is parsed when its tree is first needed.
type recentSentence struct {
	tokens []Token
	tree   func() Tree
}

// maxCached is the maximum length of a sentence whose tree is cached, in bytes.
const maxCached = 1 << 10

// ParseRecent is like Parse, but returns the cached tree of a recent sentence. Callers must not change
// the tree.
func ParseRecent(sentence string) Tree { return recentOf(sentence).tree() }

// TagRecent returns the tokens of ParseRecent's tree without heads and relations. It takes a
// fraction of the time of a parse. Callers must not change the tokens.
func TagRecent(sentence string) []Token { return recentOf(sentence).tokens }

func recentOf(sentence string) *recentSentence {
	if len(sentence) > maxCached {
		return newRecent(sentence)
	}
	s, ok := recent.Get(sentence)
	if !ok {
		s = newRecent(sentence)
		recent.Add(sentence, s)
	}
	return s
}

func newRecent(sentence string) *recentSentence {
	tokens, all := tokensOf(sentence)
	t := tag(tokens)
	return &recentSentence{tokens, sync.OnceValue(func() Tree {
		tree := t.parse(sentence)
		tree.Truncated = !all
		return tree
	})}
}
