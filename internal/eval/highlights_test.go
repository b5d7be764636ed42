package eval

import (
	"bytes"
	"context"
	"encoding/binary"
	"iter"
	"slices"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/highlight"
	"pgregory.net/rapid"
)

// twelve yields papers whose paragraphs consist of one sentence. Every third passage repeats a
// sentence of the abstract in other words.
func twelve(yield func(*engine.Paper, error) bool) {
	for n := range 12 {
		p := &engine.Paper{ID: string(rune('a' + n)), Corpus: "plants", Title: "Tamarind",
			Abstract: "Farmers plant tamarind trees near houses. Goats eat young tamarind leaves in spring."}
		for i := range 8 {
			p.Body = append(p.Body, engine.Section{Title: "Results", Paragraphs: []engine.Paragraph{
				{{Text: []string{"Our farmers plant tamarind trees near their houses.",
					"Young leaves of tamarind feed goats in spring."}[i%2]}},
				{{Text: "Questions were asked of everybody during long interviews."}},
				{{Text: "Standard software computed every statistic of interest here."}},
			}})
		}
		if !yield(p, nil) {
			return
		}
	}
}

func TestHighlightsAreMeasuredOnHeldOutPapersOnly(t *testing.T) {
	var want int
	for p := range iter.Seq2[*engine.Paper, error](twelve) {
		if SplitOf(p.ID) == Test {
			want++
		}
	}
	seen := &watcher{}
	report, err := MeasureHighlights(t.Context(), seen, twelve, HighlightOptions{Split: Test})
	if err != nil || report.N != want || len(seen.papers) != 2*want || want == 0 {
		t.Fatalf("n %d and %d extractions, want %d papers; %v", report.N, len(seen.papers), want, err)
	}
	for _, id := range seen.papers {
		if SplitOf(id) != Test {
			t.Errorf("%s is not held out", id)
		}
	}
	methods := report.Corpora["plants"].Methods
	oracle := methods[slices.IndexFunc(methods, func(m MethodReport) bool { return m.Name == "oracle" })]
	for _, m := range methods {
		if m.R1+m.R2 > oracle.R1+oracle.R2+1e-9 {
			t.Errorf("%s is better than the oracle", m.Name)
		}
	}
}

// A watcher extracts the first passages and records the papers.
type watcher struct{ papers []string }

func (w *watcher) Extract(_ context.Context, p *engine.Paper, _ string, most int) (all []engine.Highlight, _ error) {
	w.papers = append(w.papers, p.ID)
	for _, passage := range highlight.Passages(p)[:min(most, 3)] {
		all = append(all, engine.Highlight{Text: passage.Text})
	}
	return all, nil
}

func TestAPaperThatRepeatsItsAbstractIsNotMeasured(t *testing.T) {
	for p := range iter.Seq2[*engine.Paper, error](twelve) {
		if !Usable(p) {
			t.Errorf("%s should be usable", p.ID)
		}
		p.Body[3].Paragraphs = append(p.Body[3].Paragraphs, engine.Paragraph{{Text: "Farmers plant tamarind trees near houses."}})
		if Usable(p) {
			t.Errorf("%s has half of its abstract in its text", p.ID)
		}
	}
}

// The predicted gain of a passage equals its real gain, regardless of the passages selected before.
func TestTheGainOfAPassageIsWhatItAdds(t *testing.T) {
	words := []string{"tamarind", "trees", "near", "houses", "goats", "eat", "the", "leaves"}
	rapid.Check(t, func(rt *rapid.T) {
		sentence := rapid.Custom(func(rt *rapid.T) string {
			var s string
			for _, w := range rapid.SliceOfN(rapid.SampledFrom(words), 1, 8).Draw(rt, "words") {
				s += w + " "
			}
			return s
		})
		abstract := rapid.SliceOfN(sentence, 1, 3).Draw(rt, "abstract")
		texts := rapid.SliceOfN(sentence, 1, 6).Draw(rt, "texts")
		passages := make([]highlight.Passage, len(texts))
		for i, s := range texts {
			passages[i].Text = s
		}
		t := truthOf(abstract, passages)
		before := 0.0
		for i := range texts {
			gain := t.gain(i)
			t.take(i)
			if now := t[0].f1() + t[1].f1(); now-before-gain > 1e-9 || before+gain-now > 1e-9 {
				rt.Fatalf("passage %d: gain %f, but from %f to %f", i, gain, before, now)
			} else {
				before = now
			}
		}
		if r := MeasureROUGE(texts, abstract); r.R1-t[0].f1() > 1e-9 || t[0].f1()-r.R1 > 1e-9 {
			rt.Fatalf("ROUGE-1 %f, counted %f", r.R1, t[0].f1())
		}
	})
}

func TestTrainingExamplesAreWholeRowsOfPapersThatAreNotHeldOut(t *testing.T) {
	for kind, width := range map[string]int{"terms": 4 + 22, "pairs": 3 + 11, "gains": 4 + 75} {
		var out bytes.Buffer
		if err := WriteExamples(kind, highlight.Extractor{}, twelve, &out); err != nil || out.Len() == 0 ||
			out.Len()%(4*width) != 0 {
			t.Fatalf("%s: %d bytes, want rows of %d floats; %v", kind, out.Len(), width, err)
		}
		rows := make([]float32, out.Len()/4)
		if err := binary.Read(&out, binary.LittleEndian, rows); err != nil {
			t.Fatal(err)
		}
		for at := 0; at < len(rows); at += width {
			if number, dev := rows[at], rows[at+1]; number < 0 || number >= 12 || dev != 0 && dev != 1 {
				t.Fatalf("%s: a row of paper %f, dev %f", kind, number, dev)
			}
		}
	}
	if err := WriteExamples("songs", highlight.Extractor{}, twelve, &bytes.Buffer{}); err == nil {
		t.Error("no error for an unknown kind of examples")
	}
}
