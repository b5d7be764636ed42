package rank

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"

	"github.com/edsrzf/mmap-go"
)

// TestScale measures the first stage of a semantic search on a corpus as large as SciLit's: the scan of all
// codes and the rescoring of the best. It compares the scan with a loop in C over the same pages.
// `make bench-scale` sets these variables:
//
//	SCILIT_SCALE         number of codes; SciLit has 136600000
//	SCILIT_SCALE_C       path of the compiled bench/scan.c
//	SCILIT_SCALE_BITS    bits per code, 256 by default
//	SCILIT_SCALE_ROUNDS  number of rounds, 7 by default
//	SCILIT_SCALE_DIR     folder for the temporary file of codes
//
// It fails if Go and C find different numbers of codes near the query.
func TestScale(t *testing.T) {
	if os.Getenv("SCILIT_SCALE") == "" {
		t.Skip("SCILIT_SCALE is not set: see make bench-scale")
	}
	s := newScale(t)
	loop := startLoop(t, os.Getenv("SCILIT_SCALE_C"), s)
	s.checkAgainst(t, loop)
	for range settingOr(t, "SCILIT_SCALE_ROUNDS", 7) {
		s.round(t, loop)
	}
	s.report()
}

func settingOr(t *testing.T, name string, other int) int {
	t.Helper()
	if os.Getenv(name) == "" {
		return other
	}
	n, err := strconv.Atoi(os.Getenv(name))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

const (
	scaleSeed   = 2023
	scaleWanted = 4000 // number of codes to scan for and rescore
	scaleBest   = 100  // number of these to return
)

// A scale is a table of synthetic codes in a mapped file, as in an index, with the measured times in
// seconds. Each round adds one first run and one repetition of every measurement.
type scale struct {
	path    string
	table   CodeTable
	filters []scaleFilter
	first   map[string][]float64
	times   map[string][]float64
	order   []string // names of the measurements, in order
}

type scaleFilter struct {
	name    string
	allowed []byte
}

func newScale(t *testing.T) *scale {
	codes := settingOr(t, "SCILIT_SCALE", 0) / CodeLanes * CodeLanes
	table := CodeTable{Words: settingOr(t, "SCILIT_SCALE_BITS", 256) / 64, Len: codes}
	dir := os.Getenv("SCILIT_SCALE_DIR")
	if dir == "" {
		dir = t.TempDir()
	}
	s := &scale{path: filepath.Join(dir, "scale-codes.bin"), first: make(map[string][]float64), times: make(map[string][]float64)}
	t.Cleanup(func() { os.Remove(s.path) })
	if err := writeCodes(s.path, table); err != nil {
		t.Fatal(err)
	}
	table.Blocks = mapWords(t, s.path)
	s.table = table
	s.filters = []scaleFilter{{"all papers", nil}, {"10 % of them", randomFilter(codes, 10)}, {"1 % of them", randomFilter(codes, 100)}}
	return s
}

// word returns word w of a paper's code. Its bits depend only on the seed and the position, so that
// vectors can be recomputed instead of stored.
func word(paper, w int) uint64 {
	x := uint64(scaleSeed) + uint64(paper)*0x9E3779B97F4A7C15 + uint64(w)*0xD1B54A32D192ED03
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

func writeCodes(path string, table CodeTable) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	out := bufio.NewWriterSize(file, 1<<20)
	var bytes []byte
	for block := 0; block < table.Len; block += CodeLanes {
		bytes = bytes[:0]
		for w := range table.Words {
			for lane := range CodeLanes {
				bytes = binary.LittleEndian.AppendUint64(bytes, word(block+lane, w))
			}
		}
		if _, err := out.Write(bytes); err != nil {
			return err
		}
	}
	return out.Flush()
}

func mapWords(t *testing.T, path string) []uint64 {
	mapped := mapFile(t, path)
	return unsafe.Slice((*uint64)(unsafe.Pointer(&mapped[0])), len(mapped)/8)
}

func mapFile(t *testing.T, path string) mmap.MMap {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	mapped, err := mmap.Map(file, mmap.RDONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { mapped.Unmap() })
	return mapped
}

// randomFilter allows a random fraction of the codes.
func randomFilter(codes, in int) []byte {
	allowed := make([]byte, (codes+7)/8)
	random := rand.New(rand.NewPCG(scaleSeed, uint64(in)))
	for i := range codes / in {
		code := i*in + random.IntN(in)
		allowed[code/8] |= 1 << (code % 8)
	}
	return allowed
}

// query returns the vector of paper 0 with every ninth sign flipped, and its code. Paper 0 is the nearest,
// and all others are as far away as unrelated papers.
func (s *scale) query() (code []uint64, vector QuantisedVector) {
	vector = s.row(0, make([]int8, 64*s.table.Words))
	for i := 0; i < len(vector.Components); i += 9 {
		vector.Components[i] = -vector.Components[i]
	}
	floats := make([]float32, len(vector.Components))
	for i, x := range vector.Components {
		floats[i] = float32(x)
	}
	code = make([]uint64, s.table.Words)
	Code(floats, code)
	return code, vector
}

// row computes the int8 vector of a paper whose code contains the signs.
func (s *scale) row(paper int, into []int8) QuantisedVector {
	for i := range into {
		into[i] = int8(1 + i%127)
		if word(paper, i/64)&(1<<(i%64)) == 0 {
			into[i] = -into[i]
		}
	}
	return QuantisedVector{Scale: 1, Components: into}
}

func (s *scale) scan(code []uint64, allowed []byte, workers int) []Near {
	return scanShared(s.table, code, allowed, workers, scaleWanted)
}

// scanShared divides the codes among goroutines, as an index does.
func scanShared(table CodeTable, code []uint64, allowed []byte, workers, wanted int) []Near {
	parts := make([][]Near, workers)
	share := (table.Len/workers/CodeLanes + 1) * CodeLanes
	var wait sync.WaitGroup
	for w := range workers {
		wait.Go(func() { parts[w] = table.Scan(code, allowed, w*share, (w+1)*share, wanted) })
	}
	wait.Wait()
	return Closest(parts, table.Words, wanted)
}

// search runs the whole first stage.
func (s *scale) search(allowed []byte) []ScoredItem {
	code, vector := s.query()
	best := NewTopK(scaleBest)
	row := make([]int8, len(vector.Components))
	for _, near := range s.scan(code, allowed, 2) {
		best.Offer(near.Number, Dot(vector, s.row(int(near.Number), row)))
	}
	return best.Best()
}

func (s *scale) checkAgainst(t *testing.T, loop *loop) {
	near := s.scan(s.table.At(0), nil, 2)
	limit := uint32(0)
	for _, n := range near {
		limit = max(limit, n.Distance)
	}
	if _, within := loop.order(t, "scan 2 %d", limit); len(near) < min(scaleWanted, s.table.Len) || int(within) != len(near) {
		t.Fatalf("%d codes within distance %d, in C %d", len(near), limit, within)
	}
	if best := s.search(nil); best[0].Number != 0 {
		t.Fatalf("paper %d is nearest rather than the one that the query was made of", best[0].Number)
	}
}

// round measures everything once, alternating between Go and C.
func (s *scale) round(t *testing.T, loop *loop) {
	code, _ := s.query()
	for threads := 1; threads <= 2; threads++ {
		s.note(fmt.Sprintf("C reads, %d", threads), func() float64 { seconds, _ := loop.order(t, "read %d", threads); return seconds })
		s.note(fmt.Sprintf("C scans, %d", threads), func() float64 { seconds, _ := loop.order(t, "scan %d 0", threads); return seconds })
		s.note(fmt.Sprintf("Go scans, %d", threads), timed(func() { s.scan(code, nil, threads) }))
	}
	for _, filter := range s.filters {
		s.note("first stage, "+filter.name, timed(func() { s.search(filter.allowed) }))
	}
}

func timed(work func()) func() float64 {
	return func() float64 {
		start := time.Now()
		work()
		return time.Since(start).Seconds()
	}
}

// note runs a function twice and records both times: the first after other data was used, and the
// second immediately after the first.
func (s *scale) note(name string, seconds func() float64) {
	if s.times[name] == nil {
		s.order = append(s.order, name)
	}
	s.first[name] = append(s.first[name], seconds())
	s.times[name] = append(s.times[name], seconds())
}

// report prints a table of medians. Shares are medians of C's time divided by Go's time in the same round,
// so that anything that slows a round down affects both.
func (s *scale) report() {
	bytes := float64(8 * len(s.table.Blocks))
	fmt.Printf("\n%d codes of %d bits, %.2f GB, %d rounds\n\n| | ms at first | ms again | GB/s again | share of C's reading | of C's scan |\n|---|---|---|---|---|---|\n",
		s.table.Len, 64*s.table.Words, bytes/1e9, len(s.times[s.order[0]]))
	for _, name := range s.order {
		times := s.times[name]
		threads := "2"
		if strings.HasSuffix(name, "1") {
			threads = "1"
		}
		fmt.Printf("| %s | %.1f | %.1f | %.1f | %.2f | %.2f |\n", name, 1e3*median(s.first[name]), 1e3*median(times),
			bytes/1e9/median(times), shareOf(s.times["C reads, "+threads], times), shareOf(s.times["C scans, "+threads], times))
	}
}

func shareOf(one, other []float64) float64 {
	shares := make([]float64, len(one))
	for i := range one {
		shares[i] = one[i] / other[i]
	}
	return median(shares)
}

func median(xs []float64) float64 {
	sorted := slices.Sorted(slices.Values(xs))
	return sorted[len(sorted)/2]
}

// A loop is a running bench/scan.c process.
type loop struct {
	in  io.Writer
	out *bufio.Reader
}

func startLoop(t *testing.T, program string, s *scale) *loop {
	command := exec.Command(program, s.path, strconv.Itoa(s.table.Words))
	command.Stderr = os.Stderr
	in, inErr := command.StdinPipe()
	out, outErr := command.StdoutPipe()
	if err := command.Start(); err != nil || inErr != nil || outErr != nil {
		t.Fatalf("SCILIT_SCALE_C: %v %v %v", err, inErr, outErr)
	}
	t.Cleanup(func() {
		in.Close()
		command.Wait()
	})
	return &loop{in, bufio.NewReader(out)}
}

func (l *loop) order(t *testing.T, format string, arguments ...any) (seconds float64, result uint64) {
	fmt.Fprintf(l.in, format+"\n", arguments...)
	if _, err := fmt.Fscanln(l.out, &seconds, &result); err != nil {
		t.Fatal(err)
	}
	return seconds, result
}
