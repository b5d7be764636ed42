// Package growth tests that a scanner's running time is proportional to the length of its input. It
// counts executed statements with the counters of `go test -cover`, which do not depend on the
// machine's load. `make test-growth` runs these tests.
package growth

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// A Seed describes inputs of any length: Unit is repeated as often as needed between Before and
// After.
type Seed struct{ Before, Unit, After string }

func (s Seed) input(size int) string {
	return s.Before + strings.Repeat(s.Unit, size/len(s.Unit)+1) + s.After
}

func (s Seed) String() string {
	text := fmt.Sprintf("%q + %q ... + %q", s.Before, s.Unit, s.After)
	return text[:min(len(text), 120)]
}

// Repeat returns one seed per unit, without text before and after.
func Repeat(units ...string) (seeds []Seed) {
	for _, unit := range units {
		seeds = append(seeds, Seed{Unit: unit})
	}
	return seeds
}

// Within encloses seeds in a text before and after them. Scanners that search for a delimiter first
// then reach the seeds.
func Within(before string, seeds []Seed, after string) []Seed {
	var all []Seed
	for _, s := range seeds {
		all = append(all, Seed{before + s.Before, s.Unit, s.After + after})
	}
	return all
}

const (
	// size is the length of the shortest of three inputs, in bytes. The others are two and four
	// times as long.
	size = 8 << 10
	// uncounted is the length of inputs that are scanned without counters. Scans must end without a
	// panic; longer inputs follow with counters.
	uncounted = 1 << 10
	// maxRatio is the maximum growth of the steps if the input doubles. It allows n log n, which
	// sorting needs, but not n².
	maxRatio = 2.3
	// maxSteps and maxAlloc are the maximum numbers of steps and of allocated bytes per byte of
	// input. They detect searches and copies whose cost is linear, but too high.
	maxSteps = 2000
	maxAlloc = 4000
	// suspectRatio and suspectSteps are stricter limits for seeds that are measured together. If a
	// group exceeds one of them, its seeds are measured one by one.
	suspectRatio = 2.1
	suspectSteps = 1000
	// fewSteps is the number of steps per byte below which growth is ignored. A few steps more in a
	// regular expression would look like growth, and a quadratic cost is always higher.
	fewSteps = 400
	// maxWait is the time limit of one scan.
	maxWait = 2 * time.Minute
	// task is the name of the environment variable that passes the seeds and the size to a child
	// process.
	task = "SCILIT_GROWTH_TASK"
)

// Linear fails the test if the cost of scan grows faster than its input. Each measurement runs in a
// child process, so that the counters start at zero.
//
// The memory that append and string concatenation copy counts only as allocated memory. String
// comparisons, maps and packages not listed in -coverpkg do not count. Searches by the packages
// strings and bytes count if goroot.sh has prepared the GOROOT.
func Linear(t *testing.T, seeds []Seed, scan func(input string)) {
	t.Helper()
	switch {
	case os.Getenv(task) != "":
		work(t, seeds, scan)
	case testing.CoverMode() == "count" || testing.CoverMode() == "atomic":
		search(t, seeds, 0, len(seeds))
	case testing.Short():
		t.Skip("this test uses one goroutine; make test-growth runs it on longer inputs")
	default:
		for _, seed := range seeds {
			scan(seed.input(uncounted))
		}
	}
}

// search measures the seeds from from to to-1 together. If their cost is suspicious, it measures
// each half, until it finds the seed whose cost grows too fast.
func search(t *testing.T, seeds []Seed, from, to int) {
	if t.Failed() {
		return
	}
	g := compare(t, seeds, from, to)
	switch middle := (from + to) / 2; {
	case !g.suspect():
	case to-from > 1:
		search(t, seeds, from, middle)
		search(t, seeds, middle, to)
	case g.tooFast():
		t.Errorf("twice the input takes %.2f times the steps (at most %v), "+
			"%d steps (%d) and %d bytes of memory (%d) for each byte of\n%v\nmost often:\n%s",
			g.ratio, maxRatio, g.steps, maxSteps, g.allocated, maxAlloc, seeds[from], strings.Join(g.busiest, "\n"))
	}
}

// work scans the seeds that the parent process selected, and prints the allocated memory. It runs
// in a child process.
func work(t *testing.T, seeds []Seed, scan func(input string)) {
	var from, to, length int
	if _, err := fmt.Sscan(os.Getenv(task), &from, &to, &length); err != nil {
		t.Fatal(err)
	}
	most := uint64(0)
	for _, seed := range seeds[from:to] {
		input := seed.input(length)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		scan(input)
		runtime.ReadMemStats(&after)
		most = max(most, after.TotalAlloc-before.TotalAlloc)
	}
	fmt.Printf("\nallocated %d\n", most)
}

// A growth describes how the cost of some seeds grows with the input. ratio is the factor by which
// the steps grow if the input doubles. steps and allocated are per byte of input.
type growth struct {
	ratio            float64
	steps, allocated int
	busiest          []string
}

func (g growth) tooFast() bool {
	return g.ratio > maxRatio && g.steps > fewSteps || g.steps > maxSteps || g.allocated > maxAlloc
}

func (g growth) suspect() bool {
	return g.ratio > suspectRatio || g.steps > suspectSteps || g.allocated > maxAlloc
}

func compare(t *testing.T, seeds []Seed, from, to int) growth {
	t.Helper()
	small, middle, large := measure(t, from, to, size), measure(t, from, to, 2*size), measure(t, from, to, 4*size)
	// The difference between two sizes does not include constant costs.
	g := growth{
		ratio:     float64(large.steps-middle.steps) / float64(max(1, middle.steps-small.steps)),
		steps:     (large.steps - small.steps) / (3 * size * (to - from)),
		allocated: (large.allocated - small.allocated) / (3 * size),
		busiest:   large.busiest,
	}
	t.Logf("seeds %d to %d: %.2f times the steps, %d steps and %d bytes for each byte", from, to, g.ratio,
		g.steps, g.allocated)
	return g
}

// A cost describes the resources that one child process used.
type cost struct {
	steps, allocated int
	busiest          []string // lines of the coverage profile with the most steps
}

func measure(t *testing.T, from, to, size int) cost {
	t.Helper()
	profile := filepath.Join(t.TempDir(), "profile")
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$",
		"-test.coverprofile="+profile, "-test.timeout="+maxWait.String())
	child.Env = append(os.Environ(), fmt.Sprintf("%s=%d %d %d", task, from, to, size))
	out, err := child.CombinedOutput()
	if err != nil {
		t.Fatalf("scanning %d bytes: %v\n%s", size, err, out[:min(len(out), 4000)])
	}
	raw, err := os.ReadFile(profile)
	if err != nil {
		t.Fatal(err)
	}
	c := read(string(raw))
	_, allocated, _ := strings.Cut(string(out), "\nallocated ")
	if _, err := fmt.Sscan(allocated, &c.allocated); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return c
}

// read adds up the counts in a coverage profile, whose lines have the form "file:1.2,3.4 statements
// count".
func read(profile string) (c cost) {
	const shown = 5
	type line struct {
		text  string
		steps int
	}
	top := make([]line, shown)
	for text := range strings.Lines(profile) {
		var place string
		var statements, count int
		if n, _ := fmt.Sscan(text, &place, &statements, &count); n != 3 {
			continue
		}
		c.steps += statements * count
		l := line{strings.TrimSpace(text), statements * count}
		for i := range top {
			if l.steps > top[i].steps {
				top[i], l = l, top[i]
			}
		}
	}
	for _, l := range top {
		c.busiest = append(c.busiest, l.text)
	}
	return c
}
