package complete

import (
	"context"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/lsp/catalogue"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// catalogues holds the latest catalogue of each .bib, by path.
type catalogues struct {
	mu     sync.Mutex
	byPath *simplelru.LRU[string, *catalogued]
	embeds sync.Mutex // one file's titles are embedded at a time
}

// A catalogued .bib is ready for search by what is typed; works are found in it
// once indexed is closed.
type catalogued struct {
	*catalogue.Catalogue
	size    int // of the .bib, in bytes
	indexed chan struct{}
}

func newCatalogues() *catalogues {
	byPath, err := simplelru.NewLRU[string, *catalogued](maxCatalogues, nil)
	if err != nil { // of sizes below one
		panic(err)
	}
	return &catalogues{byPath: byPath}
}

// memoryPerByte is what a byte of a .bib takes at most: its text, what it was
// parsed to, its catalogue, and the versions of it that are about to go.
const memoryPerByte = 8

// maxCatalogues is far more than the .bib files of a manuscript.
const maxCatalogues = 64

// needs is the memory that the files take, in bytes.
func (c *catalogues) needs() (bytes int64) {
	for _, known := range c.byPath.Values() {
		bytes += int64(known.size) * memoryPerByte
	}
	return bytes
}

// catalogue is that of the present version of a .bib. Its indexes and
// vectors are made in the background, for whoever asks later.
func (c *Completer) catalogue(b workspace.Bibliography) *catalogued {
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
	made := &catalogued{catalogue.New(b.File, before), len(b.Snapshot.Text), make(chan struct{})}
	c.catalogues.byPath.Add(b.Path, made)
	if c.MakeRoom != nil {
		c.MakeRoom(c.catalogues.needs())
	}
	c.Go("catalogue", func() { c.index(made) })
	return made
}

// index makes the indexes of works and the vectors of titles.
func (c *Completer) index(made *catalogued) {
	made.File.Find(bib.Work{Title: "any"})
	close(made.indexed)
	if c.Titles == nil {
		return
	}
	c.catalogues.embeds.Lock()
	defer c.catalogues.embeds.Unlock()
	if err := made.Embed(c.ctx, c.Titles()); err != nil && c.ctx.Err() == nil {
		c.Log.Warn("the titles of a .bib are compared by their words alone", "error", err)
	}
}

// Prepare reads what the first completion in a document needs, so that it need
// not wait.
func (c *Completer) Prepare(ctx context.Context, d *workspace.Document) {
	for _, b := range c.Files.Bibliographies(ctx, d) {
		c.catalogue(b)
	}
}

// find is b.file.Find once that is quick; known is false where ctx ends first.
func (c *catalogued) find(ctx context.Context, work bib.Work) (entry *bib.Entry, known bool) {
	select {
	case <-c.indexed:
		return c.File.Find(work), true
	case <-ctx.Done():
		return nil, false
	}
}

// titleVector is the vector of the sentence that is written, nil where there is
// none.
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
