package audit

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/paper"
	"github.com/scilit-lsp/scilit-lsp/verify"
)

// A Cache stores results under keys. It is safe for concurrent use.
type Cache interface {
	Get(key string) (verify.Result, bool)
	Put(key string, r verify.Result)
}

// rules is the version of the grading rules. Results from other versions are ignored.
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

// State returns a string that identifies the current contents of an engine's corpora. ok is false if a
// corpus does not report its state.
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

// A FileCache stores results in a file that only the user can read, one result per line. Several
// processes may append to the file at the same time; incomplete lines are ignored. Only the
// positions of the results are kept in memory.
type FileCache struct {
	mu      sync.Mutex
	file    *os.File
	results map[[sha256.Size]byte]span
	problem error
}

// A span is the position of a line in the file.
type span struct{ at, size int64 }

// maxCacheFile limits the file, in bytes. It is enough for about 200,000 entries.
const maxCacheFile = 256 << 20

// A cachedResult is the content of one line.
type cachedResult struct {
	Key    string
	Result verify.Result
}

// OpenFileCache opens or creates a cache file. It empties the file if it is too large.
func OpenFileCache(ctx context.Context, path string) (*FileCache, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	info, err := files.Stat(ctx, path)
	switch {
	case err == nil && info.Size() > maxCacheFile:
		err = os.Remove(path)
	case errors.Is(err, fs.ErrNotExist):
		err = nil
	case err == nil && !info.Mode().IsRegular():
		err = fmt.Errorf("%s is not a regular file: remove it", path)
	}
	if err != nil {
		return nil, err
	}
	c := &FileCache{results: make(map[[sha256.Size]byte]span)}
	if c.file, err = os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_RDWR, 0o600); err != nil {
		return nil, err
	}
	if err := c.index(ctx); err != nil {
		return nil, errors.Join(err, c.file.Close())
	}
	return c, nil
}

// index reads the positions of the results and terminates an incomplete last line.
func (c *FileCache) index(ctx context.Context) error {
	in := bufio.NewReader(io.LimitReader(c.file, maxCacheFile))
	for at := int64(0); ; {
		line, err := in.ReadBytes('\n')
		if ctx.Err() != nil {
			return ctx.Err()
		}
		var r struct{ Key string }
		if json.Unmarshal(line, &r) == nil {
			c.results[sha256.Sum256([]byte(r.Key))] = span{at, int64(len(line))}
		}
		at += int64(len(line))
		if errors.Is(err, io.EOF) {
			if len(line) > 0 {
				_, c.problem = c.file.WriteString("\n")
			}
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// Get implements Cache.
func (c *FileCache) Get(key string) (r verify.Result, ok bool) {
	c.mu.Lock()
	place, ok := c.results[sha256.Sum256([]byte(key))]
	c.mu.Unlock()
	if !ok {
		return r, false
	}
	line := make([]byte, place.size)
	if _, err := c.file.ReadAt(line, place.at); err != nil {
		return r, false
	}
	var cached cachedResult
	ok = json.Unmarshal(line, &cached) == nil && cached.Key == key && !slices.Contains(cached.Result.Records, nil)
	return cached.Result, ok
}

// Put implements Cache. If a result cannot be written, the next check computes it again.
func (c *FileCache) Put(key string, r verify.Result) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.problem != nil {
		return
	}
	raw, err := json.Marshal(cachedResult{key, r})
	if err == nil {
		_, err = c.file.Write(append(raw, '\n'))
	}
	c.problem = err
}

// Close closes the file. It returns the first write error, after which no results were stored.
func (c *FileCache) Close() error { return errors.Join(c.problem, c.file.Close()) }

// maxNamed is the maximum number of authors in a cached record.
const maxNamed = 1000

// brief returns a copy of a record without abstract, entry and full text, which reports do not need.
func brief(p *paper.Paper) *paper.Paper {
	plain := *p
	plain.Abstract, plain.Entry, plain.Body, plain.References = "", "", nil, nil
	plain.Authors = plain.Authors[:min(len(plain.Authors), maxNamed)]
	return &plain
}
