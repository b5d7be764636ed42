package rank

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"
	"unsafe"
)

const (
	peersDim  = 384
	peersBest = 100
)

// TestPeers is our side of bench/peers/vectors.py. It reads vectors.f32 and queries.f32, unit vectors of
// 384 float32, from the folder in SCILIT_VECTORS, and writes ours.json there. SCILIT_RESCORED is the
// number of scan results to rescore, 2000 by default.
func TestPeers(t *testing.T) {
	dir := os.Getenv("SCILIT_VECTORS")
	if dir == "" {
		t.Skip("SCILIT_VECTORS is not set: see make bench-peers")
	}
	vectors := mapVectors(t, filepath.Join(dir, "vectors.f32"))
	queries := mapVectors(t, filepath.Join(dir, "queries.f32"))
	start := time.Now()
	p := newPeer(vectors)
	p.rescored = settingOr(t, "SCILIT_RESCORED", 2000)
	result := map[string]any{"build": time.Since(start).Seconds(), "bytes": float64(8*len(p.codes.Blocks)+len(p.rows)*(peersDim+4)) / float64(len(vectors))}
	for threads, name := range map[int]string{1: "one", 2: "two"} {
		result[name], result["found"] = p.ask(queries, threads)
	}
	raw, err := json.Marshal(result)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "ours.json"), raw, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func mapVectors(t *testing.T, path string) (vectors [][]float32) {
	mapped := mapFile(t, path)
	floats := unsafe.Slice((*float32)(unsafe.Pointer(&mapped[0])), len(mapped)/4)
	for ; len(floats) > 0; floats = floats[peersDim:] {
		vectors = append(vectors, floats[:peersDim])
	}
	return vectors
}

// A peer holds the same vector data as an index.
type peer struct {
	codes    *CodeTable
	rows     []QuantisedVector
	rescored int
}

func newPeer(vectors [][]float32) peer {
	p := peer{codes: NewCodeTable(CodeWords(peersDim))}
	code, components := make([]uint64, p.codes.Words), make([]int8, len(vectors)*peersDim)
	for i, v := range vectors {
		Code(v, code)
		p.codes.Append(code)
		p.rows = append(p.rows, Quantise(v, components[i*peersDim:][:peersDim]))
	}
	return p
}

// ask returns the time of each query in seconds, and the vectors that it found, best first.
func (p peer) ask(queries [][]float32, threads int) (times []float64, found [][]uint32) {
	for _, q := range queries {
		start := time.Now()
		best := p.nearest(q, threads)
		times = append(times, time.Since(start).Seconds())
		numbers := make([]uint32, len(best))
		for i, scored := range best {
			numbers[i] = scored.Number
		}
		found = append(found, numbers)
	}
	return times, found
}

func (p peer) nearest(query []float32, threads int) []ScoredItem {
	code := make([]uint64, p.codes.Words)
	Code(query, code)
	quantised := Quantise(query, make([]int8, peersDim))
	best := NewTopK(peersBest)
	for _, near := range scanShared(*p.codes, code, nil, threads, p.rescored) {
		best.Offer(near.Number, Dot(quantised, p.rows[near.Number]))
	}
	return best.Best()
}
