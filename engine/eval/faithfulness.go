package eval

import (
	"context"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// A FaithfulnessReport says how well the check distinguishes statements that a paper
// supports from such statements made false.
type FaithfulnessReport struct {
	N           int                `json:"n"`            // claims, true and false
	Kept        int                `json:"kept"`         // true ones that the check lets pass
	Flagged     map[string]float64 `json:"flagged"`      // share of the false ones that it refuses, by kind
	FalseAlarms float64            `json:"false_alarms"` // share of the true ones that it refuses
	ByRules     *RulesReport       `json:"by_rules,omitempty"`
	ByField     map[string]*Alarms `json:"by_field,omitempty"`
	BySource    map[string]*Alarms `json:"by_source,omitempty"` // of true claims: where they are from
	Calibration []Said             `json:"calibration,omitempty"`
	// CalibrationError is how far scores are from the share that is true, on average,
	// where half of all claims are.
	CalibrationError float64     `json:"calibration_error"`
	Wrong            []Misjudged `json:"-"`
}

// A RulesReport says what the rules find without the learned verifier.
type RulesReport struct {
	Flagged     map[string]float64 `json:"flagged"`
	FalseAlarms float64            `json:"false_alarms"`
}

// Alarms are shares of refused claims.
type Alarms struct {
	N           int                `json:"n"`
	Flagged     map[string]float64 `json:"flagged,omitempty"`
	FalseAlarms float64            `json:"false_alarms"`
}

// Said compares scores with the truth: of N claims with scores from From to a
// tenth more, the share that is true, where half of all claims are.
type Said struct {
	From float64 `json:"from"`
	N    int     `json:"n"`
	True float64 `json:"true"`
}

// A Misjudged claim was refused though it is true, or kept though it is false.
type Misjudged struct {
	Claim
	Score float64
	Flaw  string
}

// A judged claim is one with what the check says of it.
type judged struct {
	Claim
	support engine.Support
	rule    bool // a rule has found fault with it
}

// MeasureFaithfulness checks claims. Every source of true claims counts as
// many times as it has claims.
func MeasureFaithfulness(ctx context.Context, claims []Claim, checker engine.Checker, progress func(done int)) (FaithfulnessReport, error) {
	all := make([]judged, 0, len(claims))
	for i, c := range claims {
		support, err := checker.Check(ctx, c.Paper(), c.marked())
		if err != nil {
			return FaithfulnessReport{}, err
		}
		rules, err := engine.Checker{}.Compare(ctx, c.Paper(), c.marked())
		if err != nil {
			return FaithfulnessReport{}, err
		}
		all = append(all, judged{c, support, rules.Flaw != ""})
		if progress != nil {
			progress(i + 1)
		}
	}
	return faithfulnessReport(all), nil
}

func faithfulnessReport(all []judged) FaithfulnessReport {
	r := FaithfulnessReport{N: len(all), ByField: make(map[string]*Alarms), BySource: make(map[string]*Alarms)}
	refused := func(j judged) bool { return !j.support.Supported() }
	r.Flagged, r.FalseAlarms = alarmsOf(all, refused)
	rules := RulesReport{}
	rules.Flagged, rules.FalseAlarms = alarmsOf(all, func(j judged) bool { return j.rule })
	r.ByRules = &rules
	fields, sources := make(map[string][]judged), make(map[string][]judged)
	for _, j := range all {
		fields[j.Field] = append(fields[j.Field], j)
		if j.Kind == KindTrue {
			sources[j.Source] = append(sources[j.Source], j)
			if !refused(j) {
				r.Kept++
			}
		}
		if (j.Kind == KindTrue) == refused(j) {
			r.Wrong = append(r.Wrong, Misjudged{j.Claim, j.support.Score, j.support.Flaw})
		}
	}
	addAlarms(r.ByField, fields, refused)
	addAlarms(r.BySource, sources, refused)
	r.calibrate(all)
	return r
}

func addAlarms(to map[string]*Alarms, groups map[string][]judged, refused func(judged) bool) {
	for name, group := range groups {
		a := &Alarms{N: len(group)}
		a.Flagged, a.FalseAlarms = alarmsOf(group, refused)
		to[name] = a
	}
}

// alarmsOf are the shares of refused claims, by kind and of the true ones.
func alarmsOf(all []judged, refused func(judged) bool) (flagged map[string]float64, falseAlarms float64) {
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

// calibrate weighs true and false claims so that half are true.
func (r *FaithfulnessReport) calibrate(all []judged) {
	counts := make(map[bool]float64)
	for _, j := range all {
		counts[j.Kind == KindTrue]++
	}
	if len(counts) < 2 {
		return
	}
	var c calibration
	for _, j := range all {
		isTrue := j.Kind == KindTrue
		c.add(j.support.Score, isTrue, 1/counts[isTrue])
	}
	r.CalibrationError = c.error()
	for _, bin := range c.bins() {
		r.Calibration = append(r.Calibration, Said{bin.From, bin.N, bin.Observed})
	}
}

// marked is the sentence with the mark that the engine has for a citation.
func (c Claim) marked() string { return strings.ReplaceAll(c.Sentence, citeToken, engine.Mark) }
