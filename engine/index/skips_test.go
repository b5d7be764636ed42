package index

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/rank"
)

// randomList is a list of a segment of so many papers, with all frequencies there are.
func randomList(random *rand.Rand, papers int) (w listWriter) {
	for doc := range papers {
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

// A table divides the list into blocks, in which each posting is found, and counts them.
func TestATableDividesItsList(t *testing.T) {
	for seed := range uint64(20) {
		random := rand.New(rand.NewPCG(seed, 1))
		papers := 1 + random.IntN(4000)
		list := randomList(random, papers)
		table, inText := tableOf(list.bytes, papers)
		if want := (list.count + tableBlock - 1) / tableBlock; table.blocks() != want {
			t.Fatalf("seed %d: %d blocks of %d postings", seed, table.blocks(), list.count)
		}
		c := &cursor{list: listReader{bytes: list.bytes, papers: uint32(papers)}, table: table}
		seen := 0
		for _, p := range postingsOf(list.bytes, papers) {
			if more, err := c.to(p.doc); !more || err != nil || c.block.docs[c.pos] != p.doc {
				t.Fatalf("seed %d: no posting of paper %d (%v)", seed, p.doc, err)
			}
			if p.title+p.abstract > 0 {
				seen++
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

// Whatever a table or a dense list says, a search ends, names papers that there are, gives
// each a score that there is, or says that the table is not of its list.
func FuzzTables(f *testing.F) {
	const papers = 3*windowPapers - 5
	random := rand.New(rand.NewPCG(1, 1))
	lists := []listWriter{randomList(random, papers), randomList(random, papers), randomList(random, papers)}
	docs := docTable{make([]byte, papers*docSize), docSize}
	for doc, length := range randomLengths(random, papers) {
		binary.LittleEndian.PutUint16(docs.row(uint32(doc))[2:], length)
	}
	table, _ := tableOf(lists[0].bytes, papers)
	dense, _ := denseOf(lists[1].bytes, papers)
	for _, change := range []func([]byte) []byte{
		func(t []byte) []byte { return t },
		func(t []byte) []byte { return t[:len(t)-3] },
		func(t []byte) []byte { return append(t[:tableEntry*3:tableEntry*3], t[tableEntry*5:]...) },
		func(t []byte) []byte { return append(t[:8:8], make([]byte, len(t)-8)...) },
		func(t []byte) []byte { return append([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, t[8:]...) },
	} {
		f.Add(change(table), []byte(dense), lists[0].bytes, uint16(10))
		f.Add([]byte(table), change(dense), lists[0].bytes, uint16(10))
	}
	f.Fuzz(func(t *testing.T, table, dense, list []byte, k uint16) {
		s := &search{reader: &reader{part: part{segment: &segment{manifest: &Manifest{Papers: papers}, docs: docs, dictionary: &bucket{file: &pageFile{mappedFile: inMemory(nil)}}}}}}
		s.lists = []termList{{list: list, table: table}, {list: lists[1].bytes, dense: dense}, {list: lists[2].bytes}}
		q := &lexicalQuery{k: 1 + int(k)%papers, chunk: chunkPapers, saturation: rank.BM25{Texts: papers, AverageLength: 100}.Saturation()}
		for range s.lists {
			q.terms = append(q.terms, queryTerm{weight: 1e6, saturation: q.saturation})
		}
		q.limitScores(100)
		q.floor.Store(1)
		w := s.newWindowSearch(0, q)
		err := w.run(t.Context(), new(atomic.Int64))
		if err != nil && !errors.Is(err, errTable) && !errors.Is(err, errList) && !errors.Is(err, errDense) {
			t.Fatal(err)
		}
		for _, h := range w.best.hits {
			if h.doc >= papers || h.score > 6e6 {
				t.Fatalf("paper %d of %d scores %v", h.doc, papers, h.score)
			}
		}
		var damaged damagedError
		if _, err := s.scores(q, []uint32{0, 5, papers - 1}); err != nil && !errors.As(err, &damaged) {
			t.Fatal(err)
		}
	})
}
