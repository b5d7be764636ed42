// Package serve measures `scilit-lsp serve` under load: see bench/README.md.
package serve

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

var (
	clients  = flag.Int("clients", 200, "number of concurrent clients")
	duration = flag.Duration("duration", 10*time.Minute, "duration of the normal load")
	pause    = flag.Duration("pause", 10*time.Second, "mean time between a response and the same client's next request")
	overload = flag.Duration("overload", 20*time.Second, "duration of the overload")
)

// TestLoad sends requests to the built program: first from a group of clients, then from ten times
// as many, and finally from a single one.
func TestLoad(t *testing.T) {
	program, index := os.Getenv("SCILIT_BIN"), os.Getenv("SCILIT_INDEX")
	if program == "" || index == "" {
		t.Skip("run by make bench-serve")
	}
	s := start(t, program, index)
	texts := abstracts(t)
	s.choose(t, texts[0])
	fmt.Printf("%d clients, each with one request about every %s, for %s\n", *clients, *pause, *duration)
	fmt.Println(
		"| after | requests | p50 | p99 | errors | private memory | resident |\n|---|---|---|---|---|---|---|",
	)
	load := s.play(t, *clients, *duration, *pause, texts)
	load.print("all")
	if load.failed > 0 || load.refused > 0 {
		t.Errorf("%d errors and %d refusals", load.failed, load.refused)
	}
	s.flat(t)
	many := s.play(t, 10**clients, *overload, time.Second, texts)
	many.print("overload")
	fmt.Printf(
		"overload: %d clients, each with one request per second: %d answered, %d rejected with 503, p50 of rejections %s, p99 %s\n",
		10**clients, len(many.answers), many.refused, quantile(many.refusals, .5),
		quantile(many.refusals, .99),
	)
	if many.refused == 0 || many.failed > 0 {
		t.Errorf("%d refusals and %d errors", many.refused, many.failed)
	}
	begun := time.Now()
	after := s.play(t, 1, 5*time.Second, 50*time.Millisecond, texts)
	fmt.Printf(
		"afterwards: %d answers, p50 %s, p99 %s, errors %d, %s after the overload\n", len(after.answers),
		quantile(after.answers, .5), quantile(after.answers, .99), after.failed+after.refused,
		time.Since(begun).Round(time.Second),
	)
	if after.failed+after.refused > 0 {
		t.Error("the server did not recover from the overload")
	}
}

// A served program is a running server with a client for it.
type served struct {
	url     string
	process *os.Process
	http    *http.Client
	paper   string // ID of the paper that requests are about
	memory  []int  // samples of the process's private memory during the load, in KB
}

func start(t *testing.T, program, index string) *served {
	t.Helper()
	c := exec.Command(
		program, "serve", "--index", index, "--listen", "127.0.0.1:0", "--engine",
		cmp.Or(os.Getenv("SCILIT_ENGINE"), "auto"),
	)
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Process.Signal(syscall.SIGTERM)
		if err := c.Wait(); err != nil {
			t.Errorf("the server did not shut down cleanly: %v", err)
		}
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	_, url, _ := strings.Cut(strings.TrimSpace(line), "serving at ")
	return &served{
		url:     url,
		process: c.Process,
		http:    &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 10 * *clients}, Timeout: time.Minute},
	}
}

// choose selects the paper that later requests are about.
func (s *served) choose(t *testing.T, text string) {
	t.Helper()
	var found struct{ Papers []struct{ ID string } }
	body, err := json.Marshal(map[string]any{"text": text})
	if err != nil {
		t.Fatal(err)
	}
	answer, err := s.http.Post(s.url+"/v1/suggest", "application/json", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(&found); err != nil || len(found.Papers) == 0 {
		t.Fatalf("%d: no papers, %v", answer.StatusCode, err)
	}
	s.paper = found.Papers[0].ID
}

// abstracts returns the beginnings of the demo papers' abstracts, which simulate manuscripts.
func abstracts(t *testing.T) (all []string) {
	t.Helper()
	file, err := os.Open("../../testdata/papers/acl.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	for lines := json.NewDecoder(unpacked); len(all) < 2000; {
		var p map[string]any
		if err := lines.Decode(&p); err != nil {
			break
		}
		for _, name := range []string{"abstract", "Abstract"} {
			if text, ok := p[name].(string); ok && len(text) > 200 {
				all = append(all, text[:200])
			}
		}
	}
	if len(all) == 0 {
		t.Fatal("no abstracts")
	}
	return all
}

// figures contains the response times and errors observed by clients.
type figures struct {
	answers, refusals []time.Duration
	refused, failed   int
}

func (f *figures) add(other figures) {
	f.answers, f.refusals = append(f.answers, other.answers...), append(f.refusals, other.refusals...)
	f.refused, f.failed = f.refused+other.refused, f.failed+other.failed
}

func (f figures) print(when string) {
	fmt.Printf(
		"| %s | %d | %s | %s | %d | | |\n", when, len(f.answers), quantile(f.answers, .5),
		quantile(f.answers, .99), f.failed+f.refused,
	)
}

func quantile(all []time.Duration, q float64) time.Duration {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[int(q*float64(len(all)-1))].Round(time.Millisecond)
}

// play runs n clients for a while, each with its own random sequence of requests. It waits for
// requests that are still running at the end.
func (s *served) play(t *testing.T, n int, long, pause time.Duration, texts []string) (all figures) {
	ctx, cancel := context.WithTimeout(t.Context(), long)
	defer cancel()
	var mu sync.Mutex
	var since figures
	var work sync.WaitGroup
	for i := range n {
		work.Go(func() {
			random := rand.New(rand.NewPCG(uint64(i), uint64(n)))
			for rest(ctx, time.Duration(random.ExpFloat64()*float64(pause))) {
				one := s.ask(random, texts)
				mu.Lock()
				since.add(one)
				mu.Unlock()
			}
		})
	}
	report := func(begun time.Time) {
		mu.Lock()
		defer mu.Unlock()
		own, resident := s.look()
		s.memory = append(s.memory, own)
		fmt.Printf(
			"| %s | %d | %s | %s | %d | %d MB | %d MB |\n", time.Since(begun).Round(time.Second),
			len(since.answers), quantile(since.answers, .5), quantile(since.answers, .99),
			since.failed+since.refused, own>>10, resident>>10,
		)
		all.add(since)
		since = figures{}
	}
	begun := time.Now()
	for every := max(long/20, 5*time.Second); rest(ctx, every); {
		report(begun)
	}
	work.Wait()
	report(begun)
	return all
}

// rest waits for the given time. It returns false if ctx ends first.
func rest(ctx context.Context, long time.Duration) bool {
	select {
	case <-time.After(long):
		return true
	case <-ctx.Done():
		return false
	}
}

// ask sends one request: usually for suggestions, sometimes for an explanation or a draft.
func (s *served) ask(random *rand.Rand, texts []string) (f figures) {
	text := texts[random.IntN(len(texts))]
	path, question := "/v1/suggest", map[string]any{"text": text, "limit": 10}
	if kind := random.IntN(10); kind > 7 {
		path = []string{"/v1/explain", "/v1/draft"}[kind-8]
		question = map[string]any{"text": text, "paper": s.paper}
	}
	body, err := json.Marshal(question)
	if err != nil {
		panic(err)
	}
	begun := time.Now()
	answer, err := s.http.Post(s.url+path, "application/json", bytes.NewReader(body))
	if err != nil {
		f.failed++
		return f
	}
	defer answer.Body.Close()
	raw, err := io.ReadAll(answer.Body)
	took := time.Since(begun)
	switch {
	case err == nil && answer.StatusCode == http.StatusOK && json.Valid(raw):
		f.answers = []time.Duration{took}
	case err == nil && answer.StatusCode == http.StatusServiceUnavailable && answer.Header.Get("Retry-After") != "":
		f.refusals, f.refused = []time.Duration{took}, 1
	default:
		f.failed++
		fmt.Printf("%d: %.200s %v\n", answer.StatusCode, raw, err)
	}
	return f
}

// look returns the memory of the process in KB: its private memory, and its resident memory with
// mapped indexes. Both are 0 on systems without /proc.
func (s *served) look() (own, resident int) {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.process.Pid))
	if err != nil {
		return 0, 0
	}
	for line := range strings.Lines(string(raw)) {
		fields := strings.Fields(line)
		if len(fields) < 2 {
			continue
		}
		n, _ := strconv.Atoi(fields[1])
		switch fields[0] {
		case "RssAnon:":
			own = n
		case "VmRSS:":
			resident = n
		}
	}
	return own, resident
}

// flat fails the test if memory grows: it compares the maximum in the last half with the maximum in
// the second quarter, after the warm-up.
func (s *served) flat(t *testing.T) {
	n := len(s.memory)
	if n < 8 {
		return
	}
	before, after := slices.Max(s.memory[n/4:n/2]), slices.Max(s.memory[n/2:])
	fmt.Printf(
		"private memory: %d MB at most in the second quarter, %d MB in the last half\n", before>>10,
		after>>10,
	)
	if float64(after) > 1.25*float64(before) {
		t.Error("memory grows by more than a quarter")
	}
}
