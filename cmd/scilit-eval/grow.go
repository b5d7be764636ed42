package main

import (
	"context"
	"fmt"
	"io"

	"github.com/scilit-lsp/scilit-lsp/app/grow"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine/online"
	"github.com/scilit-lsp/scilit-lsp/internal/literature"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

type growCmd struct {
	Works     int      `default:"200000" placeholder:"N" help:"Number of works in the synthetic literature (default ${default})."`
	Topics    int      `default:"50" placeholder:"N" help:"Number of topics in the synthetic literature, five per field (default ${default})."`
	Seed      uint64   `default:"1" placeholder:"N" help:"Random seed of the synthetic literature (default ${default})."`
	Seeds     int      `default:"60" placeholder:"N" help:"Number of seed papers, all of one topic (default ${default})."`
	Papers    []int    `default:"5000,20000" placeholder:"N" help:"Numbers of papers in the grown corpora (default ${default})."`
	Citations []string `placeholder:"FILE" help:"Files of contexts or citances. Their citations form a real citation graph."`
	From      int      `default:"50" placeholder:"N" help:"Number of papers in the real graph to start from: those with the most references (default ${default})."`
	Contexts  string   `type:"existingfile" placeholder:"FILE" help:"Measure suggestions for these contexts, from corpora grown from half of the references. Requires --citations and --records."`
	Records   []string `type:"existingfile" placeholder:"FILE" help:"Files with the records of all papers, in any format that index build reads."`
	Goals     []int    `default:"500,5000" placeholder:"N" help:"Numbers of papers in the corpora for --contexts (default ${default})."`
	Published bool     `help:"Measure only whether the new papers among --records are listed at the right sentences of --citations, for --from citing papers."`
	JSON      bool     `name:"json" help:"Print JSON."`
}

// A growReport compares two ways to build a corpus from seed papers: choosing the works closest to
// the seeds in the citation graph, and taking neighbors in breadth-first order.
type growReport struct {
	MadeUp []madeUpGrowth `json:"made_up"`
	Real   []realGrowth   `json:"real"`
	// Suggestions compares citation suggestions from grown corpora with suggestions from all
	// records.
	Suggestions []suggestGrowth `json:"suggestions,omitempty"`
}

// A madeUpGrowth measures a corpus that was grown from seeds on one topic of a synthetic
// literature.
type madeUpGrowth struct {
	Papers   int         `json:"papers"`
	Deleted  bool        `json:"deleted"` // whether each work also cites a work that the index lacks
	Topic    int         `json:"topic"`   // number of works on the topic in the literature
	Requests int         `json:"requests"`
	Grown    topicShares `json:"grown"`
	Plain    topicShares `json:"plain"`
}

// topicShares measures a corpus. Found is the share of the topic's works that the corpus contains.
// Strangers is the share of the corpus that belongs to other fields, not counting works about
// methods.
type topicShares struct {
	Found     float64 `json:"found"`
	Strangers float64 `json:"strangers"`
}

// Run runs the selected measurements and prints a report.
func (c growCmd) Run(ctx context.Context, std cli.Streams) error {
	if c.Published {
		r, err := growRecent(ctx, c.Citations, c.Records, c.From)
		if err == nil && r.True == 0 {
			err = fmt.Errorf("%w: no sentence in --citations cites both an older work and one of the last two years",
				cli.ErrUsage)
		}
		if err != nil {
			return err
		}
		return printReport(std, c.JSON, r, printRecentReport)
	}
	if c.Topics <= evalTopic || c.Works < 100*c.Topics || c.Seeds < 1 {
		return fmt.Errorf("%w: give at least %d topics, 100 works per topic, and one seed "+
			"paper", cli.ErrUsage, evalTopic+1)
	}
	var report growReport
	world := literature.New(literature.Options{Seed: c.Seed, Works: c.Works, Topics: c.Topics, Fields: max(1, c.Topics/5)})
	for _, papers := range c.Papers {
		for _, deleted := range []bool{false, true} {
			one, err := growMadeUp(ctx, world, c.Seeds, papers, deleted)
			if err != nil {
				return err
			}
			report.MadeUp = append(report.MadeUp, one)
		}
	}
	if len(c.Citations) > 0 {
		graph, err := readCitationGraph(c.Citations)
		if err != nil {
			return err
		}
		if report.Real, err = growReal(ctx, graph, c.From); err != nil {
			return err
		}
		if c.Contexts != "" {
			if report.Suggestions, err = growSuggestions(ctx, std, graph, c); err != nil {
				return err
			}
		}
	}
	return printReport(std, c.JSON, report, printGrowth)
}

func printGrowth(w io.Writer, r growReport) {
	for _, m := range r.MadeUp {
		world := "made up"
		if m.Deleted {
			world = "made up with deleted works"
		}
		fmt.Fprintf(w, "%s, %d papers, %d requests: of %d works of the topic %.3f, strangers %.3f; "+
			"plain neighbors: %.3f, strangers %.3f\n", world, m.Papers, m.Requests, m.Topic, m.Grown.Found, m.Grown.Strangers,
			m.Plain.Found, m.Plain.Strangers)
	}
	for _, g := range r.Real {
		fmt.Fprintf(w, "real citations, %d papers: R@%d of the hidden half %.3f, plain neighbors %.3f\n", g.Papers,
			g.Works, g.Grown, g.Plain)
	}
	for _, s := range r.Suggestions {
		fmt.Fprintf(w, "suggestions, %d papers, corpora of %.0f of %d records (goal %d), keywords %v: R@10 of %d contexts "+
			"%.3f, with all records %.3f; of %d contexts that cite the hidden half %.3f, with all records %.3f\n", s.Papers,
			s.Grown, s.Records, s.Goal, !s.NoKeywords, s.All.N, s.All.Grown, s.All.Whole, s.Hidden.N, s.Hidden.Grown,
			s.Hidden.Whole)
	}
}

// evalTopic is the number of the topic from which the seeds are chosen.
const evalTopic = 7

func growMadeUp(ctx context.Context, world *literature.World, seeds, papers int, deleted bool) (madeUpGrowth, error) {
	x := &graphIndex{refs: world.Refs, citing: world.Citing, record: recordsOf(world), deleted: deleted}
	var start []int32
	for _, i := range world.Seeds(evalTopic, seeds) {
		start = append(start, int32(i))
	}
	choice, err := grow.Choose(ctx, x, idsOf(start), grow.Goals{Papers: papers, Hops: 3})
	m := madeUpGrowth{Papers: papers, Deleted: deleted, Topic: world.OfTopic(evalTopic), Requests: choice.Requests,
		Grown: sharesOf(world, numbersOf(choice.Keys)), Plain: sharesOf(world, x.neighbors(start, papers))}
	return m, err
}

func sharesOf(world *literature.World, corpus []int32) (s topicShares) {
	for _, i := range corpus {
		switch topic := int(world.Topic[i]); {
		case topic == evalTopic:
			s.Found++
		case world.Field(topic) != world.Field(evalTopic) && !world.IsMethod(int(i)):
			s.Strangers++
		}
	}
	s.Found /= float64(max(world.OfTopic(evalTopic), 1))
	s.Strangers /= float64(max(len(corpus), 1))
	return s
}

func idsOf(works []int32) (ids []online.ID) {
	for _, i := range works {
		ids = append(ids, online.ID{Scheme: online.NodeKey, Value: keyOf(i)})
	}
	return ids
}

// recordsOf returns a function that makes the bibliographic record of a work in a synthetic
// literature. A preprint and its published version may have the same title.
func recordsOf(world *literature.World) func(int) paper.Paper {
	return func(i int) paper.Paper {
		w := world.Work(i)
		return paper.Paper{Title: w.Title, DOI: w.DOI, Year: w.Year,
			Authors: []paper.Author{{Given: w.Given, Family: w.Family}}}
	}
}
