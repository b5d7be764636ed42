package remote

import (
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// The cache keeps records that came with a search or were fetched for a menu, since they are
// needed again to draft the sentence that the user chooses.
const (
	cachedRecords = 64
	cachedFor     = 2 * time.Minute
)

type cachedRecord struct {
	paper   *engine.Paper
	fetched time.Time
}

// A recordCache holds recently fetched records by ID.
type recordCache struct {
	records *lru.Cache[string, cachedRecord]
}

func newRecordCache() recordCache {
	records, _ := lru.New[string, cachedRecord](cachedRecords) // lru.New fails only for a size of 0
	return recordCache{records}
}

// put caches a copy of a record, since the caller may modify it afterwards.
func (c recordCache) put(p *engine.Paper) {
	record := *p
	c.records.Add(p.ID, cachedRecord{&record, time.Now()})
}

// get returns a copy of the record with an ID, or nil if it was not fetched recently.
func (c recordCache) get(id string) *engine.Paper {
	cached, ok := c.records.Get(id)
	if !ok || time.Since(cached.fetched) > cachedFor {
		return nil
	}
	record := *cached.paper
	return &record
}
