package eval

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/copying"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// CitationOptions configure the measurement of generated citing sentences.
type CitationOptions struct {
	NoKeywords bool
	// BestOf is the number of top-ranked papers about which sentences are generated, of which the
	// best counts. 0 skips this measure.
	BestOf     int
	YearFilter bool // search only papers no newer than the citing one
}

// A CitationReport compares generated citing sentences with the sentences that authors wrote,
// without the citations in them. It also measures how many sentences the cited paper supports.
type CitationReport struct {
	N int `json:"n"`
	ROUGE
	Supported float64 `json:"supported"` // share of sentences that the cited paper supports
	Plain     float64 `json:"plain"`     // share of sentences identical to the Composer's
	// Copied8 and Copied10 are the shares of sentences that repeat at least 8 or 10 consecutive
	// words of the paper. Words in quotation marks, titles and names do not count; see
	// copying.Run.Length.
	Copied8  float64       `json:"copied_8"`
	Copied10 float64       `json:"copied_10"`
	Quoted   float64       `json:"quoted"` // share of sentences that contain a quotation
	Alone    float64       `json:"alone"`  // share of results that consist of a citation without a sentence
	Words    float64       `json:"words"`  // mean number of words in a sentence
	BestOf   map[int]ROUGE `json:"best_of,omitempty"`
	MS       Latency       `json:"ms"` // time to generate a sentence
}

// BestOfRanks lists the numbers of top-ranked papers that Table 4 of the SciLit paper reports.
var BestOfRanks = []int{1, 5, 10}

// MeasureCitations generates a sentence about the cited paper of each context and compares it with
// the author's sentence. With opts.BestOf, it also generates sentences about the top-ranked papers.
func MeasureCitations(ctx context.Context, e *engine.Engine, contexts []Context, opts CitationOptions,
	progress Progress) (CitationReport, error) {
	report := CitationReport{BestOf: make(map[int]ROUGE)}
	var times []time.Duration
	for _, c := range contexts {
		if c.Sentence == "" {
			return report, fmt.Errorf("context %s has no sentence_masked: the citing sentence to compare with", c.ID)
		}
		papers, err := e.Papers(ctx, []engine.WorkRef{{ID: c.Cited}})
		if err != nil {
			return report, err
		}
		if papers[0] == nil {
			return report, fmt.Errorf("context %s cites %s, which is in no index", c.ID, c.Cited)
		}
		start := time.Now()
		draft, score, err := c.write(ctx, e, papers[0], opts)
		if err != nil {
			return report, err
		}
		times = append(times, time.Since(start))
		report.ROUGE = report.plus(score)
		if err := report.check(ctx, c.request(papers[0], opts.NoKeywords), draft); err != nil {
			return report, err
		}
		if opts.BestOf > 0 {
			if err := report.bestOf(ctx, e, c, opts); err != nil {
				return report, err
			}
		}
		progress.step()
	}
	report.finish(len(contexts))
	report.MS = latency(times)
	return report, nil
}

func (c Context) request(p *engine.Paper, noKeywords bool) engine.DraftRequest {
	req := engine.DraftRequest{Paper: p, Context: c.Context, Textual: true}
	if !noKeywords {
		req.Keywords = c.Keywords
	}
	return req
}

// write generates a sentence about p and compares it with the author's sentence.
func (c Context) write(ctx context.Context, e *engine.Engine, p *engine.Paper, opts CitationOptions) (engine.Draft,
	ROUGE, error) {
	draft, err := e.Draft(ctx, c.request(p, opts.NoKeywords))
	said := strings.ReplaceAll(draft.Text, engine.Mark, " ")
	real := text.WithoutCiteMarks(c.Sentence)
	return draft, MeasureROUGE([]string{said}, []string{real}), err
}

func (r *CitationReport) check(ctx context.Context, req engine.DraftRequest, d engine.Draft) error {
	r.countCopied(req, d)
	support, err := engine.Checker{}.Check(ctx, req.Paper, d.Text)
	r.Supported += oneIf(support.Supported())
	if plain, _ := (engine.Composer{}).Write(ctx, req, 1); len(plain) > 0 && plain[0].Text == d.Text {
		r.Plain++
	}
	return err
}

// countCopied counts a sentence that repeats many words of its paper, contains a quotation or
// consists of only the citation.
func (r *CitationReport) countCopied(req engine.DraftRequest, d engine.Draft) {
	p := req.Paper
	source := copying.NewSource(strings.Join(slices.Collect(partsOf(p)), " | "),
		copying.Excuses{Titles: []string{p.Title}, Terms: req.Keywords})
	n := source.Longest(d.Text).Length()
	r.Copied8 += oneIf(n >= 8)
	r.Copied10 += oneIf(n >= 10)
	r.Quoted += oneIf(len(copying.Quoted(d.Text)) > 0)
	r.Alone += oneIf(d.MarkOnly)
	r.Words += float64(len(strings.Fields(strings.ReplaceAll(d.Text, engine.Mark, ""))))
}

// partsOf yields the title, the abstract and the texts of a paper.
func partsOf(p *engine.Paper) iter.Seq[string] {
	return func(yield func(string) bool) {
		if yield(p.Title) && yield(p.Abstract) {
			p.BodyTexts()(yield)
		}
	}
}

// bestOf adds the best scores among sentences about the top-ranked papers. As in SciLit, each of
// the three ROUGE measures may come from a different sentence.
func (r *CitationReport) bestOf(ctx context.Context, e *engine.Engine, c Context, opts CitationOptions) error {
	query := c.query(RetrievalOptions{NoKeywords: opts.NoKeywords, YearFilter: opts.YearFilter})
	query.Limit = opts.BestOf
	found, err := e.Discover(ctx, query)
	if err != nil {
		return err
	}
	var refs []engine.WorkRef
	for _, f := range found.Papers {
		refs = append(refs, engine.WorkRef{ID: f.Paper.ID, Corpus: f.Paper.Corpus})
	}
	papers, err := e.Papers(ctx, refs)
	if err != nil {
		return err
	}
	var best ROUGE
	for rank := 1; rank <= opts.BestOf; rank++ {
		if rank <= len(papers) && papers[rank-1] != nil {
			_, score, err := c.write(ctx, e, papers[rank-1], opts)
			if err != nil {
				return err
			}
			best = ROUGE{max(best.R1, score.R1), max(best.R2, score.R2), max(best.RL, score.RL)}
		}
		if slices.Contains(BestOfRanks, rank) {
			r.BestOf[rank] = r.BestOf[rank].plus(best)
		}
	}
	return nil
}

func (r *CitationReport) finish(n int) {
	r.N = n
	share := 1 / float64(n)
	r.ROUGE = r.times(share)
	for _, sum := range []*float64{&r.Supported, &r.Plain, &r.Copied8, &r.Copied10, &r.Quoted, &r.Alone, &r.Words} {
		*sum *= share
	}
	for rank, sum := range r.BestOf {
		r.BestOf[rank] = sum.times(share)
	}
}
