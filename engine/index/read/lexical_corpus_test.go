//go:build unix

package read

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A madeUpCorpus holds the posting lists of synthetic papers in memory, by term number. Ten million
// papers take 3 GB, and minutes instead of the hour that sorted runs would take.
type madeUpCorpus struct {
	random  *rand.Rand
	numbers map[string]int32
	terms   []string
	lists   []format.ListWriter
	counts  []format.Posting // frequencies in the current paper, by term number
	inPaper []int32          // the terms of the current paper
	texts   [][]fragment
}

// A fragment is a sequence of stems from a real sentence. Each stem has the number of its pair with
// the previous stem, or -1.
type fragment struct{ stems, pairs []int32 }

func (c *madeUpCorpus) number(term string) int32 {
	number, known := c.numbers[term]
	if !known {
		number = int32(len(c.terms))
		c.numbers[term] = number
		c.terms, c.lists, c.counts = append(
			c.terms, term,
		), append(
			c.lists, format.ListWriter{},
		), append(
			c.counts, format.Posting{},
		)
	}
	return number
}

// madeUp writes the terms of synthetic papers, unless they exist. A paper consists of some twenty
// fragments of real sentences and a few very rare words. Half of the fragments come from
// neighbouring papers of a file, so that words co-occur as in real papers. Every tenth real paper
// is reserved for queries.
func madeUp(b *testing.B, folder string, papers int) *termsFolder {
	if f, err := keptTerms(folder); err == nil {
		return f
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		b.Fatal(err)
	}
	c := &madeUpCorpus{random: rand.New(rand.NewPCG(1, uint64(papers))), numbers: make(map[string]int32)}
	c.read(b, folder)
	f, export := newTermsFolder(b, folder), exporter(b, folder)
	begin, used := time.Now(), processorTime()
	for doc := range papers {
		length := c.makeUp()
		export(c)
		f.add(b, strconv.Itoa(doc), length, nil)
		c.keep(uint32(doc))
	}
	f.write(b, true, c.each)
	info, err := os.Stat(filepath.Join(folder, format.TermsFile))
	if err != nil {
		b.Fatal(err)
	}
	b.Logf(
		"%d papers: %d pairs, %.2f bytes per pair, %v of processor time (%v)", papers, f.manifest.Pairs,
		float64(info.Size())/float64(f.manifest.Pairs), processorTime()-used, time.Since(begin),
	)
	raw, err := json.Marshal(f.manifest)
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, format.ManifestFile), raw, 0o644)
	}
	if err != nil {
		b.Fatal(err)
	}
	return f
}

func keptTerms(folder string) (*termsFolder, error) {
	f := &termsFolder{folder: folder}
	raw, err := os.ReadFile(filepath.Join(folder, format.ManifestFile))
	if err == nil {
		err = json.Unmarshal(raw, &f.manifest)
	}
	return f, err
}

// makeUp counts the terms of a synthetic paper.
func (c *madeUpCorpus) makeUp() (length int) {
	random, texts := c.random, c.texts
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
		length += c.countAll(from, begin, end, words < 8)
		words += end - begin
	}
	for range 2 { // words from the tail of Zipf's distribution
		c.count(c.number("x"+strconv.FormatInt(int64(math.Exp(random.Float64()*18)), 36)), false)
		length++
	}
	return length
}

func (c *madeUpCorpus) countAll(from fragment, begin, end int, inTitle bool) (length int) {
	for i := begin; i < end; i++ {
		c.count(from.stems[i], inTitle)
		if i > begin && from.pairs[i] >= 0 {
			c.count(from.pairs[i], inTitle)
		}
	}
	if inTitle {
		return 2 * (end - begin)
	}
	return end - begin
}

func (c *madeUpCorpus) count(term int32, inTitle bool) {
	t := &c.counts[term]
	if t.Title+t.Abstract == 0 {
		c.inPaper = append(c.inPaper, term)
	}
	if inTitle {
		t.Title = min(t.Title+1, format.MaxTitle)
		return
	}
	t.Abstract = min(t.Abstract+1, format.MaxAbstract)
}

// keep adds the counted terms to their lists and starts the next paper.
func (c *madeUpCorpus) keep(doc uint32) {
	for _, term := range c.inPaper {
		c.lists[term].Add(format.Posting{Doc: doc, Title: c.counts[term].Title, Abstract: c.counts[term].Abstract})
		c.counts[term] = format.Posting{}
	}
	c.inPaper = c.inPaper[:0]
}

func (c *madeUpCorpus) each(use func(term string, count int, list []byte) error) error {
	sorted := slices.Clone(c.terms)
	slices.Sort(sorted)
	for _, term := range sorted {
		list := &c.lists[c.numbers[term]]
		if list.Count == 0 {
			continue
		}
		if err := use(term, list.Count, list.Bytes); err != nil {
			return err
		}
		list.Bytes = nil
	}
	return nil
}

// exporter returns a function that writes the terms of a paper, each repeated by its frequency.
// Pairs are joined with an underscore.
func exporter(b *testing.B, folder string) func(*madeUpCorpus) {
	if os.Getenv("SCILIT_LEXICAL_EXPORT") == "" {
		return func(*madeUpCorpus) {}
	}
	file, err := os.Create(filepath.Join(folder, "papers.txt"))
	if err != nil {
		b.Fatal(err)
	}
	out := bufio.NewWriterSize(file, 1<<20)
	b.Cleanup(func() { _ = out.Flush(); _ = file.Close() })
	return func(c *madeUpCorpus) {
		for _, term := range c.inPaper {
			for range 2*c.counts[term].Title + c.counts[term].Abstract {
				_, _ = out.WriteString(strings.ReplaceAll(c.terms[term], " ", "_"))
				_ = out.WriteByte(' ')
			}
		}
		_ = out.WriteByte('\n')
	}
}

// read reads the sentences of real papers. The papers left out serve as queries.
func (c *madeUpCorpus) read(b *testing.B, folder string) {
	files := strings.Fields(
		cmp.Or(
			os.Getenv("SCILIT_BENCH_TEXTS"),
			"../../../testdata/papers/acl.jsonl.gz ../../../testdata/papers/biomed.jsonl.gz",
		),
	)
	queries := make(map[int][][]string)
	for _, file := range files {
		n := 0
		for p, err := range corpus.File(context.Background(), file) {
			if err != nil {
				b.Fatal(err)
			}
			if n++; n%10 != 0 {
				c.texts = append(c.texts, c.fragments(p))
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
}

func (c *madeUpCorpus) fragments(p *engine.Paper) (all []fragment) {
	for _, sentence := range append(strings.SplitAfter(p.Abstract, ". "), p.Title) {
		var f fragment
		text.EachTerm(sentence, func(term string, bigram bool) {
			if bigram {
				f.pairs[len(f.pairs)-1] = c.number(term)
				return
			}
			f.stems, f.pairs = append(f.stems, c.number(term)), append(f.pairs, -1)
		})
		if len(f.stems) > 0 {
			all = append(all, f)
		}
	}
	return all
}

// addLexicalQueries adds queries of 3, 10 and 40 terms, spread evenly over the terms of three
// sentences.
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
