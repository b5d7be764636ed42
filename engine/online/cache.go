package online

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/files"
)

// Lifetimes of cached responses.
const (
	recordAge  = 30 * 24 * time.Hour
	searchAge  = 24 * time.Hour
	absenceAge = 24 * time.Hour
)

const maxCache = 256 << 20 // bytes

// A Cache stores responses in a folder, each in a private file. Several processes may share the
// folder. A nil Cache stores nothing.
type Cache struct {
	dir  string
	max  int64
	now  func() time.Time
	mu   sync.Mutex
	free int64 // number of bytes that may be written before the folder is scanned again
}

// OpenCache opens a cache in a folder, creating the folder if it is missing.
func OpenCache(dir string) (*Cache, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	return &Cache{dir: dir, max: maxCache, now: time.Now}, nil
}

// A cacheHead is the first line of a cache file. The response follows it.
type cacheHead struct {
	Key     string
	Absent  bool
	Expires time.Time
	Sum     string // checksum of the response
}

const (
	cacheExt     = ".reply"
	maxCacheHead = 16 << 10
)

func (c *Cache) path(key string) string {
	sum := sha256.Sum256([]byte(key))
	return filepath.Join(c.dir, hex.EncodeToString(sum[:])+cacheExt)
}

// get returns a cached response that has not expired. It ignores damaged files.
func (c *Cache) get(ctx context.Context, key string, limit int64) (body []byte, absent, ok bool) {
	if c == nil {
		return nil, false, false
	}
	raw, err := files.Read(ctx, c.path(key), limit+maxCacheHead)
	if err != nil {
		return nil, false, false
	}
	line, body, _ := bytes.Cut(raw, []byte("\n"))
	var head cacheHead
	if json.Unmarshal(line, &head) != nil || head.Key != key || head.Sum != sumOf(body) ||
		!c.now().Before(head.Expires) {
		return nil, false, false
	}
	return body, head.Absent, true
}

func sumOf(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:16])
}

// put caches a response.
func (c *Cache) put(key string, body []byte, absent bool, age time.Duration) error {
	if c == nil || int64(len(body)) > c.max/4 {
		return nil
	}
	head, err := json.Marshal(cacheHead{key, absent, c.now().Add(age), sumOf(body)})
	if err != nil || len(head) > maxCacheHead {
		return err
	}
	content := slices.Concat(head, []byte("\n"), body)
	return errors.Join(c.makeRoom(int64(len(content))), writeAside(c.path(key), content))
}

// writeAside writes a file atomically by renaming a temporary file.
func writeAside(path string, content []byte) error {
	temporary, err := os.CreateTemp(filepath.Dir(path), "new-*") // CreateTemp sets the mode 0600
	if err != nil {
		return err
	}
	_, err = temporary.Write(content)
	if err = errors.Join(err, temporary.Close()); err == nil {
		err = os.Rename(temporary.Name(), path)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil // another process has removed the folder
	}
	if err != nil {
		_ = os.Remove(temporary.Name())
	}
	return err
}

// makeRoom reserves size bytes. It rescans the folder each time a sixteenth of the limit has been
// written, since other processes also write to it.
func (c *Cache) makeRoom(size int64) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.free -= size; c.free > 0 {
		return nil
	}
	c.free = c.max/16 - size
	return c.sweep(c.max - c.max/8 - size)
}

type cacheFile struct {
	path    string
	size    int64
	written time.Time
}

const staleAside = time.Hour // age at which a temporary file counts as abandoned

// sweep removes expired files, then the oldest ones until at most limit bytes are left.
func (c *Cache) sweep(limit int64) error {
	all, err := c.list()
	if err != nil {
		return err
	}
	slices.SortFunc(all, func(a, b cacheFile) int {
		return cmp.Or(b.written.Compare(a.written), cmp.Compare(a.path, b.path))
	})
	var total int64
	for _, f := range all {
		age := c.now().Sub(f.written)
		temporary := filepath.Ext(f.path) != cacheExt
		total += f.size
		if temporary && age <= staleAside {
			continue // another process may still be writing this file
		}
		if temporary || age > recordAge || total > limit {
			total -= f.size
			err = errors.Join(err, removed(f.path))
		}
	}
	return err
}

func (c *Cache) list() (all []cacheFile, err error) {
	entries, err := os.ReadDir(c.dir)
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		name := entry.Name()
		if filepath.Ext(name) != cacheExt && !strings.HasPrefix(name, "new-") {
			continue
		}
		info, err := entry.Info()
		if err == nil && info.Mode().IsRegular() {
			all = append(all, cacheFile{filepath.Join(c.dir, name), info.Size(), info.ModTime()})
		}
	}
	return all, nil
}

// removed removes a file unless another process has already removed it.
func removed(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Forget removes all cached responses and returns the number removed.
func (c *Cache) Forget() (replies int, err error) {
	if c == nil {
		return 0, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	all, err := c.list()
	for _, f := range all {
		bad := removed(f.path)
		if err = errors.Join(err, bad); bad == nil && filepath.Ext(f.path) == cacheExt {
			replies++
		}
	}
	c.free = 0
	return replies, err
}

type fromCacheKey struct{}

// FromCache returns a context in which only cached responses are used. A request without a cached
// response fails with kind Unreachable.
func FromCache(ctx context.Context) context.Context {
	return context.WithValue(ctx, fromCacheKey{}, true)
}

func isFromCache(ctx context.Context) bool { return ctx.Value(fromCacheKey{}) != nil }
