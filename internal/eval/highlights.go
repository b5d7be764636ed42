package eval

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/highlight"
)

// HighlightOptions select the papers for MeasureHighlights.
type HighlightOptions struct {
	Split    string   // split of the papers to measure, Dev or Test
	Limit    int      // maximum number of papers in each split of a corpus; 0 for all
	Progress Progress // called after each paper
}

// A HighlightReport compares the highlights that several methods extract with the papers'
// abstracts.
type HighlightReport struct {
	N       int                     `json:"n"`
	ROUGE                           // mean ROUGE of the engine's extractor
	MS      Latency                 `json:"ms"`
	Corpora map[string]CorpusReport `json:"corpora"`
}

// A CorpusReport contains the results for the N papers of one corpus.
type CorpusReport struct {
	N       int            `json:"n"`
	Methods []MethodReport `json:"methods"`
}

// A MethodReport contains the mean results of one extraction method.
type MethodReport struct {
	Name string `json:"name"`
	ROUGE
	Passages float64 `json:"passages"` // mean number of passages in an extract
}

const (
	maxPassages = 20 // maximum number of passages in an extract
	fewPassages = 3  // number of passages that a hover shows
)

// MeasureHighlights compares the engine's extractor with the baselines on the papers of a split.
// The engine's extractor chooses the number of passages itself. Each baseline extracts the number
// that is best for the corpus's papers in the split Dev.
func MeasureHighlights(ctx context.Context, x engine.Extractor, papers iter.Seq2[*engine.Paper, error],
	opts HighlightOptions) (HighlightReport, error) {
	tuning, measured, err := collect(papers, opts)
	if err != nil {
		return HighlightReport{}, err
	}
	report := HighlightReport{Corpora: make(map[string]CorpusReport)}
	var times []time.Duration
	for _, corpus := range slices.Sorted(maps.Keys(measured)) {
		part := measured[corpus]
		// without papers in Dev, the baselines are tuned on the measured papers, which favors
		// them
		if len(tuning[corpus]) == 0 {
			tuning[corpus] = part
		}
		methods := append(methodsFor(tuning[corpus]), ours("LearnedExtractor, 3", x, fewPassages),
			ours("LearnedExtractor", x, maxPassages))
		for _, p := range part {
			for _, m := range methods {
				if err := m.measure(ctx, p); err != nil {
					return report, err
				}
			}
			opts.Progress.step()
		}
		report.add(corpus, methods)
		times = append(times, methods[len(methods)-1].times...)
	}
	report.ROUGE = report.times(1 / float64(report.N))
	report.MS = latency(times)
	return report, nil
}

// add adds the results for one corpus to the report. The last method must be the engine's
// extractor.
func (r *HighlightReport) add(corpus string, methods []*method) {
	own := methods[len(methods)-1]
	c := CorpusReport{N: len(own.times)}
	for _, m := range methods {
		c.Methods = append(c.Methods, m.report())
	}
	r.Corpora[corpus] = c
	r.N += c.N
	r.ROUGE = r.plus(own.sum)
}

// collect returns the papers on which baselines are tuned and the papers to measure, by name of the
// corpus.
func collect(papers iter.Seq2[*engine.Paper, error], opts HighlightOptions) (tuning,
	measured map[string][]*engine.Paper, err error) {
	tuning, measured = make(map[string][]*engine.Paper), make(map[string][]*engine.Paper)
	n := 0
	for p, err := range papers {
		if err != nil {
			return nil, nil, err
		}
		split := SplitOf(p.ID)
		if split == Train || !Usable(p) {
			continue
		}
		if split == Dev && (opts.Limit == 0 || len(tuning[p.Corpus]) < opts.Limit) {
			tuning[p.Corpus] = append(tuning[p.Corpus], p)
		}
		if split == opts.Split && (opts.Limit == 0 || len(measured[p.Corpus]) < opts.Limit) {
			measured[p.Corpus] = append(measured[p.Corpus], p)
			n++
		}
	}
	if n == 0 {
		return nil, nil, fmt.Errorf("no paper in the split %q has a full text and an abstract to compare with: name "+
			"an index built with full texts", opts.Split)
	}
	return tuning, measured, nil
}

// A method is a way to select passages of a paper as highlights. It sums its results over papers.
type method struct {
	name string
	pick func(ctx context.Context, p *engine.Paper) ([]string, error)

	sum      ROUGE
	passages int
	times    []time.Duration
}

func ours(name string, x engine.Extractor, limit int) *method {
	return &method{name: name, pick: func(ctx context.Context, p *engine.Paper) ([]string, error) {
		highlights, err := x.Extract(ctx, p, "", limit)
		return highlightTexts(highlights), err
	}}
}

// methodsFor returns the baselines and the oracle. Each baseline occurs twice: with the number of
// passages in a hover, and with the number that is best for the papers in tuning.
func methodsFor(tuning []*engine.Paper) []*method {
	var all []*method
	for _, b := range baselines {
		order := remembered(b.order)
		for _, count := range []int{fewPassages, b.bestCount(tuning)} {
			all = append(all, &method{name: fmt.Sprintf("%s, %d", b.name, count),
				pick: func(_ context.Context, p *engine.Paper) ([]string, error) {
					passages, order := order(p)
					return pick(passages, order[:min(count, len(order))]), nil
				}})
		}
	}
	return append(all, &method{name: "oracle", pick: func(_ context.Context, p *engine.Paper) ([]string, error) {
		passages := highlight.Passages(p)
		return pick(passages, truthOf(abstractSentences(p), passages).oracle()), nil
	}})
}

// remembered returns a function that ranks the passages of a paper and caches the result for the
// most recent paper.
func remembered(orderOf func([]highlight.Passage) []int) func(*engine.Paper) ([]highlight.Passage, []int) {
	var last *engine.Paper
	var passages []highlight.Passage
	var order []int
	return func(p *engine.Paper) ([]highlight.Passage, []int) {
		if p != last {
			last, passages = p, highlight.Passages(p)
			order = orderOf(passages)
		}
		return passages, order
	}
}

// pick returns the texts of the given passages in document order.
func pick(passages []highlight.Passage, numbers []int) []string {
	var texts []string
	for _, n := range slices.Sorted(slices.Values(numbers)) {
		texts = append(texts, passages[n].Text)
	}
	return texts
}

// bestCount returns the number of passages with the highest mean ROUGE-1 on the given papers.
func (b baseline) bestCount(papers []*engine.Paper) int {
	var sums [maxPassages]float64
	for _, p := range papers {
		passages := highlight.Passages(p)
		t := truthOf(abstractSentences(p), passages)
		order := b.order(passages)
		for count := range sums {
			if count < len(order) {
				t.take(order[count])
			}
			sums[count] += t[0].f1()
		}
	}
	best := 0
	for count, sum := range sums {
		if sum > sums[best] {
			best = count
		}
	}
	return best + 1
}

// measure adds the results for one paper.
func (m *method) measure(ctx context.Context, p *engine.Paper) error {
	start := time.Now()
	texts, err := m.pick(ctx, p)
	m.times = append(m.times, time.Since(start))
	m.passages += len(texts)
	m.sum = m.sum.plus(MeasureROUGE(texts, abstractSentences(p)))
	return err
}

func (m *method) report() MethodReport {
	n := float64(len(m.times))
	return MethodReport{Name: m.name, ROUGE: m.sum.times(1 / n), Passages: float64(m.passages) / n}
}
