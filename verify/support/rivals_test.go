package support

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/engine/memory"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

func rivalWorks() *engine.Engine {
	var all []*paper.Paper
	for i, topic := range []string{"winter wheat", "honeybees", "alpine glaciers", "steel beams", "word learning", "interest rates",
		"superconducting qubits", "sea grass"} {
		all = append(all, &paper.Paper{ID: fmt.Sprint(i), DOI: fmt.Sprintf("10.1/%d", i), Title: "A study of " + topic,
			Abstract: "We measure " + topic + " in several conditions and discuss the errors of " + topic + "."})
	}
	return engine.New(engine.Parts{Retrievers: []engine.Retriever{memory.New("works", "works", all...)}})
}

// Of two sentences with the same grade, the weaker is the one that other cited works fit better.
func TestWorksThatOthersFitBetterAreWeaker(t *testing.T) {
	cited := func(key, topic string) Citation {
		c := citation(key, "It is well known that the growth of "+topic+" depends strongly on the season in most countries.")
		return c
	}
	all := []Citation{cited("0", "winter wheat"), cited("1", "winter wheat"), cited("2", "alpine glaciers"),
		cited("3", "steel beams"), cited("4", "word learning"), cited("5", "interest rates"), cited("6", "superconducting qubits"),
		cited("7", "sea grass")}
	checked, err := Check(t.Context(), rivalWorks(), all, Options{Weakest: 8})
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range checked {
		if c.Grade == Supports {
			t.Fatalf("%d supports: the test needs sentences that are compared", i)
		}
		if right := i != 1; (c.Fit > .5) != right {
			t.Errorf("%d: fit %.2f", i, c.Fit)
		}
	}
	if checked[1].Rank != 1 {
		t.Errorf("the swapped key has rank %d", checked[1].Rank)
	}
}

// If there are too few works, they are not compared. A cancelled check ends.
func TestFewWorksAreNotCompared(t *testing.T) {
	checked, err := Check(t.Context(), rivalWorks(), []Citation{citation("0", says), citation("1", says)}, Options{})
	if err != nil || checked[0].Fit != 0 || checked[1].Fit != 0 {
		t.Errorf("%v %v", checked, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var many []Result
	papers := make(map[engine.WorkRef]*paper.Paper)
	for i := range 8 {
		c := citation(fmt.Sprint(i), says)
		papers[c.Work] = &paper.Paper{ID: c.Key, Title: says, Abstract: says}
		many = append(many, Result{Citation: c, Grade: Mentions, Found: evidence.Evidence{Known: evidence.KnownOf(papers[c.Work])}})
	}
	if err := compareWorks(ctx, evidence.Finder{}, many, papers); !errors.Is(err, context.Canceled) {
		t.Errorf("a canceled check ends with %v", err)
	}
}
