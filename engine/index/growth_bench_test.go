package index

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
)

// BenchmarkFilterGrowth measures the filter over synthetic corpora that have
// the term statistics of a real one and more papers: SCILIT_GROWTH names their
// sizes, "1000000 10000000"; SCILIT_FILTER_INDEX is the real one.
//
// Posting lists are written without papers. A term that f of the real papers
// hold is held by the same share of the synthetic ones, drawn independently.
// The vocabulary grows by Heaps' law with the exponent that the real corpus
// shows: of rare terms there are more instead of longer ones.
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
				err := readGrown(path, papers, func(r *reader) error {
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

// readGrown gives f a reader that has the inverted index only.
func readGrown(path string, papers int, f func(*reader) error) error {
	sum, err := sumFile(context.Background(), path, nil)
	if err != nil {
		return err
	}
	raw, err := mapFile(context.Background(), path, sum.Size, sum.ofFile())
	if err != nil {
		return err
	}
	defer raw.close()
	file, err := openPages(raw)
	if err != nil {
		return err
	}
	terms, err := file.bucket(termsBucket)
	if err != nil {
		return err
	}
	whole := part{segment: &segment{manifest: &Manifest{Papers: papers}, dictionary: terms}, deleted: roaring.New()}
	return f(&reader{part: whole})
}

// A growth writes the terms of a synthetic corpus.
type growth struct {
	out     *dictionaryWriter
	random  *rand.Rand
	papers  int
	real    int     // papers of the real corpus
	copies  float64 // of each rare term
	perPair float64
}

// rareTerm is up to how many papers hold a term that others of its kind join,
// rather than more papers, as the corpus grows.
const rareTerm = 4

func grow(b *testing.B, dir, path string, papers int) *growth {
	published, err := openPublished(context.Background(), dir, nil)
	if err != nil {
		b.Fatal(err)
	}
	defer published.release()
	s := published.parts[0].segment
	g := &growth{random: rand.New(rand.NewPCG(1, 1)), papers: papers, real: s.manifest.Papers}
	scale := float64(papers) / float64(g.real)
	g.copies = math.Max(1, math.Pow(scale, heaps(b, s)))
	if g.out, err = createDictionary(path, 0); err != nil {
		b.Fatal(err)
	}
	eachTerm(b, s, g.add)
	if err := g.out.close(); err != nil {
		b.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	g.perPair = float64(info.Size()) / float64(g.out.Pairs)
	return g
}

func eachTerm(b *testing.B, s *segment, use func(term string, postings []posting) error) {
	for walk := s.dictionary.walk(); ; {
		_, value, err := walk.next()
		if err == nil && value == nil {
			return
		}
		if err == nil {
			err = eachOfBlock(value, s.manifest.Papers, use)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
}

func eachOfBlock(value []byte, papers int, use func(term string, postings []posting) error) error {
	r := blockReader{bytes: value}
	for {
		more, err := r.next()
		if err != nil || !more {
			return err
		}
		if err := use(string(r.term), postingsOf(r.list, papers)); err != nil {
			return err
		}
	}
}

func postingsOf(list []byte, papers int) (all []posting) {
	r := listReader{bytes: list, papers: uint32(papers)}
	for p, ok := r.read(); ok; p, ok = r.read() {
		all = append(all, p)
	}
	return all
}

// heaps is the exponent of the growth of the vocabulary from every second
// paper to all.
func heaps(b *testing.B, s *segment) float64 {
	half, whole := 0, 0
	eachTerm(b, s, func(_ string, postings []posting) error {
		whole++
		for _, p := range postings {
			if p.doc%2 == 0 {
				half++
				break
			}
		}
		return nil
	})
	return math.Log2(float64(whole) / float64(half))
}

// add writes a real term, and after it a substitute for the new ones near it in
// the order of terms.
func (g *growth) add(term string, postings []posting) error {
	share := float64(len(postings)) / float64(g.real)
	if len(postings) > rareTerm {
		return g.write(term, share, postings)
	}
	copies := int(g.copies + g.random.Float64())
	for i := range copies {
		name := term
		if i > 0 {
			name = fmt.Sprintf("%s\x01%03d", term, i) // before all that a real one goes on with
		}
		if err := g.write(name, share/g.copies, postings); err != nil {
			return err
		}
	}
	return nil
}

// write draws the papers of a term: gaps between successes of a coin are
// geometric. How often it occurs in each place is drawn from the real postings.
func (g *growth) write(term string, share float64, postings []posting) error {
	list := listWriter{}
	scale := 1 / math.Log1p(-share)
	for doc := g.gap(scale); doc < g.papers; doc += 1 + g.gap(scale) {
		p := postings[g.random.IntN(len(postings))]
		p.doc = uint32(doc)
		list.add(p)
	}
	if list.count == 0 { // the vocabulary stays as large as was reckoned
		p := postings[0]
		p.doc = uint32(g.random.IntN(g.papers))
		list.add(p)
	}
	return g.out.add(term, list.count, list.bytes)
}

func (g *growth) gap(scale float64) int {
	return int(math.Log(1-g.random.Float64()) * scale)
}
