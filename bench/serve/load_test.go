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
	clients  = flag.Int("clients", 200, "clients at a time")
	duration = flag.Duration("duration", 10*time.Minute, "of the load")
	pause    = flag.Duration("pause", 10*time.Second, "mean time between an answer and the next question of a client")
	overload = flag.Duration("overload", 20*time.Second, "of the part with too many questions")
)

// TestLoad plays researchers against the built program, then far too many of them, and
// then one.
func TestLoad(t *testing.T) {
	program, index := os.Getenv("SCILIT_BIN"), os.Getenv("SCILIT_INDEX")
	if program == "" || index == "" {
		t.Skip("make bench-serve runs this")
	}
	s := start(t, program, index)
	texts := abstracts(t)
	s.choose(t, texts[0])
	fmt.Printf("%d clients, one question about every %s each, for %s\n", *clients, *pause, *duration)
	fmt.Println(
		"| after | requests | p50 | p99 | errors | memory of its own | resident |\n|---|---|---|---|---|---|---|",
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
		"overload: %d clients, one question about every second each: %d answered, %d refused by 503, p50 of refusals %s, p99 %s\n",
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
		t.Error("it does not recover")
	}
}

// A served program.
type served struct {
	url     string
	process *os.Process
	http    *http.Client
	paper   string // the ID of one
	memory  []int  // KB of its own, looked at while it is played with
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
			t.Errorf("it does not stop well: %v", err)
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

// choose takes a paper that is asked about.
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

// abstracts are texts of papers of the demo, as researchers may have written them.
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

// figures are what clients saw.
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

// play lets n clients ask for a while, each from a place of its own in the sequence of
// questions. What is under way at the end is waited for.
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

// rest is false where the time is over.
func rest(ctx context.Context, long time.Duration) bool {
	select {
	case <-time.After(long):
		return true
	case <-ctx.Done():
		return false
	}
}

// ask puts one question: mostly for papers, then for what is known of one, a sentence
// about it, or whether it shows a claim.
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

// look is the memory of the process, in KB: its own, and with the indexes that are mapped.
// Both are 0 where the system has no /proc.
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

// flat fails where the memory grows: the most of the last half is compared with that of
// the second quarter, when all is warm.
func (s *served) flat(t *testing.T) {
	n := len(s.memory)
	if n < 8 {
		return
	}
	before, after := slices.Max(s.memory[n/4:n/2]), slices.Max(s.memory[n/2:])
	fmt.Printf(
		"memory of its own: %d MB at most in the second quarter, %d MB in the last half\n", before>>10,
		after>>10,
	)
	if float64(after) > 1.25*float64(before) {
		t.Error("the memory grows")
	}
}
