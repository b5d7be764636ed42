package read

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
)

// BenchmarkFilterGrowth measures the filter over synthetic corpora that have the term statistics of
// a real corpus, but more papers. SCILIT_GROWTH lists their sizes, such as "1000000 10000000", and
// SCILIT_FILTER_INDEX is the real corpus.
//
// Only posting lists are written. A term occurs in the same share of the synthetic papers as of the
// real ones, and these papers are drawn independently. The vocabulary grows by Heaps' law with the
// exponent of the real corpus: the number of rare terms grows, but not their frequency.
func BenchmarkFilterGrowth(b *testing.B) {
	if os.Getenv("SCILIT_GROWTH") == "" {
		b.Skip("SCILIT_GROWTH is not set: see make bench-peers")
	}
	queries := filterQueries(b)
	for _, size := range strings.Fields(os.Getenv("SCILIT_GROWTH")) {
		b.Run(size, func(b *testing.B) {
			papers, err := strconv.Atoi(size)
			if err != nil {
				b.Fatal(err)
			}
			path := filepath.Join(cmp.Or(os.Getenv("SCILIT_GROWTH_DIR"), b.TempDir()), "growth-"+size+".db")
			defer os.Remove(path)
			for b.Loop() {
				start := time.Now()
				g := grow(b, os.Getenv("SCILIT_FILTER_INDEX"), path, papers)
				b.ReportMetric(time.Since(start).Seconds(), "write-s")
				b.ReportMetric(g.perPair, "B/pair")
				b.ReportMetric(float64(g.out.Terms), "terms")
				b.ReportMetric(float64(g.out.Pairs)/float64(papers), "pairs/paper")
				err := readGrown(path, papers, func(r *SegmentView) error {
					times, _, err := ask(r, queries)
					reportTimes(b, times)
					return err
				})
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// readGrown calls f with a reader of an index that contains only the inverted index.
func readGrown(path string, papers int, f func(*SegmentView) error) error {
	sum, err := format.SumFile(context.Background(), path, nil)
	if err != nil {
		return err
	}
	raw, err := format.MapFile(context.Background(), path, sum.Size, sum.OfFile())
	if err != nil {
		return err
	}
	defer raw.Close()
	file, err := format.OpenPages(raw)
	if err != nil {
		return err
	}
	terms, err := file.Bucket(format.TermsBucket)
	if err != nil {
		return err
	}
	whole := part{Segment: &Segment{Manifest: &format.Manifest{Papers: papers}, Dictionary: terms}, Deleted: roaring.New()}
	return f(&SegmentView{part: whole})
}

// A growth writes the terms of a synthetic corpus.
type growth struct {
	out     *format.DictionaryWriter
	random  *rand.Rand
	papers  int
	real    int     // number of papers in the real corpus
	copies  float64 // number of copies of each rare term
	perPair float64
}

// rareTerm is the maximum number of papers that contain a rare term. As the corpus grows, it gains
// more rare terms instead of more papers per rare term.
const rareTerm = 4

func grow(b *testing.B, dir, path string, papers int) *growth {
	published, err := OpenPublished(context.Background(), dir, nil)
	if err != nil {
		b.Fatal(err)
	}
	defer published.Release()
	s := published.Parts[0].Segment
	g := &growth{random: rand.New(rand.NewPCG(1, 1)), papers: papers, real: s.Manifest.Papers}
	scale := float64(papers) / float64(g.real)
	g.copies = math.Max(1, math.Pow(scale, heaps(b, s)))
	if g.out, err = format.CreateDictionary(path, 0); err != nil {
		b.Fatal(err)
	}
	eachTerm(b, s, g.add)
	if err := g.out.Close(); err != nil {
		b.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	g.perPair = float64(info.Size()) / float64(g.out.Pairs)
	return g
}

func eachTerm(b *testing.B, s *Segment, use func(term string, postings []format.Posting) error) {
	for walk := s.Dictionary.Walk(); ; {
		_, value, err := walk.Next()
		if err == nil && value == nil {
			return
		}
		if err == nil {
			err = eachOfBlock(value, s.Manifest.Papers, use)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
}

func eachOfBlock(value []byte, papers int, use func(term string, postings []format.Posting) error) error {
	r := format.BlockReader{Bytes: value}
	for {
		more, err := r.Next()
		if err != nil || !more {
			return err
		}
		if err := use(string(r.Term), PostingsOf(r.List, papers)); err != nil {
			return err
		}
	}
}

// heaps returns the exponent with which the vocabulary grows between half of the papers and all of
// them.
func heaps(b *testing.B, s *Segment) float64 {
	half, whole := 0, 0
	eachTerm(b, s, func(_ string, postings []format.Posting) error {
		whole++
		for _, p := range postings {
			if p.Doc%2 == 0 {
				half++
				break
			}
		}
		return nil
	})
	return math.Log2(float64(whole) / float64(half))
}

// add writes a real term, followed by a substitute for the new terms near it in lexical order.
func (g *growth) add(term string, postings []format.Posting) error {
	share := float64(len(postings)) / float64(g.real)
	if len(postings) > rareTerm {
		return g.write(term, share, postings)
	}
	copies := int(g.copies + g.random.Float64())
	for i := range copies {
		name := term
		if i > 0 {
			name = fmt.Sprintf("%s\x01%03d", term, i) // sorts before any real term with this prefix
		}
		if err := g.write(name, share/g.copies, postings); err != nil {
			return err
		}
	}
	return nil
}

// write draws the papers of a term at random. The gaps between them follow a geometric
// distribution. The term's frequencies in each paper are drawn from the real postings.
func (g *growth) write(term string, share float64, postings []format.Posting) error {
	list := format.ListWriter{}
	scale := 1 / math.Log1p(-share)
	for doc := g.gap(scale); doc < g.papers; doc += 1 + g.gap(scale) {
		p := postings[g.random.IntN(len(postings))]
		p.Doc = uint32(doc)
		list.Add(p)
	}
	if list.Count == 0 { // keeps the vocabulary at its computed size
		p := postings[0]
		p.Doc = uint32(g.random.IntN(g.papers))
		list.Add(p)
	}
	return g.out.Add(term, list.Count, list.Bytes)
}

func (g *growth) gap(scale float64) int {
	return int(math.Log(1-g.random.Float64()) * scale)
}
