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

// A FileCache keeps results in a file for its user alone, a line each. Several
// processes may append to it; a line that one of them left unfinished counts as none.
type FileCache struct {
	mu      sync.Mutex
	file    *os.File
	results map[string]json.RawMessage
	problem error
}

// maxCacheFile bounds a file of results, in bytes: some 50,000 entries.
const maxCacheFile = 64 << 20

// A cachedResult is a line.
type cachedResult struct {
	Key    string
	Result json.RawMessage
}

// OpenFileCache reads the results of a file, which it makes where there is none. One
// that has become too large is begun anew.
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

// Put implements Cache. A result that cannot be written is asked for again next time.
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

// Close returns the first error of a write, after which nothing more was kept.
func (c *FileCache) Close() error { return errors.Join(c.problem, c.file.Close()) }

// maxNamed is how many authors of a record a result keeps.
const maxNamed = 1000

// brief is a record without texts, which nothing about a checked entry needs.
func brief(p *paper.Paper) *paper.Paper {
	plain := *p
	plain.Abstract, plain.Entry, plain.Body, plain.References = "", "", nil, nil
	plain.Authors = plain.Authors[:min(len(plain.Authors), maxNamed)]
	return &plain
}
