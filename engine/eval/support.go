package eval

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// A SupportReport says how well a check of faithfulness tells sentences that a
// paper supports from such sentences made false.
type SupportReport struct {
	N           int                 `json:"n"`            // true pairs of a sentence and a paper
	FalseAlarms float64             `json:"false_alarms"` // share of these that the engine would not let pass
	Threshold   float64             `json:"threshold"`    // score below which 5 % of these are
	Detected    map[string]Detected `json:"detected"`     // by how a sentence was made false
}

// Detected is how many of N false sentences are found out.
type Detected struct {
	N      int     `json:"n"`
	At5    float64 `json:"at_5"`   // share below Threshold: at 5 % false alarms
	Engine float64 `json:"engine"` // share that the engine would not let pass
}

// falseAlarmRate is at which detection is reported.
const falseAlarmRate = 0.05

// A pair is a sentence that a paper supports.
type pair struct {
	sentence string
	paper    *engine.Paper
}

// MeasureSupport checks true pairs and what is made of them: another number,
// a denial, a comparison added, another paper. The pairs are the sentences that were really
// written about the cited papers, or, with own set, what the plain writer
// takes from the papers themselves, where every alarm is a false one.
func MeasureSupport(ctx context.Context, e *engine.Engine, contexts []Context, checker engine.Checker, own bool) (SupportReport, error) {
	pairs, err := truePairs(ctx, e, contexts, own)
	if err != nil {
		return SupportReport{}, err
	}
	random := rand.New(rand.NewPCG(20261121, 0))
	var truth []engine.Support
	lies := make(map[string][]engine.Support)
	for i, p := range pairs {
		s, err := checker.Check(ctx, p.paper, p.sentence, nil)
		if err != nil {
			return SupportReport{}, err
		}
		truth = append(truth, s)
		for name, lie := range p.lies(pairs, i, random) {
			if s, err = checker.Check(ctx, lie.paper, lie.sentence, nil); err != nil {
				return SupportReport{}, err
			}
			lies[name] = append(lies[name], s)
		}
	}
	return supportReport(truth, lies), nil
}

func truePairs(ctx context.Context, e *engine.Engine, contexts []Context, own bool) (pairs []pair, err error) {
	for _, c := range contexts {
		papers, err := e.Papers(ctx, []engine.WorkRef{{ID: c.Cited}})
		if err != nil {
			return nil, err
		}
		if papers[0] == nil {
			return nil, fmt.Errorf("context %s cites %s, which is in no index", c.ID, c.Cited)
		}
		sentence := strings.TrimLeft(strings.ReplaceAll(engine.WithoutCitations(c.Sentence), "[CITE]", " "), " )]")
		if own {
			drafts, err := engine.Composer{}.Write(ctx, engine.DraftRequest{Paper: papers[0], Context: c.Context, Textual: true}, 1)
			if err != nil {
				return nil, err
			}
			sentence = drafts[0].Text
		}
		pairs = append(pairs, pair{sentence, papers[0]})
	}
	return pairs, nil
}

// lies are the pair made false, by what was done to it.
func (p pair) lies(all []pair, i int, random *rand.Rand) map[string]pair {
	lies := make(map[string]pair)
	if s := otherNumber(p.sentence, random); s != p.sentence {
		lies["number"] = pair{s, p.paper}
	}
	if s := denied(p.sentence); s != p.sentence {
		lies["denial"] = pair{s, p.paper}
	}
	lies["comparison"] = pair{compared(p.sentence), p.paper}
	for range 20 { // a few tries find a paper that is another
		if other := all[random.IntN(len(all))].paper; other.ID != p.paper.ID {
			lies["paper"] = pair{p.sentence, other}
			break
		}
	}
	return lies
}

var (
	digits    = regexp.MustCompile(`\b\d+(?:[.,]\d+)*\b`)
	auxiliary = regexp.MustCompile(`\b(is|are|was|were|can|could|does|do|did|has|have|will|would) `)
	reporting = regexp.MustCompile(`(` + engine.Mark + `|\bWe|\bwe|\bthey) ([a-z]+)`)
	deny      = regexp.MustCompile(`\b(?:not|never) `)
)

// otherNumber changes the first number.
func otherNumber(s string, random *rand.Rand) string {
	at := digits.FindStringIndex(s)
	if at == nil {
		return s
	}
	other := fmt.Sprint(2+random.IntN(8), s[at[0]+1:at[1]])
	if other = strings.ReplaceAll(other, " ", ""); other == s[at[0]:at[1]] {
		other += "7"
	}
	return s[:at[0]] + other + s[at[1]:]
}

// compared claims more than was said.
func compared(s string) string {
	return strings.TrimRight(s, ".!? ") + ", which gives better results than earlier methods."
}

// denied says the contrary: without its "not", or with one.
func denied(s string) string {
	if deny.MatchString(s) {
		return deny.ReplaceAllString(s, "")
	}
	if at := auxiliary.FindStringIndex(s); at != nil {
		return s[:at[1]] + "not " + s[at[1]:]
	}
	return reporting.ReplaceAllString(s, "$1 do not $2")
}

func supportReport(truth []engine.Support, lies map[string][]engine.Support) SupportReport {
	scores := make([]float64, len(truth))
	for i, s := range truth {
		scores[i] = s.Score
	}
	slices.Sort(scores)
	r := SupportReport{N: len(truth), Detected: make(map[string]Detected)}
	r.Threshold = scores[int(falseAlarmRate*float64(len(scores)))]
	_, r.FalseAlarms = alarms(truth, r.Threshold)
	for name, all := range lies {
		d := Detected{N: len(all)}
		d.At5, d.Engine = alarms(all, r.Threshold)
		r.Detected[name] = d
	}
	return r
}

// alarms are the share of scores below a threshold, and of those that the
// engine does not let pass.
func alarms(all []engine.Support, threshold float64) (below, refused float64) {
	for _, s := range all {
		if s.Score < threshold {
			below++
		}
		if !s.Supported() {
			refused++
		}
	}
	return below / float64(len(all)), refused / float64(len(all))
}
