//go:build unix

package index

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
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
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// BenchmarkLexical asks unions of 3, 10 and 40 terms for the best 150 of
// SCILIT_BENCH_PAPERS made-up papers, by blocks and posting by posting in turns.
// SCILIT_LEXICAL_DIR keeps their terms and what other libraries are asked: see
// bench/README.md. SCILIT_LEXICAL_EXPORT=1 writes the papers for them.
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
	lexicalLimit = 24 // queries of each size
)

const lexicalRuns = 3 // of each query, of which the quickest counts: others use the processor too

func askLexical(b *testing.B, v *view, folder string, size int) {
	took := make(map[string][]float64)
	for _, terms := range lexicalQueries(b, folder)[size][:lexicalLimit] {
		c, got := lexicalBest(b, v, terms) // the first time its pages are read and compared with their checksums
		if want := c.postingByPosting(b); !slices.Equal(got, want) {
			b.Fatalf("%v: other papers than posting by posting", terms)
		}
		quickest(took, "-blocks", func() { lexicalBest(b, v, terms) })
		quickest(took, "-postings", func() { c.postingByPosting(b) })
	}
	for name, took := range took {
		slices.Sort(took)
		b.ReportMetric(took[len(took)/2], "ms-p50"+name)
		b.ReportMetric(took[len(took)*95/100], "ms-p95"+name)
	}
}

// quickest notes the time by the clock and that of the processor, all cores together.
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

// lexicalBest is what a search does by terms, from their look-up to the best papers.
func lexicalBest(b *testing.B, v *view, terms []string) (*lexicalCase, []hit) {
	c := &lexicalCase{view: v, req: engine.Request{Limit: askedPapers}}
	for _, term := range terms {
		weight := 1.
		if strings.Contains(term, " ") {
			weight = .5
		}
		c.terms = append(c.terms, engine.QueryTerm{Text: term, Weight: weight})
	}
	s := &search{reader: v.readers[0]}
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

// postingByPosting is the search of before there were tables: all scores in one array.
func (c *lexicalCase) postingByPosting(b *testing.B) []hit {
	s, q := c.searches[0], c.view.lexicalQuery(c.searches, c.req, c.terms)
	scores := make([]uint32, s.manifest.Papers)
	var block postingBlock
	for _, cursor := range s.cursors(q) {
		for block.read(&cursor.list) {
			for j, doc := range block.docs[:block.n] {
				if frequency := block.frequencies[j]; frequency > 0 {
					scores[doc] += cursor.score(frequency, s.docs.length(doc))
				}
			}
		}
	}
	best := bestHits{k: q.k}
	for doc, score := range scores {
		if score > 0 && best.mayTake(float64(score)) {
			best.offer(hit{0, uint32(doc), float64(score), s.docs.order(uint32(doc))})
		}
	}
	return bestOf([][]hit{best.hits}, q.k)
}

// A fragment is a run of stems of a real sentence; joined are those that are a pair with
// the one before.
type fragment struct {
	stems  []string
	joined []bool
}

// madeUp writes the terms of made-up papers, if they are not there: some twenty fragments of
// real sentences each, half of them of papers that are close in their file, so that words meet as they
// do in a paper, and a few words that are in hardly any other. Every tenth real paper is
// left to ask with.
func madeUp(b *testing.B, folder string, papers int) *termsFolder {
	if f, err := keptTerms(folder); err == nil {
		return f
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		b.Fatal(err)
	}
	texts := realTexts(b, folder)
	f, random := newTermsFolder(b, folder), rand.New(rand.NewPCG(1, uint64(papers)))
	export := exporter(b, folder)
	begin, used := time.Now(), processorTime()
	for doc := range papers {
		terms, length := madeUpTerms(random, texts)
		f.add(b, strconv.Itoa(doc), length, terms)
		export(terms)
	}
	f.finish(b, true)
	info, err := os.Stat(filepath.Join(folder, termsFile))
	if err != nil {
		b.Fatal(err)
	}
	b.Logf("%d papers: %d pairs, %.2f bytes a pair, %v of processor time (%v)", papers, f.manifest.Pairs, float64(info.Size())/float64(f.manifest.Pairs), processorTime()-used, time.Since(begin))
	raw, err := json.Marshal(f.manifest)
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, manifestFile), raw, 0o644)
	}
	if err != nil {
		b.Fatal(err)
	}
	return f
}

func keptTerms(folder string) (*termsFolder, error) {
	f := &termsFolder{folder: folder}
	raw, err := os.ReadFile(filepath.Join(folder, manifestFile))
	if err == nil {
		err = json.Unmarshal(raw, &f.manifest)
	}
	return f, err
}

// exporter returns a function that writes the terms of a paper as often as they count, the
// pairs with an underscore.
func exporter(b *testing.B, folder string) func([]termCount) {
	if os.Getenv("SCILIT_LEXICAL_EXPORT") == "" {
		return func([]termCount) {}
	}
	file, err := os.Create(filepath.Join(folder, "papers.txt"))
	if err != nil {
		b.Fatal(err)
	}
	out := bufio.NewWriterSize(file, 1<<20)
	b.Cleanup(func() { _ = out.Flush(); _ = file.Close() })
	return func(terms []termCount) {
		for _, t := range terms {
			for range 2*t.title + t.abstract {
				_, _ = out.WriteString(strings.ReplaceAll(t.term, " ", "_"))
				_ = out.WriteByte(' ')
			}
		}
		_ = out.WriteByte('\n')
	}
}

// realTexts are the sentences of real papers; those that are left out are the queries.
func realTexts(b *testing.B, folder string) (texts [][]fragment) {
	files := strings.Fields(cmp.Or(os.Getenv("SCILIT_BENCH_TEXTS"), "../../testdata/papers/acl.jsonl.gz ../../testdata/papers/biomed.jsonl.gz"))
	queries := make(map[int][][]string)
	for _, file := range files {
		n := 0
		for p, err := range corpus.File(context.Background(), file) {
			if err != nil {
				b.Fatal(err)
			}
			if n++; n%10 != 0 {
				texts = append(texts, fragmentsOf(p))
			} else if p.Abstract != "" {
				addLexicalQueries(queries, p)
			}
		}
	}
	raw, err := json.Marshal(queries)
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, "queries.json"), raw, 0o644)
	}
	if err != nil {
		b.Fatal(err)
	}
	return texts
}

// addLexicalQueries takes the terms of three sentences, each third or tenth of them, or
// all.
func addLexicalQueries(queries map[int][][]string, p *engine.Paper) {
	sentences := strings.SplitAfter(p.Abstract, ". ")
	var terms []string
	for _, t := range (engine.Request{Context: sentences[:min(3, len(sentences))]}).Terms() {
		terms = append(terms, t.Text)
	}
	for _, size := range []int{3, 10, 40} {
		if len(terms) >= size && len(queries[size]) < lexicalLimit {
			var some []string
			for i := range size {
				some = append(some, terms[i*len(terms)/size])
			}
			queries[size] = append(queries[size], some)
		}
	}
}

func lexicalQueries(b *testing.B, folder string) (queries map[int][][]string) {
	raw, err := os.ReadFile(filepath.Join(folder, "queries.json"))
	if err == nil {
		err = json.Unmarshal(raw, &queries)
	}
	if err != nil {
		b.Fatal(err)
	}
	return queries
}

func fragmentsOf(p *engine.Paper) (all []fragment) {
	for _, sentence := range append(strings.SplitAfter(p.Abstract, ". "), p.Title) {
		var f fragment
		text.EachTerm(sentence, func(term string, bigram bool) {
			if bigram {
				f.joined[len(f.joined)-1] = true
				return
			}
			f.stems, f.joined = append(f.stems, term), append(f.joined, false)
		})
		if len(f.stems) > 0 {
			all = append(all, f)
		}
	}
	return all
}

func madeUpTerms(random *rand.Rand, texts [][]fragment) (terms []termCount, length int) {
	counts := make(map[string]*termCount, 256)
	topic, wanted := random.IntN(len(texts)), 60+random.IntN(100)
	for words := 0; words < wanted; {
		paper := random.IntN(len(texts))
		if random.IntN(2) == 0 {
			paper = (topic + random.IntN(20)) % len(texts)
		}
		if len(texts[paper]) == 0 {
			continue
		}
		from := texts[paper][random.IntN(len(texts[paper]))]
		begin := random.IntN(len(from.stems))
		end := min(begin+2+random.IntN(8), len(from.stems))
		inTitle := words < 8
		for i := begin; i < end; i++ {
			countMadeUp(counts, from.stems[i], inTitle)
			if i > begin && from.joined[i] {
				countMadeUp(counts, from.stems[i-1]+" "+from.stems[i], inTitle)
			}
			if length++; inTitle {
				length++
			}
		}
		words += end - begin
	}
	for range 2 { // words of Zipf's tail
		countMadeUp(counts, "x"+strconv.FormatInt(int64(math.Exp(random.Float64()*18)), 36), false)
		length++
	}
	for _, t := range counts {
		terms = append(terms, *t)
	}
	slices.SortFunc(terms, func(a, b termCount) int { return strings.Compare(a.term, b.term) })
	return terms, length
}

func countMadeUp(counts map[string]*termCount, term string, inTitle bool) {
	t := counts[term]
	if t == nil {
		t = &termCount{term: term}
		counts[term] = t
	}
	if inTitle {
		t.title = min(t.title+1, maxTitle)
		return
	}
	t.abstract = min(t.abstract+1, maxAbstract)
}
