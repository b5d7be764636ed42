package rank

import (
	"math/bits"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// hamming is the reference implementation of the Hamming distance.
func hamming(a, b []uint64) (distance uint32) {
	for i := range a {
		distance += uint32(bits.OnesCount64(a[i] ^ b[i]))
	}
	return distance
}

// drawTable draws codes that are similar to each other, so that many distances are equal. It returns them
// as a table and as a list.
func drawTable(t *rapid.T) (table CodeTable, codes [][]uint64) {
	words := rapid.IntRange(1, 7).Draw(t, "words")
	n := rapid.IntRange(0, 3*scanRun*CodeLanes/2).Draw(t, "codes")
	base := rapid.SliceOfN(rapid.Uint64(), 64*words, 64*words).Draw(t, "base")
	builder := NewCodeTable(words)
	for i := range n {
		code := slices.Clone(base[i%64*words:][:words])
		code[i%words] ^= uint64(i) * 0x9E3779B97F4A7C15
		codes = append(codes, code)
		builder.Append(code)
	}
	return *builder, codes
}

func TestScanFindsTheClosestAllowedCodes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table, codes := drawTable(t)
		query := rapid.SliceOfN(rapid.Uint64(), table.Words, table.Words).Draw(t, "query")
		wanted := rapid.IntRange(1, 300).Draw(t, "wanted")
		var allowed []byte
		if rapid.Bool().Draw(t, "filtered") {
			pattern := rapid.SliceOfN(rapid.Byte(), 7, 7).Draw(t, "allowed")
			for i := range (len(codes) + 7) / 8 {
				allowed = append(allowed, pattern[i%7])
			}
		}
		half := len(codes) / 2 / CodeLanes * CodeLanes
		parts := [][]Near{table.Scan(query, allowed, 0, half, wanted), table.Scan(query, allowed, half, len(codes), wanted)}
		if got, want := Closest(parts, table.Words, wanted), closest(codes, query, allowed, wanted); !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}

// closest is a naive implementation of Scan.
func closest(codes [][]uint64, query []uint64, allowed []byte, wanted int) (all []Near) {
	for i, code := range codes {
		if allowed == nil || allowed[i/8]&(1<<(i%8)) != 0 {
			all = append(all, Near{uint32(i), hamming(code, query)})
		}
	}
	if len(all) > wanted {
		var distances []uint32
		for _, n := range all {
			distances = append(distances, n.Distance)
		}
		slices.Sort(distances)
		all = slices.DeleteFunc(all, func(n Near) bool { return n.Distance > distances[wanted-1] })
	}
	return all
}

func TestATableGivesItsCodesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table, codes := drawTable(t)
		for i, code := range codes {
			if got := table.At(i); !slices.Equal(got, code) {
				t.Fatalf("code %d is %x instead of %x", i, got, code)
			}
		}
	})
}

// The kernels selected for this processor agree with the portable ones.
func TestKernelsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table, codes := drawTable(t)
		run := codeRun{query: make([]uint64, table.Words), blocks: table.Blocks, codes: len(codes), first: 5}
		limit := uint32(rapid.IntRange(0, 64*table.Words).Draw(t, "limit"))
		if got, want := scanRunOf(run, limit, nil), scanPortable(run, limit, nil); !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
		n := rapid.IntRange(0, 200).Draw(t, "n")
		a, b := rapid.SliceOfN(rapid.Int8(), n, n).Draw(t, "a"), rapid.SliceOfN(rapid.Int8(), n, n).Draw(t, "b")
		if got, want := dotOf(a, b), dotPortable(a, b); got != want {
			t.Fatalf("%d instead of %d", got, want)
		}
	})
}

func benchmarkTable(words int) CodeTable {
	table := CodeTable{Words: words, Len: 1 << 20}
	table.Blocks = make([]uint64, table.Len*words)
	state := uint64(1)
	for i := range table.Blocks {
		state = state*6364136223846793005 + 1442695040888963407
		table.Blocks[i] = state ^ state>>29
	}
	return table
}

func BenchmarkScan(b *testing.B) {
	for name, words := range map[string]int{"256 bits": 4, "384 bits": 6} {
		b.Run(name, func(b *testing.B) {
			table := benchmarkTable(words)
			query := make([]uint64, words)
			b.SetBytes(int64(8 * len(table.Blocks)))
			for b.Loop() {
				table.Scan(query, nil, 0, table.Len, 2000)
			}
		})
	}
}

// BenchmarkKernel measures the kernel with all codes in the CPU cache.
func BenchmarkKernel(b *testing.B) {
	for name, words := range map[string]int{"256 bits": 4, "384 bits": 6} {
		b.Run(name, func(b *testing.B) {
			table := benchmarkTable(words)
			run := codeRun{query: make([]uint64, words), blocks: table.Blocks[:scanRun*CodeLanes*words], codes: scanRun * CodeLanes}
			b.SetBytes(int64(8 * len(run.blocks)))
			for b.Loop() {
				scanRunOf(run, 40, nil)
			}
		})
	}
}

func BenchmarkDot(b *testing.B) {
	x := QuantisedVector{Scale: 1, Components: make([]int8, 384)}
	for b.Loop() {
		Dot(x, x)
	}
}

// Both kernels clear the bits of sums below the threshold, and keep all others.
func TestKeepAtLeast(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOf(rapid.Uint64()).Draw(t, "words")
		sums := rapid.SliceOfN(rapid.Uint16(), 64*len(words), 64*len(words)).Draw(t, "sums")
		least := rapid.Uint16().Draw(t, "least")
		want := slices.Clone(words)
		for i, sum := range sums {
			if sum < least {
				want[i/64] &^= 1 << (i % 64)
			}
		}
		for _, keep := range []func([]uint16, uint16, []uint64){KeepAtLeast, keepPortable} {
			got := slices.Clone(words)
			if keep(sums, least, got); !slices.Equal(got, want) {
				t.Fatalf("%x instead of %x", got, want)
			}
		}
	})
}

// Both kernels add to the marked sums and to no others.
func TestAddMarked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.IntRange(0, 9).Draw(t, "words")
		marks := rapid.SliceOfN(rapid.Byte(), 8*words, 8*words).Draw(t, "marks")
		sums := rapid.SliceOfN(rapid.Uint16(), 64*words, 64*words).Draw(t, "sums")
		add := rapid.Uint16().Draw(t, "add")
		want := slices.Clone(sums)
		for i := range sums {
			if marks[i/8]&(1<<(i%8)) != 0 {
				want[i] += add
			}
		}
		for _, addMarked := range []func([]uint16, []byte, uint16){AddMarked, addMarkedPortable} {
			got := slices.Clone(sums)
			if addMarked(got, marks, add); !slices.Equal(got, want) {
				t.Fatalf("%v instead of %v", got, want)
			}
		}
	})
}
