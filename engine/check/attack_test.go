package check

import (
	"os"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// An attacked paper contains sentences that were written to deceive the check, and plain true ones.
type attacked struct {
	passages     []string
	untrue, true [][2]string // class and sentence
}

func readAttacks(t *testing.T) (papers []attacked) {
	data, err := os.ReadFile("testdata/attack.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		kind, rest, _ := strings.Cut(line, " ")
		class, sentence, _ := strings.Cut(strings.TrimLeft(line, "-+ "), "\t")
		sentence = strings.ReplaceAll(sentence, "@", mark)
		switch {
		case kind == "=":
			papers = append(papers, attacked{passages: []string{rest}})
		case strings.HasPrefix(line, "- "):
			last := &papers[len(papers)-1]
			last.untrue = append(last.untrue, [2]string{class, sentence})
		case strings.HasPrefix(line, "+"):
			last := &papers[len(papers)-1]
			last.true = append(last.true, [2]string{"", strings.ReplaceAll(strings.TrimSpace(line[1:]), "@", mark)})
		case line != "" && kind != "#":
			for _, span := range text.Sentences(line) {
				papers[len(papers)-1].passages = append(papers[len(papers)-1].passages, line[span.Start:span.End])
			}
		}
	}
	return papers
}

// Figures when the sentences were written. No change may detect fewer untrue sentences or reject
// more true ones.
const (
	leastFound     = 48
	maxFalseAlarms = 10
)

func TestSentencesWrittenToGetPastTheCheck(t *testing.T) {
	found, alarms, untrue, all := 0, 0, 0, 0
	for _, p := range readAttacks(t) {
		for _, s := range p.untrue {
			untrue++
			if e := Examine(s[1], p.passages); e.Probability() < Threshold() {
				found++
			} else {
				t.Logf("passed, %s: %s (%.2f)", s[0], s[1], e.Probability())
			}
		}
		for _, s := range p.true {
			all++
			if e := Examine(s[1], p.passages); e.Probability() < Threshold() {
				alarms++
				t.Logf("refused: %s (%.2f, %s)", s[1], e.Probability(), e.Reason())
			}
		}
	}
	t.Logf("found %d of %d, false alarms %d of %d", found, untrue, alarms, all)
	if untrue != 60 || all != 60 || found < leastFound || alarms > maxFalseAlarms {
		t.Errorf("found %d of %d, want %d; false alarms %d of %d, want at most %d", found, untrue, leastFound, alarms, all, maxFalseAlarms)
	}
}
