package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/verify"
	"github.com/scilit-lsp/scilit-lsp/verify/support"
)

// gradeNames maps grades to the names shown to users.
var gradeNames = map[support.Grade]string{
	support.Supports: "supports", support.Mentions: "mentions", support.NotFound: "not found in the available text",
	support.Contradicts: "contradicts",
}

// writeWeakest writes the weakest citations, and then the number of citations with each grade.
func writeWeakest(b *strings.Builder, cited []support.Result) {
	for _, c := range support.Weakest(cited) {
		fmt.Fprintf(b, "%s:%d: %s: %s (%.2f): %s\n", plain(c.Path), c.Line, plain(c.Key), gradeNames[c.Grade], c.Found.Score,
			plain(c.Reason))
		fmt.Fprintf(b, "    claim   %s\n", plain(c.Claim.Plain()))
		for _, m := range c.Found.Passages {
			fmt.Fprintf(b, "    %.2f    %s (%s)\n", m.Score, plain(m.Sentence), plain(m.Section))
		}
	}
	fmt.Fprintln(b, summaryOf(cited))
}

// summaryOf returns the number of citations with each grade, as one line.
func summaryOf(cited []support.Result) string {
	counts := make(map[support.Grade]int)
	for _, c := range cited {
		counts[c.Grade]++
	}
	return fmt.Sprintf("%s: %d supported, %d mentioned, %d contradicted, "+
		"%d not found in the available text (for %d of them, no text is available)",
		text.Count(len(cited), "citation"), counts[support.Supports], counts[support.Mentions], counts[support.Contradicts],
		counts[support.NotFound], support.Unknown(cited))
}

type jsonSupport struct {
	Key      string        `json:"key"`
	File     string        `json:"file"`
	Line     int           `json:"line"`
	Claim    string        `json:"claim"`
	Grade    support.Grade `json:"grade"`
	Reason   string        `json:"reason"`
	Title    string        `json:"title,omitempty"`
	Known    string        `json:"known,omitempty"` // one of "full text", "abstract" and "title"
	Score    float64       `json:"score"`
	Support  float64       `json:"support"`
	Rank     int           `json:"rank,omitempty"`
	Passages []jsonPassage `json:"passages"`
}

type jsonPassage struct {
	Text    string  `json:"text"`
	Section string  `json:"section"`
	Index   int     `json:"index"`
	Score   float64 `json:"score"`
	Reason  string  `json:"reason"`
}

func supportOf(c support.Result) jsonSupport {
	s := jsonSupport{
		Key: text.Clean(c.Key), File: text.Clean(c.Path), Line: c.Line, Claim: c.Claim.Plain(), Grade: c.Grade,
		Reason: plain(c.Reason), Title: text.Clean(c.Title),
		Known: c.Found.Known, Score: hundredths(c.Found.Score), Support: hundredths(c.Found.Support), Rank: c.Rank,
		Passages: []jsonPassage{},
	}
	for _, m := range c.Found.Passages {
		s.Passages = append(s.Passages, jsonPassage{text.Clean(m.Text), text.Clean(m.Section), m.Index,
			hundredths(m.Score), plain(m.Reason)})
	}
	return s
}

func hundredths(x float64) float64 { return math.Round(x*100) / 100 }

// A claim is a finding about a citing sentence.
type claim struct {
	of      support.Result
	code    verify.Code
	message string
}

// claims returns the findings about contradicted citing sentences, and about the weakest others.
func (c Check) claims() (all []claim) {
	for _, r := range c.Support {
		code := verify.ClaimUnsupported
		switch {
		case r.Grade == support.Contradicts:
			code = verify.ClaimContradicted
		case r.Rank == 0:
			continue
		}
		if !c.Ignored.Has(code) {
			all = append(all, claim{r, code, fmt.Sprintf("%s: %s: %s", plain(r.Key), gradeNames[r.Grade], plain(r.Reason))})
		}
	}
	return all
}

// Contradicted reports whether the check fails because of a claim.
func (c Check) Contradicted() bool {
	return slices.ContainsFunc(c.claims(), func(one claim) bool { return c.Policy.Fails(one.code) })
}
