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

// A JudgedClaim is a claim that a person wrote about a paper.
type JudgedClaim struct {
	ID    string `json:"id"` // ID of the paper
	Label string `json:"label"`
	Claim string `json:"claim"`
	How   string `json:"how"` // the kind of paraphrase or change, in the writer's words
}

// Labels of judged claims.
const (
	LabelSupport    = "support"
	LabelContradict = "contradict"
	LabelNeither    = "neither"
)

var labelGiven = map[evidence.Relation]string{
	evidence.Supports: LabelSupport, evidence.Refutes: LabelContradict, evidence.Related: LabelNeither,
	evidence.NotFound: LabelNeither,
}

// ReadJudgedClaims reads claims, one JSON object per line.
func ReadJudgedClaims(r io.Reader) (claims []JudgedClaim, err error) {
	err = eachObject(r, func(c JudgedClaim) error {
		if c.Label != LabelSupport && c.Label != LabelContradict && c.Label != LabelNeither {
			return fmt.Errorf("claim about %s: label %q, want support, contradict or neither", c.ID, c.Label)
		}
		claims = append(claims, c)
		return nil
	})
	return claims, err
}

// A JudgedPaper is a paper about which people wrote claims.
type JudgedPaper struct {
	ID, Title, Abstract string
	Source              string // the collection that it comes from
}

// ReadJudgedPapers reads papers, one JSON object per line.
func ReadJudgedPapers(r io.Reader) (papers []JudgedPaper, err error) {
	err = eachObject(r, func(p JudgedPaper) error {
		papers = append(papers, p)
		return nil
	})
	return papers, err
}

func (p JudgedPaper) paper() *paper.Paper {
	return &paper.Paper{ID: p.ID, Title: p.Title, Abstract: p.Abstract}
}

// judgedPaper returns the paper that a claim is about.
func judgedPaper(c JudgedClaim, papers []JudgedPaper) (JudgedPaper, error) {
	at := slices.IndexFunc(papers, func(p JudgedPaper) bool { return p.ID == c.ID })
	if at < 0 {
		return JudgedPaper{}, fmt.Errorf("claim about %s: no such paper", c.ID)
	}
	return papers[at], nil
}

func eachObject[T any](r io.Reader, yield func(T) error) error {
	for in := json.NewDecoder(r); ; {
		var x T
		switch err := in.Decode(&x); {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
		if err := yield(x); err != nil {
			return err
		}
	}
}

// A JudgeReport measures how often the relation between a claim and a paper is recognized.
type JudgeReport struct {
	JudgeTally
	Sources     map[string]*JudgeTally `json:"sources"`     // by the source of the paper
	Calibration float64                `json:"calibration"` // expected calibration error of the support
	Bins        []Bin                  `json:"bins"`
	Wrong       []WrongJudgement       `json:"wrong"`
}

// A JudgeTally counts claims by their label and by the label given.
type JudgeTally struct {
	Found map[string]map[string]int `json:"found"`
}

func (t *JudgeTally) add(label, given string) {
	if t.Found == nil {
		t.Found = make(map[string]map[string]int)
	}
	if t.Found[label] == nil {
		t.Found[label] = make(map[string]int)
	}
	t.Found[label][given]++
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

// Accuracy returns the share of claims that are given their label.
func (t *JudgeTally) Accuracy() float64 {
	right := 0
	for label, m := range t.Found {
		right += m[label]
	}
	return float64(right) / float64(max(1, t.Claims()))
}

// Share returns the share of the claims with a label that are given a label.
func (t *JudgeTally) Share(label, given string) float64 {
	return float64(t.Found[label][given]) / float64(max(1, t.of(label)))
}

// Precision returns the share of the claims given a label that have it.
func (t *JudgeTally) Precision(given string) float64 {
	all := 0
	for _, m := range t.Found {
		all += m[given]
	}
	return float64(t.Found[given][given]) / float64(max(1, all))
}

// A WrongJudgement is a claim whose relation differs from the one that people assigned.
type WrongJudgement struct {
	JudgedClaim
	Given evidence.Evidence `json:"-"`
}

// MeasureJudge compares the relations that f finds with the labels of people.
func MeasureJudge(ctx context.Context, f evidence.Finder, claims []JudgedClaim, papers []JudgedPaper) (
	r JudgeReport, err error,
) {
	r.Sources = make(map[string]*JudgeTally)
	var supports calibration
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
