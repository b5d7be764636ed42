package index

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/rank"
)

// randomList is a list of a segment with these lengths; many of its postings have
// frequencies that differ, so that a block has more best pairs than it has room for.
func randomList(random *rand.Rand, lengths []uint16) (w listWriter) {
	for doc := range lengths {
		if random.IntN(3) > 0 {
			w.add(posting{uint32(doc), uint8(random.IntN(2) * random.IntN(4)), uint8(random.IntN(5) * random.IntN(16))})
		}
	}
	return w
}

func randomLengths(random *rand.Rand, papers int) []uint16 {
	lengths := make([]uint16, papers)
	for doc := range lengths {
		lengths[doc] = uint16(random.ExpFloat64() * 200 * float64(1+7*random.IntN(2)))
	}
	return lengths
}

// Each posting scores at most as much as the best impact of its block, whatever the
// average length of the corpus is, and the blocks divide the list.
func TestImpactsCoverEveryPosting(t *testing.T) {
	for seed := range uint64(20) {
		random := rand.New(rand.NewPCG(seed, 1))
		lengths := randomLengths(random, 1+random.IntN(4000))
		list := randomList(random, lengths)
		table, inText := tableOf(list.bytes, lengths)
		if want := (list.count + tableBlock - 1) / tableBlock; table.blocks() != want {
			t.Fatalf("seed %d: %d blocks of %d postings", seed, table.blocks(), list.count)
		}
		c := &cursor{weight: 1e6, list: listReader{bytes: list.bytes, papers: uint32(len(lengths))}, table: table, bounded: -1}
		c.saturation = rank.BM25{Texts: len(lengths), AverageLength: 1 + 500*random.Float64()}.Saturation()
		seen := 0
		for _, p := range postingsOf(list.bytes, len(lengths)) {
			if more, err := c.to(p.doc); !more || err != nil || c.block.docs[c.pos] != p.doc {
				t.Fatalf("seed %d: no posting of paper %d (%v)", seed, p.doc, err)
			}
			if frequency := 2*p.title + p.abstract; frequency > 0 {
				seen++
				if score := c.score(frequency, int(lengths[p.doc])); score > c.mostOf(c.at) {
					t.Fatalf("seed %d: paper %d scores %d, its block at most %d", seed, p.doc, score, c.mostOf(c.at))
				}
			}
		}
		if seen != inText {
			t.Fatalf("seed %d: %d papers counted, %d in the list", seed, inText, seen)
		}
	}
}

// A table finds the first block that reaches a document, from wherever it starts.
func TestSeekFindsTheFirstBlock(t *testing.T) {
	var table blockTable
	for _, last := range []uint32{3, 4, 90, 91, 200, 1000, 1001} {
		table = binary.LittleEndian.AppendUint32(table, last)
		table = append(table, make([]byte, tableEntry-4)...)
	}
	for doc := range uint32(1010) {
		want := 0
		for want < table.blocks() && table.last(want) < int64(doc) {
			want++
		}
		for from := range want + 1 {
			if got := table.seek(from, doc); got != want {
				t.Fatalf("block %d reaches %d, found %d from %d on", want, doc, got, from)
			}
		}
	}
}

// Whatever a table says of a list, a search ends, names papers that there are, gives each
// the score that it has by what was read, or says that the table is not of its list.
func FuzzBlockTable(f *testing.F) {
	const papers = 3*windowPapers - 5
	random := rand.New(rand.NewPCG(1, 1))
	lengths := randomLengths(random, papers)
	lists := []listWriter{randomList(random, lengths), randomList(random, lengths)}
	table, _ := tableOf(lists[0].bytes, lengths)
	docs := docTable{make([]byte, papers*docSize), docSize}
	for doc, length := range lengths {
		binary.LittleEndian.PutUint16(docs.row(uint32(doc))[2:], length)
	}
	for _, change := range []func([]byte) []byte{
		func(t []byte) []byte { return t },
		func(t []byte) []byte { return t[:len(t)-3] },
		func(t []byte) []byte { return append(t[:tableEntry*3:tableEntry*3], t[tableEntry*5:]...) },
		func(t []byte) []byte { return append(t[:8:8], make([]byte, len(t)-8)...) },
		func(t []byte) []byte { return append([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, t[8:]...) },
	} {
		f.Add(change(table), lists[0].bytes, uint16(10))
	}
	f.Fuzz(func(t *testing.T, table, list []byte, k uint16) {
		s := &search{reader: &reader{part: part{segment: &segment{manifest: &Manifest{Papers: papers}, docs: docs, dictionary: &bucket{file: &pageFile{mappedFile: inMemory(nil)}}}}}}
		s.lists = []termList{{list: list, table: table}, {list: lists[1].bytes}}
		q := &lexicalQuery{weights: []float64{1e6, 1e6}, k: 1 + int(k)%papers, chunk: chunkPapers, saturation: rank.BM25{Texts: papers, AverageLength: 100}.Saturation()}
		q.floor.Store(1)
		w := s.newWindowSearch(0, q)
		err := w.run(t.Context(), new(atomic.Int64))
		if err != nil && !errors.Is(err, errTable) && !errors.Is(err, errList) {
			t.Fatal(err)
		}
		for _, h := range w.best.hits {
			if h.doc >= papers || h.score > 4e6 {
				t.Fatalf("paper %d of %d scores %v", h.doc, papers, h.score)
			}
		}
		var damaged damagedError
		if _, err := s.scores(q, []uint32{0, 5, papers - 1}); err != nil && !errors.As(err, &damaged) {
			t.Fatal(err)
		}
	})
}
