package online

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// readAll returns the contents of all files in a folder and its subfolders.
func readAll(t *testing.T, dir string) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		all.WriteString(path + "\n" + string(raw) + "\n")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}

// TestRepliesAreKeptAsLongAsTheyHold repeats each request after the cached response has aged.
func TestRepliesAreKeptAsLongAsTheyHold(t *testing.T) {
	const day = 24 * time.Hour
	lookup := func(c *Client) error { _, err := c.Lookup(t.Context(), "crossref", plos); return err }
	search := func(c *Client) error {
		_, err := c.Source("crossref").Search(t.Context(), Query{Keywords: []string{"ecology"}})
		return err
	}
	tests := []struct {
		name, at, reply string
		ask             func(*Client) error
		kept, gone      time.Duration // an age at which the cache responds, and one at which a request is sent
	}{
		{"record", crossrefWorks, "crossref/works-one.json", lookup, 29 * day, 31 * day},
		{"absence", crossrefWorks, "crossref/works-404.txt", lookup, 23 * time.Hour, 25 * time.Hour},
		{"search", "api.crossref.org/works", "crossref/works-query.json", search, 23 * time.Hour, 25 * time.Hour},
		{"error", crossrefWorks, "crossref/500.txt", lookup, -1, 0},
		{"another paper", crossrefWorks, "crossref/works-400-query-with-doi.json", lookup, -1, 0},
		{"bad", crossrefWorks, "crossref/504.html", lookup, -1, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			w.Replay(tt.at, tt.reply)
			c := w.client(func(o *Options) { o.Dir = t.TempDir(); o.patience = quick; o.patience.tries = 1 })
			asked := func(age time.Duration) (int, error) {
				c.cache.now = func() time.Time { return time.Now().Add(age) }
				before := len(w.Requests())
				err := tt.ask(c)
				return len(w.Requests()) - before, err
			}
			_, first := asked(0)
			if tt.kept >= 0 {
				if n, again := asked(tt.kept); n != 0 || KindOf(again) != KindOf(first) {
					t.Errorf("after %v: %v, %d requests", tt.kept, again, n)
				}
			}
			if n, _ := asked(tt.gone); n != 1 {
				t.Errorf("after %v: %d requests", tt.gone, n)
			}
		})
	}
}

func TestForgetRemovesAllReplies(t *testing.T) {
	w := newWorld(t)
	w.Replay(crossrefWorks, "crossref/works-one.json")
	dir := t.TempDir()
	c := w.client(func(o *Options) { o.Dir = dir })
	if _, err := c.Lookup(t.Context(), "crossref", plos); err != nil {
		t.Fatal(err)
	}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if info, _ := entry.Info(); err == nil && !entry.IsDir() && runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %v", path, info.Mode())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if n, err := c.cache.Forget(); n != 1 || err != nil {
		t.Error(n, err)
	}
	if held := readAll(t, dir); strings.Contains(held, "Methylphenidate") {
		t.Error("a reply is still there")
	}
	if n, err := c.cache.Forget(); n != 0 || err != nil {
		t.Error(n, err)
	}
}

func TestTheCacheStaysBelowItsBound(t *testing.T) {
	dir := t.TempDir()
	c, err := OpenCache(dir)
	if err != nil {
		t.Fatal(err)
	}
	c.max = 100 << 10
	for i := range 200 {
		if err := c.put("key "+strconv.Itoa(i), bytes.Repeat([]byte("x"), 2<<10), false, recordAge); err != nil {
			t.Fatal(err)
		}
		var size int64
		all, _ := c.list()
		for _, f := range all {
			size += f.size
		}
		if size > 100<<10 {
			t.Fatalf("%d bytes after %d replies", size, i+1)
		}
	}
	if _, _, ok := c.get(t.Context(), "key 199", maxReply); !ok {
		t.Error("the newest reply is gone")
	}
	if err := c.put("large", bytes.Repeat([]byte("x"), 50<<10), false, recordAge); err != nil {
		t.Error(err)
	}
	if _, _, ok := c.get(t.Context(), "large", maxReply); ok {
		t.Error("a reply of half the bound was kept")
	}
}

// TestADamagedReplyIsAskedForAgain replaces cache files with truncated and altered files, files for
// other keys, and a folder.
func TestADamagedReplyIsAskedForAgain(t *testing.T) {
	c, err := OpenCache(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := c.put("key", []byte(`{"a":1}`), false, recordAge); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(c.path("key"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range whole {
		for _, damaged := range [][]byte{whole[:i], slices.Concat(whole[:i], []byte{whole[i] ^ 1}, whole[i+1:])} {
			if err := os.WriteFile(c.path("key"), damaged, 0o600); err != nil {
				t.Fatal(err)
			}
			if body, _, ok := c.get(t.Context(), "key", maxReply); ok && string(body) != `{"a":1}` {
				t.Fatalf("%q from %q", body, damaged)
			}
		}
	}
	if err := os.WriteFile(c.path("other"), whole, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, ok := c.get(t.Context(), "other", maxReply); ok {
		t.Error("the response to another request was returned")
	}
	if err := os.MkdirAll(c.path("folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, _, ok := c.get(t.Context(), "folder", maxReply); ok {
		t.Error("a folder was accepted as a response")
	}
}

func TestSeveralProcessesShareTheCache(t *testing.T) {
	dir := t.TempDir()
	var wait sync.WaitGroup
	for n := range 4 {
		c, err := OpenCache(dir)
		if err != nil {
			t.Fatal(err)
		}
		c.max = 64 << 10 // small, so that each process sweeps files written by others
		wait.Go(func() {
			for i := range 100 {
				key := "key " + strconv.Itoa(i%17)
				body := []byte(strings.Repeat(key, 300))
				if err := c.put(key, body, false, recordAge); err != nil {
					t.Errorf("process %d: %v", n, err)
				}
				if got, _, ok := c.get(t.Context(), key, maxReply); ok && !bytes.Equal(got, body) {
					t.Errorf("%s has another reply", key)
				}
				if i == 50 {
					if _, err := c.Forget(); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	wait.Wait()
}

const turnFolder = "SCILIT_TEST_TURNS"

// every is shorter than arXiv's interval of three seconds, so that tests do not have to wait.
const every = 100 * time.Millisecond

// TestMain also serves as another process that sends requests.
func TestMain(m *testing.M) {
	dir := os.Getenv(turnFolder)
	if dir == "" {
		os.Exit(m.Run())
	}
	for range 3 {
		done, err := takeTurn(context.Background(), dir, "arxiv", every)
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		noted, err := os.Stat(filepath.Join(dir, "arxiv.turn"))
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		fmt.Println(noted.ModTime().UnixNano())
		done()
	}
}

// TestProcessesTakeTurns lets three processes take three turns each.
func TestProcessesTakeTurns(t *testing.T) {
	dir := t.TempDir()
	var mu sync.Mutex
	var wait sync.WaitGroup
	var at []int
	for range 3 {
		wait.Go(func() {
			other := exec.CommandContext(t.Context(), os.Args[0])
			other.Env = append(os.Environ(), turnFolder+"="+dir)
			out, err := other.Output()
			if err != nil {
				t.Errorf("%v: %s", err, out)
			}
			mu.Lock()
			defer mu.Unlock()
			for line := range strings.FieldsSeq(string(out)) {
				n, _ := strconv.Atoi(line)
				at = append(at, n)
			}
		})
	}
	wait.Wait()
	slices.Sort(at)
	if len(at) != 9 {
		t.Fatalf("%d turns", len(at))
	}
	for i := 1; i < len(at); i++ {
		if apart := time.Duration(at[i] - at[i-1]); apart < every-every/10 { // file times may be coarse
			t.Errorf("two turns were only %v apart", apart)
		}
	}
}
