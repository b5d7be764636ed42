//go:build unix

package read

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
)

// BenchmarkLexical searches SCILIT_BENCH_PAPERS synthetic papers for the best 150 by unions of 3,
// 10 and 40 terms, alternately in windows and posting by posting. SCILIT_LEXICAL_DIR keeps the
// terms, and the queries for other libraries (see bench/README.md). SCILIT_LEXICAL_EXPORT=1 exports
// the papers for these libraries.
func BenchmarkLexical(b *testing.B) {
	papers, _ := strconv.Atoi(os.Getenv("SCILIT_BENCH_PAPERS"))
	if papers == 0 {
		b.Skip("SCILIT_BENCH_PAPERS is not set: see make bench-lexical")
	}
	folder := filepath.Join(cmp.Or(os.Getenv("SCILIT_LEXICAL_DIR"), b.TempDir()), strconv.Itoa(papers))
	v := openTerms(b, []*termsFolder{madeUp(b, folder, papers)}, []*roaring.Bitmap{roaring.New()})
	for _, size := range []int{3, 10, 40} {
		b.Run(fmt.Sprint(size, "-terms"), func(b *testing.B) {
			for b.Loop() {
				askLexical(b, v, folder, size)
			}
		})
	}
}

const (
	askedPapers  = 150
	lexicalLimit = 24 // number of queries per size
)

const lexicalRuns = 3 // runs per query; the fastest one counts, since other processes use the CPU too

func askLexical(b *testing.B, v *View, folder string, size int) {
	took := make(map[string][]float64)
	for _, terms := range lexicalQueries(b, folder)[size][:lexicalLimit] {
		c, got := lexicalBest(b, v, terms) // the first run reads the pages and verifies their checksums
		if want := c.postingByPosting(b); !slices.Equal(got, want) {
			b.Fatalf("%v: other papers than posting by posting", terms)
		}
		quickest(took, "-windows", func() { lexicalBest(b, v, terms) })
		quickest(took, "-postings", func() { c.postingByPosting(b) })
	}
	for name, took := range took {
		slices.Sort(took)
		b.ReportMetric(took[len(took)/2], "ms-p50"+name)
		b.ReportMetric(took[len(took)*95/100], "ms-p95"+name)
	}
}

// quickest records the wall-clock time and the CPU time of all cores.
func quickest(took map[string][]float64, name string, ask func()) {
	clock, processor := math.Inf(1), math.Inf(1)
	for range lexicalRuns {
		begin, used := time.Now(), processorTime()
		ask()
		clock, processor = min(clock, milliseconds(time.Since(begin))), min(processor, milliseconds(processorTime()-used))
	}
	took[name], took["-cpu"+name] = append(took[name], clock), append(took["-cpu"+name], processor)
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func processorTime() time.Duration {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// lexicalBest runs the part of a search that uses terms, from their lookup to the best papers.
func lexicalBest(b *testing.B, v *View, terms []string) (*lexicalCase, []hit) {
	c := &lexicalCase{view: v, req: engine.Request{Limit: askedPapers}}
	for _, term := range terms {
		weight := 1.
		if strings.Contains(term, " ") {
			weight = .5
		}
		c.terms = append(c.terms, engine.QueryTerm{Text: term, Weight: weight})
	}
	s := &search{SegmentView: v.Segments[0]}
	var err error
	if s.lists, err = s.lookUpAll(context.Background(), c.terms); err != nil {
		b.Fatal(err)
	}
	c.searches = []*search{s}
	hits, err := v.lexical(context.Background(), c.searches, v.lexicalQuery(c.searches, c.req, c.terms))
	if err != nil {
		b.Fatal(err)
	}
	return c, hits
}

// postingByPosting reads all lists completely and keeps the scores of all papers in one array.
func (c *lexicalCase) postingByPosting(b *testing.B) []hit {
	s, q := c.searches[0], c.view.lexicalQuery(c.searches, c.req, c.terms)
	scores := make([]uint32, s.Manifest.Papers)
	var block format.PostingBlock
	for i, found := range s.lists {
		if q.terms[i].weight == 0 {
			continue
		}
		list := s.Postings(found.list)
		for block.Read(&list) {
			for j, doc := range block.Docs[:block.N] {
				if frequency := block.Frequencies[j]; frequency > 0 {
					scores[doc] += q.terms[i].score(frequency, s.Docs.Length(doc))
				}
			}
		}
	}
	best := bestHits{k: q.k}
	for doc, score := range scores {
		if score > 0 && best.mayTake(float64(score)) {
			best.offer(hit{0, uint32(doc), float64(score), s.Docs.Order(uint32(doc))})
		}
	}
	return bestOf([][]hit{best.hits}, q.k)
}
