package eval

import (
	"context"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/choice"
	"github.com/scilit-lsp/scilit-lsp/engine/draft"
)

// ChoiceOptions configure an evaluation of the methods for choosing the statement to report.
type ChoiceOptions struct {
	Model    *choice.Model
	Embedder draft.Embedder
	Body     bool // whether statements may also come from the full text
	Composer bool // whether to measure the Composer's choices, too
}

// A ChoiceReport contains the measures of each field, by name of the field. A chosen statement is
// compared with the author's sentence by ROUGE.
type ChoiceReport map[string]*ChoiceField

// A ChoiceField contains the measures of one field, by name of the method.
type ChoiceField struct {
	N       int                       `json:"n"`
	Methods map[string]*ChoiceMeasure `json:"methods"`
}

// A ChoiceMeasure measures one method of choosing a statement. Its intervals come from a bootstrap
// over citing papers.
type ChoiceMeasure struct {
	ROUGE1 Interval `json:"rouge1"`
	ROUGEL Interval `json:"rougeL"`
	Share  float64  `json:"share"` // ROUGE1 divided by the oracle's ROUGE1
	Top    Interval `json:"top"`   // share of sentences for which the method and the oracle choose the same statement
	MRR    Interval `json:"mrr"`   // mean reciprocal rank that the method gives to the oracle's statement

	values [4]clusters // values of ROUGE1, ROUGEL, Top and MRR for each sentence
}

// Methods of choosing a statement. The oracle chooses the statement most similar to the author's
// sentence, which the other methods do not see.
const (
	ChoiceFirst    = "first"
	ChoiceLongest  = "longest"
	ChoiceComposer = "composer"
	ChoiceModel    = "model"
	ChoiceOracle   = "oracle"
)

// ChoiceMethods lists the methods in the order in which reports print them.
var ChoiceMethods = []string{ChoiceFirst, ChoiceLongest, ChoiceComposer, ChoiceModel, ChoiceOracle}

// MeasureChoice measures the statements that each method chooses. Results are separate for each
// field, with and without keywords.
func MeasureChoice(ctx context.Context, cites []Cite, opts ChoiceOptions, progress Progress) (ChoiceReport, error) {
	report := make(ChoiceReport)
	for _, c := range cites {
		statements := StatementsOf(c.Paper, opts.Body)
		if len(statements) < 2 {
			continue
		}
		if err := addCosines(ctx, opts.Embedder, c.Place, statements); err != nil {
			return nil, err
		}
		r1, rl := c.similarities(statements)
		for _, place := range c.variants() {
			methods, err := c.choose(ctx, place, statements, r1, opts)
			if err != nil {
				return nil, err
			}
			field := report.field(c.Field + variantName(place))
			field.N++
			for name, scores := range methods {
				field.add(name, c.Citing, scores, r1, rl)
			}
		}
		progress.step()
	}
	for _, field := range report {
		field.finish()
	}
	return report, nil
}

func variantName(p choice.Place) string {
	switch {
	case len(p.Keywords) > 0:
		return ", keywords"
	case p.Intent != "":
		return ", intent"
	}
	return ""
}

func (r ChoiceReport) field(name string) *ChoiceField {
	if r[name] == nil {
		r[name] = &ChoiceField{Methods: make(map[string]*ChoiceMeasure)}
	}
	return r[name]
}

// choose returns the scores that each method gives to the statements, by name of the method.
func (c Cite) choose(ctx context.Context, place choice.Place, statements []choice.Statement, r1 []float64,
	opts ChoiceOptions) (map[string][]float64, error) {
	first, longest := make([]float64, len(statements)), make([]float64, len(statements))
	for i, s := range statements {
		first[i], longest[i] = -float64(i), float64(len(s.Text))
	}
	methods := map[string][]float64{ChoiceFirst: first, ChoiceLongest: longest, ChoiceOracle: r1,
		ChoiceModel: opts.Model.Scores(place, choice.Work{Title: c.Paper.Title, Statements: statements})}
	if !opts.Composer {
		return methods, nil
	}
	cited := *c.Paper
	if !opts.Body {
		cited.Body = nil
	}
	req := draft.Request{Paper: &cited, Context: place.Context, Keywords: place.Keywords, Intent: place.Intent,
		Textual: true}
	drafts, err := draft.Composer{Embedder: opts.Embedder}.Write(ctx, req, composerDrafts)
	if err != nil {
		return nil, err
	}
	scores := slices.Clone(first)
	for rank, d := range drafts {
		at := slices.IndexFunc(statements, func(s choice.Statement) bool { return s.Text == d.Evidence.Text })
		if at >= 0 && scores[at] <= 0 {
			scores[at] = float64(len(drafts) - rank)
		}
	}
	methods[ChoiceComposer] = scores
	return methods, nil
}

// composerDrafts is the maximum number of drafts used to rank the Composer's statements. All other
// statements follow in document order.
const composerDrafts = 6

func (f *ChoiceField) add(method, citing string, scores, r1, rl []float64) {
	if f.Methods[method] == nil {
		f.Methods[method] = new(ChoiceMeasure)
	}
	m := f.Methods[method]
	order, best := descending(scores), slices.Max(r1)
	rank := slices.IndexFunc(order, func(i int) bool { return r1[i] == best })
	for i, v := range []float64{r1[order[0]], rl[order[0]], oneIf(rank == 0), 1 / float64(rank+1)} {
		m.values[i].add(citing, v)
	}
}

func (f *ChoiceField) finish() {
	for _, m := range f.Methods {
		m.ROUGE1, m.ROUGEL, m.Top, m.MRR = m.values[0].bootstrap(), m.values[1].bootstrap(),
			m.values[2].bootstrap(), m.values[3].bootstrap()
	}
	for _, m := range f.Methods {
		m.Share = m.ROUGE1.Mean / max(1e-9, f.Methods[ChoiceOracle].ROUGE1.Mean)
	}
}

// clusters groups values by the citing paper from which they come.
type clusters struct {
	at     map[string]int
	values [][]float64
}

func (c *clusters) add(name string, v float64) {
	if c.at == nil {
		c.at = make(map[string]int)
	}
	i, known := c.at[name]
	if !known {
		i = len(c.values)
		c.at[name] = i
		c.values = append(c.values, nil)
	}
	c.values[i] = append(c.values[i], v)
}

// bootstrap returns the mean of all values with its confidence interval. It resamples citing papers
// with all their values, since sentences of one paper are not independent.
func (c *clusters) bootstrap() Interval {
	sums := make([]float64, len(c.values))
	for i, values := range c.values {
		for _, v := range values {
			sums[i] += v
		}
	}
	return bootstrap(len(sums), func(sample []int) float64 {
		sum, n := 0.0, 0
		for _, i := range sample {
			sum, n = sum+sums[i], n+len(c.values[i])
		}
		return sum / float64(n)
	})
}
