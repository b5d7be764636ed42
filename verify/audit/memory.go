package audit

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/verify"
)

// A Cache stores results under keys. It is safe for concurrent use.
type Cache interface {
	Get(key string) (verify.Result, bool)
	Put(key string, r verify.Result)
}

// rules is the version of the grading rules. Results of other versions are ignored.
const rules = 6

// A memory is a cache for one state of the corpora.
type memory struct {
	cache Cache
	state string
}

// memory returns a memory for the current state of the corpora. The memory does not cache anything
// if a source is missing, if repositories are used, or if the state of a corpus is unknown.
func (o Options) memory(ctx context.Context, e *engine.Engine) memory {
	if o.Cache == nil || o.Online != nil || len(o.Failed) > 0 {
		return memory{}
	}
	state, ok := State(ctx, e)
	if !ok {
		return memory{}
	}
	return memory{o.Cache, fmt.Sprint(rules, o.Year, state)}
}

// State returns a text that identifies the current contents of an engine's corpora. ok is false if
// a corpus does not report its state.
func State(ctx context.Context, e *engine.Engine) (state string, ok bool) {
	infos, err := e.Infos(ctx)
	if err != nil {
		return "", false
	}
	var all []string
	for _, info := range infos {
		if info.State == "" {
			return "", false
		}
		all = append(all, info.ID+" "+info.State)
	}
	slices.Sort(all)
	return fmt.Sprintf("%q", all), true
}

func (m memory) key(j *job) string {
	reference, err := json.Marshal(j.ref)
	if err != nil { // cannot happen, since strings and numbers can always be encoded
		panic(err)
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s", m.state, reference))
	return hex.EncodeToString(sum[:])
}

// recall loads the result of a job from the cache and reports whether the cache contained it.
func (m memory) recall(j *job, notices *Retractions) (known bool) {
	if m.cache == nil || j.skip {
		return false
	}
	if j.graded, known = m.cache.Get(m.key(j)); known {
		j.retract(notices)
	}
	return known
}

// keep caches the result of a job, unless a source failed.
func (m memory) keep(j *job) {
	if m.cache != nil && !j.skip && len(j.answer.failed) == 0 {
		m.cache.Put(m.key(j), j.graded)
	}
}
