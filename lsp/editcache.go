package lsp

import (
	"bytes"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// An editCache caches the changes of recent actions. Editors resolve an action for its preview, and
// again when the user chooses it.
type editCache struct {
	made *lru.Cache[editKey, cachedEdit]
}

type editKey struct {
	actionData string // the actionData as JSON
	doc        *workspace.Document
}

type cachedEdit struct {
	bibs   []byte // fingerprint of the .bib files
	change cite.Change
}

const editCacheSize = 32

func newEditCache() *editCache {
	made, err := lru.New[editKey, cachedEdit](editCacheSize)
	if err != nil { // NewLRU fails only for sizes below one
		panic(err)
	}
	return &editCache{made}
}

func (c *editCache) get(d *workspace.Document, e actionData, bibs []byte) (cite.Change, bool) {
	known, ok := c.made.Get(editKey{string(anyOf(e)), d})
	if !ok || !bytes.Equal(known.bibs, bibs) {
		return cite.Change{}, false
	}
	return known.change, true
}

func (c *editCache) put(d *workspace.Document, e actionData, bibs []byte, made cite.Change) {
	c.made.Add(editKey{string(anyOf(e)), d}, cachedEdit{bibs, made})
}
