package eval

import (
	"context"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A FaithfulnessReport measures how well the check for faithfulness separates true from false
// claims about a paper.
type FaithfulnessReport struct {
	N           int                `json:"n"`            // number of claims, true and false
	Kept        int                `json:"kept"`         // number of true claims that the check accepts
	Flagged     map[string]float64 `json:"flagged"`      // share of false claims that the check rejects, by kind
	FalseAlarms float64            `json:"false_alarms"` // share of true claims that the check rejects
	ByRules     *RulesReport       `json:"by_rules,omitempty"`
	ByField     map[string]*Alarms `json:"by_field,omitempty"`
	BySource    map[string]*Alarms `json:"by_source,omitempty"` // results for true claims, by their origin
	Calibration []ScoreBin         `json:"calibration,omitempty"`
	// CalibrationError is the expected calibration error of the check's scores. Claims are weighted
	// so that half of them are true.
	CalibrationError float64        `json:"calibration_error"`
	Wrong            []Misjudgement `json:"-"`
}

// A RulesReport measures the rules without the learned verifier.
type RulesReport struct {
	Flagged     map[string]float64 `json:"flagged"`
	FalseAlarms float64            `json:"false_alarms"`
}

// Alarms contains the shares of claims that the check rejects.
type Alarms struct {
	N           int                `json:"n"`
	Flagged     map[string]float64 `json:"flagged,omitempty"`
	FalseAlarms float64            `json:"false_alarms"`
}

// A ScoreBin compares the N scores between From and From+0.1 with the share of true claims among
// them. Claims are weighted so that half of all claims are true.
type ScoreBin struct {
	From float64 `json:"from"`
	N    int     `json:"n"`
	True float64 `json:"true"`
}

// A Misjudgement is a true claim that the check rejects, or a false claim that it accepts.
type Misjudgement struct {
	Claim
	Score float64
	Flaw  string
}

// A verdict is a claim with the result of the check.
type verdict struct {
	Claim
	support engine.Support
	rule    bool // whether the rules found a flaw
}

// MeasureFaithfulness checks all claims and measures the results.
func MeasureFaithfulness(ctx context.Context, claims []Claim, progress Progress) (FaithfulnessReport, error) {
	all := make([]verdict, 0, len(claims))
	for _, c := range claims {
		support, err := engine.Checker{}.Check(ctx, c.Paper(), c.marked())
		if err != nil {
			return FaithfulnessReport{}, err
		}
		rules, err := engine.Checker{}.Compare(ctx, c.Paper(), c.marked())
		if err != nil {
			return FaithfulnessReport{}, err
		}
		all = append(all, verdict{c, support, rules.Flaw != ""})
		progress.step()
	}
	return faithfulnessReport(all), nil
}

func faithfulnessReport(all []verdict) FaithfulnessReport {
	r := FaithfulnessReport{N: len(all), ByField: make(map[string]*Alarms), BySource: make(map[string]*Alarms)}
	refused := func(j verdict) bool { return !j.support.Supported() }
	r.Flagged, r.FalseAlarms = alarmsOf(all, refused)
	rules := RulesReport{}
	rules.Flagged, rules.FalseAlarms = alarmsOf(all, func(j verdict) bool { return j.rule })
	r.ByRules = &rules
	fields, sources := make(map[string][]verdict), make(map[string][]verdict)
	for _, j := range all {
		fields[j.Field] = append(fields[j.Field], j)
		if j.Kind == KindTrue {
			sources[j.Source] = append(sources[j.Source], j)
			if !refused(j) {
				r.Kept++
			}
		}
		if (j.Kind == KindTrue) == refused(j) {
			r.Wrong = append(r.Wrong, Misjudgement{j.Claim, j.support.Score, j.support.Flaw})
		}
	}
	addAlarms(r.ByField, fields, refused)
	addAlarms(r.BySource, sources, refused)
	r.calibrate(all)
	return r
}

func addAlarms(to map[string]*Alarms, groups map[string][]verdict, refused func(verdict) bool) {
	for name, group := range groups {
		a := &Alarms{N: len(group)}
		a.Flagged, a.FalseAlarms = alarmsOf(group, refused)
		to[name] = a
	}
}

// alarmsOf returns the share of rejected claims: of false claims by their kind, and of true claims.
// refused reports whether a claim is rejected.
func alarmsOf(all []verdict, refused func(verdict) bool) (flagged map[string]float64, falseAlarms float64) {
	n, hits := make(map[string]float64), make(map[string]float64)
	for _, j := range all {
		n[j.Kind]++
		if refused(j) {
			hits[j.Kind]++
		}
	}
	flagged = make(map[string]float64)
	for kind := range n {
		if kind != KindTrue {
			flagged[kind] = hits[kind] / n[kind]
		}
	}
	return flagged, hits[KindTrue] / max(1, n[KindTrue])
}

// calibrate adds the calibration to the report, with claims weighted so that half of them are true.
func (r *FaithfulnessReport) calibrate(all []verdict) {
	counts := make(map[bool]float64)
	for _, j := range all {
		counts[j.Kind == KindTrue]++
	}
	if len(counts) < 2 {
		return
	}
	c := make(calibration, calibrationBins)
	for _, j := range all {
		isTrue := j.Kind == KindTrue
		c.add(j.support.Score, isTrue, 1/counts[isTrue])
	}
	r.CalibrationError = c.error()
	for _, bin := range c.bins() {
		r.Calibration = append(r.Calibration, ScoreBin{bin.From, bin.N, bin.Observed})
	}
}

// marked returns the claim's sentence, with engine.Mark in place of the citation.
func (c Claim) marked() string { return strings.ReplaceAll(c.Sentence, text.CiteMark, engine.Mark) }
