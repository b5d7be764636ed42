package eval

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A JudgedClaim is a sentence that a person wrote about a paper and labelled.
type JudgedClaim struct {
	ID    string `json:"id"` // ID of the paper
	Label string `json:"label"`
	Claim string `json:"claim"`
	How   string `json:"how"` // kind of paraphrase or change that the writer made, in the writer's words
}

// A claim's label is the relation of the paper to the claim, as judged by a person.
const (
	LabelSupport    = "support"
	LabelContradict = "contradict"
	LabelNeither    = "neither"
)

var labelGiven = map[evidence.Relation]string{
	evidence.Supports: LabelSupport, evidence.Refutes: LabelContradict, evidence.Related: LabelNeither,
	evidence.NotFound: LabelNeither,
}

// ReadJudgedClaims reads labelled claims as JSON, one per line.
func ReadJudgedClaims(r io.Reader) (claims []JudgedClaim, err error) {
	claims, err = ReadRecords[JudgedClaim](r)
	for _, c := range claims {
		if c.Label != LabelSupport && c.Label != LabelContradict && c.Label != LabelNeither {
			return nil, fmt.Errorf("claim about %s: label %q, want support, contradict or neither", c.ID, c.Label)
		}
	}
	return claims, err
}

// A JudgedPaper is a paper about which people wrote claims.
type JudgedPaper struct {
	ID, Title, Abstract string
	Source              string // collection from which the paper comes
}

func (p JudgedPaper) paper() *paper.Paper {
	return &paper.Paper{ID: p.ID, Title: p.Title, Abstract: p.Abstract}
}

// judgedPaper returns the paper that a claim is about. It fails if papers does not contain it.
func judgedPaper(c JudgedClaim, papers []JudgedPaper) (JudgedPaper, error) {
	at := slices.IndexFunc(papers, func(p JudgedPaper) bool { return p.ID == c.ID })
	if at < 0 {
		return JudgedPaper{}, fmt.Errorf("claim about %s: no such paper", c.ID)
	}
	return papers[at], nil
}

// A JudgeReport compares the relations that the program finds between claims and papers with the
// labels that people gave.
type JudgeReport struct {
	JudgeTally
	Sources map[string]*JudgeTally `json:"sources"` // counts by source of the paper
	// expected calibration error of the program's probability of support
	Calibration float64          `json:"calibration"`
	Bins        []Bin            `json:"bins"`
	Wrong       []WrongJudgement `json:"wrong"`
}

// A JudgeTally counts claims by the person's label and then by the program's label.
type JudgeTally struct {
	Found map[string]map[string]int `json:"found"`
}

func (t *JudgeTally) add(label, given string) {
	if t.Found == nil {
		t.Found = make(map[string]map[string]int)
	}
	count(t.Found, label, given)
}

// Claims returns the number of claims.
func (t *JudgeTally) Claims() (n int) {
	for label := range t.Found {
		n += t.of(label)
	}
	return n
}

func (t *JudgeTally) of(label string) (n int) {
	for _, m := range t.Found[label] {
		n += m
	}
	return n
}

// Accuracy returns the share of claims to which the program gives the person's label.
func (t *JudgeTally) Accuracy() float64 {
	right := 0
	for label, m := range t.Found {
		right += m[label]
	}
	return float64(right) / float64(max(1, t.Claims()))
}

// Share returns the share of the claims labelled label by a person that the program labels given.
func (t *JudgeTally) Share(label, given string) float64 {
	return float64(t.Found[label][given]) / float64(max(1, t.of(label)))
}

// Precision returns the share of the claims labelled given by the program to which a person gave the
// same label.
func (t *JudgeTally) Precision(given string) float64 {
	all := 0
	for _, m := range t.Found {
		all += m[given]
	}
	return float64(t.Found[given][given]) / float64(max(1, all))
}

// A WrongJudgement is a claim for which the program found a relation that differs from its label.
type WrongJudgement struct {
	JudgedClaim
	Given evidence.Evidence `json:"-"`
}

// MeasureJudge finds the relation between each claim and its paper with f and compares it with the
// label.
func MeasureJudge(ctx context.Context, f evidence.Finder, claims []JudgedClaim, papers []JudgedPaper) (
	r JudgeReport, err error,
) {
	r.Sources = make(map[string]*JudgeTally)
	supports := make(calibration, calibrationBins)
	for _, c := range claims {
		p, err := judgedPaper(c, papers)
		if err != nil {
			return r, err
		}
		e, err := f.Find(ctx, evidence.Claim{Text: c.Claim}, p.paper())
		if err != nil {
			return r, err
		}
		given := labelGiven[e.Relation]
		if r.Sources[p.Source] == nil {
			r.Sources[p.Source] = new(JudgeTally)
		}
		r.add(c.Label, given)
		r.Sources[p.Source].add(c.Label, given)
		supports.add(e.Support, c.Label == LabelSupport, 1)
		if given != c.Label {
			r.Wrong = append(r.Wrong, WrongJudgement{c, e})
		}
	}
	r.Calibration, r.Bins = supports.error(), supports.bins()
	return r, nil
}

// A reading contains the network's probabilities for a claim, before calibration.
type reading struct {
	Label      string  `json:"label"`
	Paper      string  `json:"paper"`
	Source     string  `json:"source"` // collection from which the paper comes
	Support    float64 `json:"support"`
	Contradict float64 `json:"contradict"`
}

// WriteReadings writes one reading per claim as JSON lines.
func WriteReadings(
	ctx context.Context, f evidence.Finder, claims []JudgedClaim, papers []JudgedPaper, out io.Writer,
) error {
	lines := json.NewEncoder(out)
	for _, c := range claims {
		p, err := judgedPaper(c, papers)
		if err != nil {
			return err
		}
		e, err := f.Find(ctx, evidence.Claim{Text: c.Claim}, p.paper())
		if err != nil {
			return err
		}
		r := reading{c.Label, c.ID, p.Source, e.Read.Raw.Support, e.Read.Raw.Contradict}
		if err := lines.Encode(r); err != nil {
			return err
		}
	}
	return nil
}
