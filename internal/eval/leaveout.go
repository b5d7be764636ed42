package eval

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
	"github.com/scilit-lsp/scilit-lsp/engine/search"
)

// A Field is a scientific field with citation contexts, and with the parts of an engine that
// searches the field's corpora.
type Field struct {
	Name     string
	Contexts []Context
	// All contains all contexts of the citing papers, of which Contexts may be a sample. It shows
	// which other works a paper cites.
	All   []Context
	Parts engine.Parts
}

// AllFields is the field name of rows that contain the mean over all fields.
const AllFields = "all fields"

// A LeftOut report measures ranking stages on each field. Their weights are fitted on the other
// fields, so that no field is measured with weights fitted on it.
type LeftOut struct {
	Rows    []LeftOutRow    `json:"rows"`
	Weights search.Features `json:"weights"` // weights fitted on all fields, for use in the engine
	Stages  []string        `json:"-"`       // names of the stages, in the order of their rows
}

// A LeftOutRow measures one ranking stage on the queries of one field that have one form.
type LeftOutRow struct {
	Field    string   `json:"field"`
	Form     string   `json:"form"`
	N        int      `json:"n"`
	Stage    string   `json:"stage"`
	Recall10 Interval `json:"recall10"`
	Over     Interval `json:"over"` // gain in Recall10 over the stage Fused, compared query by query
}

// features lists the JSON names of all ranking features.
var features = func() (names []string) {
	t := reflect.TypeFor[search.Features]()
	for i := range t.NumField() {
		names = append(names, t.Field(i).Tag.Get("json"))
	}
	return names
}()

// rowOf returns the values of the ranking features in the order of features.
func rowOf(f search.Features) []float32 {
	v := reflect.ValueOf(f)
	row := make([]float32, v.NumField())
	for i := range row {
		row[i] = float32(v.Field(i).Float())
	}
	return row
}

// learnedFeatures lists the features that come from models which were trained on papers of some
// fields only. They would favor these fields.
var learnedFeatures = []string{"known", "cited", "nearest", "together", "cross"}

// fittedStages lists the ranking stages with fitted weights. has reports whether a stage uses a
// feature.
var fittedStages = []struct {
	name string
	has  func(feature string) bool
}{
	{"fused and profiles", func(f string) bool {
		return f == "profile" || f == "bm25" || f == "cosine"
	}},
	{"content", func(f string) bool { return f != "profile" && f != "companion" && notLearned(f) }},
	{"content and profiles", notLearned},
}

func notLearned(f string) bool { return !slices.Contains(learnedFeatures, f) }

// A leftOutQuery contains the candidates of one query, with their features.
type leftOutQuery struct {
	field, form string
	rows        [][]float32
	hit         []bool
	cited       int // number of works cited at the site, including those that are not candidates
	// orders contains the candidates' scores in the stages without fitted weights, by name of the
	// stage.
	orders map[string][]float64
}

// MeasureLeftOut runs the queries of all fields. For each field, it fits the weights of each stage
// on all other fields and measures the stage on that field.
func MeasureLeftOut(ctx context.Context, fields []Field, forms []string, opts RetrievalOptions) (LeftOut, error) {
	var queries []leftOutQuery
	for _, f := range fields {
		for _, form := range forms {
			c := &leftOutCollector{field: f.Name, form: form, linear: search.LinearReranker{Citations: f.Parts.Citations}}
			if err := c.run(ctx, f, opts); err != nil {
				return LeftOut{}, fmt.Errorf("%s: %w", f.Name, err)
			}
			queries = append(queries, c.queries...)
		}
	}
	recalls, stages := map[string][]float64{}, []string{"bm25", Fused}
	for _, stage := range []string{"bm25", Fused, "full"} {
		for _, q := range queries {
			recalls[stage] = append(recalls[stage], q.recall10(q.orders[stage]))
		}
	}
	for _, stage := range fittedStages {
		recalls[stage.name] = recallsLeftOut(fields, queries, stage.has)
		stages = append(stages, stage.name)
	}
	stages = append(stages, "full")
	all := func(leftOutQuery) bool { return true }
	return LeftOut{rowsOf(queries, stages, recalls), fitWeights(queries, notLearned, all).features(), stages}, nil
}

// recallsLeftOut returns the recall at 10 of each query. It scores the candidates with weights that
// were fitted on the other fields only.
func recallsLeftOut(fields []Field, queries []leftOutQuery, has func(string) bool) []float64 {
	recalls := make([]float64, len(queries))
	for _, f := range fields {
		w := fitWeights(queries, has, func(q leftOutQuery) bool { return q.field != f.Name })
		for i, q := range queries {
			if q.field == f.Name {
				recalls[i] = q.recall10(w.scores(q.rows))
			}
		}
	}
	return recalls
}

// recall10 returns the share of the cited works that are among the 10 candidates with the highest
// scores.
func (q leftOutQuery) recall10(scores []float64) (found float64) {
	for _, at := range rank.BestPlaces(scores, 10) {
		if q.hit[at] {
			found++
		}
	}
	return found / float64(min(10, q.cited))
}

// rowsOf returns one row per stage for each combination of field and form, for each field, for each
// form, and for all queries.
func rowsOf(queries []leftOutQuery, stages []string, recalls map[string][]float64) (rows []LeftOutRow) {
	groups := make(map[[2]string][]int)
	for i, q := range queries {
		for _, key := range [][2]string{{q.field, q.form}, {q.field, ""}, {AllFields, q.form}, {AllFields, ""}} {
			groups[key] = append(groups[key], i)
		}
	}
	keys := slices.SortedFunc(maps.Keys(groups), func(a, b [2]string) int { return slices.Compare(a[:], b[:]) })
	for _, key := range keys {
		for _, stage := range stages {
			row := LeftOutRow{Field: key[0], Form: key[1], N: len(groups[key]), Stage: stage}
			var values, over []float64
			for _, i := range groups[key] {
				values = append(values, recalls[stage][i])
				over = append(over, recalls[stage][i]-recalls[Fused][i])
			}
			row.Recall10, row.Over = Bootstrap(values), Bootstrap(over)
			rows = append(rows, row)
		}
	}
	return rows
}

// A leftOutCollector is a reranker that records the features of the candidates and keeps their
// order.
type leftOutCollector struct {
	firstStageOrder
	field, form string
	linear      search.LinearReranker
	runs        engine.Reranker
	context     Context
	queries     []leftOutQuery
}

func (c *leftOutCollector) run(ctx context.Context, f Field, opts RetrievalOptions) error {
	c.runs = rerankerOf(f.Parts)
	f.Parts.Reranker = c
	e := engine.New(f.Parts)
	opts.Form = c.form
	queries, err := queriesOf(ctx, e, f.Contexts, f.All, opts)
	if err != nil {
		return err
	}
	for i, context := range f.Contexts {
		c.context = context
		if _, err := e.Discover(ctx, queries[i]); err != nil {
			return err
		}
		opts.Progress.step()
	}
	return nil
}

func (c *leftOutCollector) Rerank(ctx context.Context, req engine.RerankRequest) ([]float64, string, error) {
	kept, note, err := c.firstStageOrder.Rerank(ctx, req)
	if err != nil {
		return nil, "", err
	}
	whole, _, err := c.runs.Rerank(ctx, req)
	if err != nil {
		return nil, "", err
	}
	cited := append([]string{c.context.Cited}, c.context.Also...)
	q := leftOutQuery{field: c.field, form: c.form, cited: len(cited), orders: make(map[string][]float64)}
	for i, f := range c.linear.Features(req) {
		p := req.Candidates[i].Paper
		if p.ID == c.context.Citing {
			continue
		}
		q.rows, q.hit = append(q.rows, rowOf(f)), append(q.hit, slices.Contains(cited, p.ID))
		q.orders["bm25"] = append(q.orders["bm25"], req.Candidates[i].BM25)
		q.orders[Fused] = append(q.orders[Fused], kept[i])
		q.orders["full"] = append(q.orders["full"], whole[i])
	}
	c.queries = append(c.queries, q)
	return kept, note, nil
}
