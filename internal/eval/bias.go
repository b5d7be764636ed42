package eval

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A BiasReport compares highlights of cited papers that were extracted for different queries. It
// shows how much the query biases them towards the citing sentence.
type BiasReport struct {
	N     int          `json:"n"` // number of contexts whose cited paper is usable
	Asked []BiasMethod `json:"asked"`
}

// A BiasMethod contains the results for one kind of query.
type BiasMethod struct {
	About string `json:"about"` // name of the kind of query
	// Shared is the share of the content words of the citing sentence that also occur in the
	// highlights. Keywords do not count, since they come from the citing sentence.
	Shared float64 `json:"shared"`
	Named  float64 `json:"named"` // share of the keywords' terms that occur in the highlights
	ROUGE          // ROUGE of the highlights against the abstract
}

// asked lists the kinds of queries to compare. about makes the query for a context.
var asked = []struct {
	name  string
	about func(Context) string
}{
	{"nothing", func(Context) string { return "" }},
	{"keywords", func(c Context) string { return strings.Join(c.Keywords, " ") }},
	{"sentence before", func(c Context) string { return c.last() }},
	{"keywords and sentence before", func(c Context) string { return strings.Join(c.Keywords, " ") + " " + c.last() }},
}

func (c Context) last() string { return strings.Join(c.sentences("last"), "") }

// MeasureBias extracts as many highlights of each cited paper as a hover shows, once per kind of
// query.
func MeasureBias(ctx context.Context, x engine.Extractor, papers iter.Seq2[*engine.Paper, error],
	contexts []Context) (BiasReport, error) {
	cited, known := make(map[string]*engine.Paper), CitedIn(contexts)
	for p, err := range papers {
		if err != nil {
			return BiasReport{}, err
		}
		if known[p.ID] && Usable(p) {
			cited[p.ID] = p
		}
	}
	report := BiasReport{Asked: make([]BiasMethod, len(asked))}
	for _, c := range contexts {
		p := cited[c.Cited]
		if p == nil || c.Sentence == "" {
			continue
		}
		report.N++
		for i, way := range asked {
			highlights, err := x.Extract(ctx, p, way.about(c), fewPassages)
			if err != nil {
				return report, err
			}
			texts := highlightTexts(highlights)
			given, said := termSet(c.Keywords...), termSet(texts...)
			report.Asked[i].Shared += shareOf(said, c.Sentence, given)
			report.Asked[i].Named += shareOf(said, strings.Join(c.Keywords, " "), nil)
			report.Asked[i].ROUGE = report.Asked[i].plus(MeasureROUGE(texts, abstractSentences(p)))
		}
	}
	if report.N == 0 {
		return report, fmt.Errorf("none of the contexts cites a paper with full text in the files given")
	}
	for i, way := range asked {
		m := &report.Asked[i]
		n := float64(report.N)
		*m = BiasMethod{way.name, m.Shared / n, m.Named / n, m.times(1 / n)}
	}
	return report, nil
}

func highlightTexts(highlights []engine.Highlight) []string {
	texts := make([]string, len(highlights))
	for i, h := range highlights {
		texts[i] = h.Text
	}
	return texts
}

// shareOf returns the share of the terms of s that occur in the set said. Terms in given do not
// count.
func shareOf(said map[string]bool, s string, given map[string]bool) float64 {
	all, hits := 0.0, 0.0
	for term := range termSet(text.WithoutCiteMarks(s)) {
		if !given[term] {
			all++
			hits += oneIf(said[term])
		}
	}
	return hits / max(1, all)
}

// termSet returns the set of the terms of texts.
func termSet(texts ...string) map[string]bool {
	set := make(map[string]bool)
	for _, s := range texts {
		for _, term := range text.Terms(s) {
			set[term] = true
		}
	}
	return set
}
