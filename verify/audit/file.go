package audit

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/paper"
	"github.com/scilit-lsp/scilit-lsp/verify"
)

// A FileCache stores results in a file that only the user can read, one per line. Several processes
// may append to it. Incomplete lines are ignored.
type FileCache struct {
	mu      sync.Mutex
	file    *os.File
	results map[string]json.RawMessage
	problem error
}

// maxCacheFile is the maximum size of the file in bytes, enough for about 50,000 entries.
const maxCacheFile = 64 << 20

// A cachedResult is one line of the file.
type cachedResult struct {
	Key    string
	Result json.RawMessage
}

// OpenFileCache opens a cache file, creating it if missing. A file that is too large is replaced by
// an empty one.
func OpenFileCache(ctx context.Context, path string) (*FileCache, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	raw, err := files.Read(ctx, path, maxCacheFile)
	if errors.Is(err, files.ErrTooLarge) {
		raw, err = nil, os.Remove(path)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	c := &FileCache{results: make(map[string]json.RawMessage)}
	if c.file, err = os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600); err != nil {
		return nil, err
	}
	for line := range bytes.Lines(raw) {
		var r cachedResult
		if json.Unmarshal(line, &r) == nil {
			c.results[r.Key] = r.Result
		}
	}
	if len(raw) > 0 && !bytes.HasSuffix(raw, []byte("\n")) {
		_, c.problem = c.file.WriteString("\n")
	}
	return c, nil
}

// Get implements Cache.
func (c *FileCache) Get(key string) (r verify.Result, ok bool) {
	c.mu.Lock()
	raw, ok := c.results[key]
	c.mu.Unlock()
	return r, ok && json.Unmarshal(raw, &r) == nil && !slices.Contains(r.Records, nil)
}

// Put implements Cache. Results that cannot be written are computed again next time.
func (c *FileCache) Put(key string, r verify.Result) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.problem != nil {
		return
	}
	raw, err := json.Marshal(r)
	if err == nil {
		raw, err = json.Marshal(cachedResult{key, raw})
	}
	if err == nil {
		_, err = c.file.Write(append(raw, '\n'))
	}
	c.problem = err
}

// Close closes the file and returns the first write error, after which nothing was stored.
func (c *FileCache) Close() error { return errors.Join(c.problem, c.file.Close()) }

// maxNamed is the maximum number of authors of a cached record.
const maxNamed = 1000

// brief returns a copy of a record without its texts, which reports do not need.
func brief(p *paper.Paper) *paper.Paper {
	plain := *p
	plain.Abstract, plain.Entry, plain.Body, plain.References = "", "", nil, nil
	plain.Authors = plain.Authors[:min(len(plain.Authors), maxNamed)]
	return &plain
}
