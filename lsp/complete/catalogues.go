package complete

import (
	"context"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/lsp/catalogue"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// catalogues caches the latest catalogue of each .bib, keyed by path.
type catalogues struct {
	mu     sync.Mutex
	byPath *simplelru.LRU[string, *bibCatalogue]
	embeds sync.Mutex // held while the titles of one file are embedded
}

// A bibCatalogue is the catalogue of a .bib. It can look up works quickly once indexed is closed.
type bibCatalogue struct {
	*catalogue.Catalogue
	size    int // size of the .bib, in bytes
	indexed chan struct{}
}

// memoryPerByte is an upper bound on the memory used per byte of a .bib. It covers the text, the
// parsed file, the catalogue, and old versions that have not been freed yet.
const memoryPerByte = 8

// maxCatalogues is the maximum number of cached catalogues. It exceeds the number of .bib files in
// any realistic manuscript.
const maxCatalogues = 64

// needs returns the memory use of the files in bytes.
func (c *catalogues) needs() (bytes int64) {
	for _, known := range c.byPath.Values() {
		bytes += int64(known.size) * memoryPerByte
	}
	return bytes
}

// catalogue returns the catalogue for the current version of a .bib. It builds the index and the
// vectors in the background.
func (c *Completer) catalogue(b workspace.Bibliography) *bibCatalogue {
	c.catalogues.mu.Lock()
	defer c.catalogues.mu.Unlock()
	known, _ := c.catalogues.byPath.Get(b.Path)
	if known != nil && known.File == b.File {
		return known
	}
	var before *catalogue.Catalogue
	if known != nil {
		before = known.Catalogue
	}
	made := &bibCatalogue{catalogue.New(b.File, before), len(b.Snapshot.Text), make(chan struct{})}
	c.catalogues.byPath.Add(b.Path, made)
	if c.MakeRoom != nil {
		c.MakeRoom(c.catalogues.needs())
	}
	c.Go("catalogue", func() { c.index(made) })
	return made
}

// index builds the index of works and the vectors of titles.
func (c *Completer) index(made *bibCatalogue) {
	made.File.Find(bib.Work{Title: "any"})
	close(made.indexed)
	if c.Titles == nil {
		return
	}
	c.catalogues.embeds.Lock()
	defer c.catalogues.embeds.Unlock()
	if err := made.Embed(c.ctx, c.Titles()); err != nil && c.ctx.Err() == nil {
		c.Log.Warn("titles in .bib files are matched by words only, because they could not be embedded", "error", err)
	}
}

// Prepare loads the .bib files of a document before its first completion.
func (c *Completer) Prepare(ctx context.Context, d *workspace.Document) {
	for _, b := range c.Files.Bibliographies(ctx, d) {
		c.catalogue(b)
	}
}

// find waits for the index, then calls File.Find. known is false if ctx ends first.
func (c *bibCatalogue) find(ctx context.Context, work bib.Work) (entry *bib.Entry, known bool) {
	select {
	case <-c.indexed:
		return c.File.Find(work), true
	case <-ctx.Done():
		return nil, false
	}
}

// titleVector returns the vector of the sentence being written, or nil if it cannot be computed.
func (c *Completer) titleVector(ctx context.Context, sentence string) []float32 {
	if c.Titles == nil || sentence == "" {
		return nil
	}
	vectors, err := c.Titles().Embed(ctx, []string{sentence})
	if err != nil || len(vectors) != 1 {
		return nil
	}
	return vectors[0]
}
