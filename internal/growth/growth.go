// Package growth tests that a scanner's work grows linearly with its input. It counts executed
// statements with the counters of `go test -cover`, which do not depend on the machine's load.
// `make test-growth` runs its tests.
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

// A Seed is an input of variable length: Unit is repeated between Before and After.
type Seed struct{ Before, Unit, After string }

func (s Seed) input(size int) string {
	return s.Before + strings.Repeat(s.Unit, size/len(s.Unit)+1) + s.After
}

func (s Seed) String() string {
	text := fmt.Sprintf("%q + %q ... + %q", s.Before, s.Unit, s.After)
	return text[:min(len(text), 120)]
}

// Repeat returns one seed per unit, with nothing before and after.
func Repeat(units ...string) (seeds []Seed) {
	for _, unit := range units {
		seeds = append(seeds, Seed{Unit: unit})
	}
	return seeds
}

// Within wraps seeds in a frame, for scanners that first look for such a frame.
func Within(before string, seeds []Seed, after string) []Seed {
	var all []Seed
	for _, s := range seeds {
		all = append(all, Seed{before + s.Before, s.Unit, s.After + after})
	}
	return all
}

const (
	// size is the length of the shortest of the three inputs, in bytes. Each of the others is twice
	// as long as the previous one.
	size = 8 << 10
	// maxRatio is between the ratio of n log n, which sorting needs, and that of n².
	maxRatio = 2.3
	// maxSteps and maxAlloc are limits per byte of input. They detect windowed searches and copies,
	// whose cost is linear but too high.
	maxSteps = 2000
	maxAlloc = 4000
	// suspectRatio and the following limits apply to seeds that are measured together. Seeds are
	// measured one by one only if the group exceeds a limit.
	suspectRatio = 2.1
	suspectSteps = 1000
	// fewSteps is less than any significant n². Below it, small variations in the execution of a
	// regular expression look like growth.
	fewSteps = 400
	// maxWait is the timeout of one scan.
	maxWait = 2 * time.Minute
	// task is the environment variable that passes the seeds and the size to a process.
	task = "SCILIT_GROWTH_TASK"
)

// Linear fails the test if the work of scan grows faster than its input. Each scan runs in a
// separate process, whose counters start at zero.
//
// Copies by the runtime (append, string concatenation) count only as allocated memory. String
// comparisons, maps and packages that -coverpkg omits do not count. Searches in packages strings
// and bytes are counted with the GOROOT of goroot.sh.
func Linear(t *testing.T, seeds []Seed, scan func(input string)) {
	t.Helper()
	switch {
	case os.Getenv(task) != "":
		work(t, seeds, scan)
	case testing.CoverMode() == "count" || testing.CoverMode() == "atomic":
		search(t, seeds, 0, len(seeds))
	default:
		for _, seed := range seeds {
			scan(seed.input(size))
		}
	}
}

// search bisects the seeds until it finds one whose cost grows too fast.
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

// work scans the selected seeds at one size. It runs in a separate process.
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

// A growth describes how the cost of some seeds grows. steps and allocated are per byte of input.
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
	// Differences between two sizes cancel constant costs.
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

// A cost is the resource use of one process.
type cost struct {
	steps, allocated int
	busiest          []string // lines of the profile with the most steps
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

// read sums a coverage profile with lines of the form "file:1.2,3.4 statements count".
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
