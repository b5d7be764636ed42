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

// A Cache keeps the results of references by a key. It is safe for concurrent use.
type Cache interface {
	Get(key string) (verify.Result, bool)
	Put(key string, r verify.Result)
}

// rules counts the changes of the rules by which references are graded: results of
// other rules are not taken from a cache.
const rules = 1

// A memory is a cache for one state of the corpora.
type memory struct {
	cache Cache
	state string
}

// memory is without a cache where the state of a source is unknown, as that of a
// repository is, or one is missing: what it would have said is not to be remembered.
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

// State names what the corpora of an engine hold at the moment; ok is false where one
// of them cannot say so.
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
	if err != nil { // of strings and numbers alone
		panic(err)
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s", m.state, reference))
	return hex.EncodeToString(sum[:])
}

// recall reports whether the result of a job is known already.
func (m memory) recall(j *job) (known bool) {
	if m.cache == nil || j.skip {
		return false
	}
	j.graded, known = m.cache.Get(m.key(j))
	return known
}

// keep remembers a result for which every source was asked.
func (m memory) keep(j *job) {
	if m.cache != nil && !j.skip && len(j.answer.failed) == 0 {
		m.cache.Put(m.key(j), j.graded)
	}
}
