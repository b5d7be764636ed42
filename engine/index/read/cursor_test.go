package read

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
)

// randomList returns a posting list for a segment with the given number of papers. It contains all
// frequencies.
func randomList(random *rand.Rand, papers int) (w format.ListWriter) {
	for doc := range papers {
		if random.IntN(3) > 0 {
			w.Add(format.Posting{
				Doc: uint32(
					doc,
				), Title: uint8(random.IntN(2) * random.IntN(4)), Abstract: uint8(random.IntN(5) * random.IntN(16)),
			})
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

// A table divides a list into blocks, so that each posting can be found, and counts the papers.
func TestATableDividesItsList(t *testing.T) {
	for seed := range uint64(20) {
		random := rand.New(rand.NewPCG(seed, 1))
		papers := 1 + random.IntN(4000)
		list := randomList(random, papers)
		table, inText := format.TableOf(list.Bytes, papers)
		if want := (list.Count + format.TableBlock - 1) / format.TableBlock; table.Blocks() != want {
			t.Fatalf("seed %d: %d blocks of %d postings", seed, table.Blocks(), list.Count)
		}
		c := &cursor{list: format.ListReader{Bytes: list.Bytes, Papers: uint32(papers)}, table: table}
		seen := 0
		for _, p := range PostingsOf(list.Bytes, papers) {
			if more, err := c.to(p.Doc); !more || err != nil || c.block.Docs[c.pos] != p.Doc {
				t.Fatalf("seed %d: no posting of paper %d (%v)", seed, p.Doc, err)
			}
			if p.Title+p.Abstract > 0 {
				seen++
			}
		}
		if seen != inText {
			t.Fatalf("seed %d: %d papers counted, %d in the list", seed, inText, seen)
		}
	}
}

// For any table and dense list, a search terminates. It returns existing papers with possible
// scores, or an error about the table or list.
func FuzzTables(f *testing.F) {
	const papers = 3*format.WindowPapers - 5
	random := rand.New(rand.NewPCG(1, 1))
	lists := []format.ListWriter{randomList(random, papers), randomList(random, papers), randomList(random, papers)}
	docs := (&format.Manifest{}).DocTable(make([]byte, papers*format.DocSize))
	for doc, length := range randomLengths(random, papers) {
		binary.LittleEndian.PutUint16(docs.Row(uint32(doc))[2:], length)
	}
	dictionary := openTerms(f, []*termsFolder{smallTerms(f)}, []*roaring.Bitmap{roaring.New()}).Segments[0].Dictionary
	table, _ := format.TableOf(lists[0].Bytes, papers)
	dense, _ := format.DenseOf(lists[1].Bytes, papers)
	for _, change := range []func([]byte) []byte{
		func(t []byte) []byte { return t },
		func(t []byte) []byte { return t[:len(t)-3] },
		func(t []byte) []byte {
			return append(t[:format.TableEntry*3:format.TableEntry*3], t[format.TableEntry*5:]...)
		},
		func(t []byte) []byte { return append(t[:8:8], make([]byte, len(t)-8)...) },
		func(t []byte) []byte { return append([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, t[8:]...) },
	} {
		f.Add(change(table), []byte(dense), lists[0].Bytes, uint16(10))
		f.Add([]byte(table), change(dense), lists[0].Bytes, uint16(10))
	}
	f.Fuzz(func(t *testing.T, table, dense, list []byte, k uint16) {
		s := &search{
			SegmentView: &SegmentView{
				part: part{
					Segment: &Segment{Manifest: &format.Manifest{Papers: papers}, Docs: docs, Dictionary: dictionary},
				},
			},
		}
		s.lists = []termList{{list: list, table: table}, {list: lists[1].Bytes, dense: dense}, {list: lists[2].Bytes}}
		q := &lexicalQuery{
			k:          1 + int(k)%papers,
			chunk:      chunkPapers,
			saturation: rank.BM25{Texts: papers, AverageLength: 100}.Saturation(),
		}
		for range s.lists {
			q.terms = append(q.terms, queryTerm{weight: 1e6, saturation: q.saturation})
		}
		q.limitScores(100)
		q.floor.Store(1)
		w := s.newWindowSearch(0, q)
		err := w.run(t.Context(), new(atomic.Int64))
		if err != nil && !errors.Is(err, errTable) && !errors.Is(err, format.ErrList) &&
			!errors.Is(err, format.ErrDense) {
			t.Fatal(err)
		}
		for _, h := range w.best.hits {
			if h.doc >= papers || h.score > 6e6 {
				t.Fatalf("paper %d of %d scores %v", h.doc, papers, h.score)
			}
		}
		var damaged format.DamagedError
		if _, err := s.scores(q, []uint32{0, 5, papers - 1}); err != nil && !errors.As(err, &damaged) {
			t.Fatal(err)
		}
	})
}

// smallTerms returns a folder with the terms of one paper, which contains a single term.
func smallTerms(t testing.TB) *termsFolder {
	f := newTermsFolder(t, t.TempDir())
	f.add(t, "1", 1, []paperTerm{{"pooling", 0, 1}})
	f.finish(t, true)
	return f
}
