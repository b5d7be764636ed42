package lsp

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

// catalogue is that of a .bib as it stands. What takes longer is made beside,
// for whoever asks later.
func (s *server) catalogue(b workspace.Bibliography) *catalogued {
	s.catalogues.mu.Lock()
	defer s.catalogues.mu.Unlock()
	known, _ := s.catalogues.byPath.Get(b.Path)
	if known != nil && known.File == b.File {
		return known
	}
	var before *catalogue.Catalogue
	if known != nil {
		before = known.Catalogue
	}
	made := &catalogued{catalogue.New(b.File, before), len(b.Snapshot.Text), make(chan struct{})}
	s.catalogues.byPath.Add(b.Path, made)
	if s.opts.MakeRoom != nil {
		s.opts.MakeRoom(s.catalogues.needs())
	}
	s.goSafe("catalogue", func() { s.complete(made) })
	return made
}

// complete makes the indexes of works and the vectors of titles.
func (s *server) complete(c *catalogued) {
	c.File.Find(bib.Work{Title: "any"})
	close(c.indexed)
	if s.opts.Titles == nil {
		return
	}
	s.catalogues.embeds.Lock()
	defer s.catalogues.embeds.Unlock()
	if err := c.Embed(s.ctx, s.opts.Titles()); err != nil && s.ctx.Err() == nil {
		s.opts.Log.Warn("the titles of a .bib are compared by their words alone", "error", err)
	}
}

// prepare reads what the first completion in a document needs, so that it need
// not wait.
func (s *server) prepare(ctx context.Context, d *workspace.Document) {
	for _, b := range s.files.Bibliographies(ctx, d) {
		s.catalogue(b)
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
func (s *server) titleVector(ctx context.Context, sentence string) []float32 {
	if s.opts.Titles == nil || sentence == "" {
		return nil
	}
	vectors, err := s.opts.Titles().Embed(ctx, []string{sentence})
	if err != nil || len(vectors) != 1 {
		return nil
	}
	return vectors[0]
}
