package remote

import (
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// Records that were fetched for a menu, or came with a search, are kept for the sentence that is chosen from it.
const (
	maxKept = 64
	keptFor = 2 * time.Minute
)

type keptRecord struct {
	paper   *engine.Paper
	fetched time.Time
}

// A memory has the records that were fetched last, by their IDs.
type memory struct {
	records *lru.Cache[string, keptRecord]
}

func newMemory() memory {
	records, _ := lru.New[string, keptRecord](maxKept) // the only error is a size of none
	return memory{records}
}

// keep keeps a record as it is now, whatever its reader changes of it.
func (m memory) keep(p *engine.Paper) {
	record := *p
	m.records.Add(p.ID, keptRecord{&record, time.Now()})
}

// of is the record with an ID, nil where it was not fetched lately.
func (m memory) of(id string) *engine.Paper {
	kept, ok := m.records.Get(id)
	if !ok || time.Since(kept.fetched) > keptFor {
		return nil
	}
	record := *kept.paper
	return &record
}
