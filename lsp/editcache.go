package lsp

import (
	"bytes"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// An editCache keeps the changes of the last few errands, since editors
// resolve an action for its preview and again when it is chosen.
type editCache struct {
	mu      sync.Mutex
	entries []cachedEdit // oldest first
}

type cachedEdit struct {
	errand errand
	doc    *workspace.Document
	bibs   []byte // what the .bib files were
	change change
}

const editCacheSize = 32

func newEditCache() *editCache { return &editCache{} }

func (c *editCache) get(d *workspace.Document, e errand, bibs []byte) (change, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, entry := range c.entries {
		if entry.errand == e && entry.doc == d && bytes.Equal(entry.bibs, bibs) {
			return entry.change, true
		}
	}
	return change{}, false
}

func (c *editCache) put(d *workspace.Document, e errand, bibs []byte, made change) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.entries) == editCacheSize {
		c.entries = append(c.entries[:0], c.entries[1:]...)
	}
	c.entries = append(c.entries, cachedEdit{e, d, bibs, made})
}
