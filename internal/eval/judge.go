package eval

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

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

// ReadJudgedPapers reads papers with id, title and abstract, one JSON object per line.
func ReadJudgedPapers(r io.Reader) (papers []*paper.Paper, err error) {
	err = eachObject(r, func(p struct{ ID, Title, Abstract string }) error {
		papers = append(papers, &paper.Paper{ID: p.ID, Title: p.Title, Abstract: p.Abstract})
		return nil
	})
	return papers, err
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
	Claims   int                       `json:"claims"`
	Accuracy float64                   `json:"accuracy"`
	Found    map[string]map[string]int `json:"found"` // number of claims, by label and by the label given
	// Contradictions is the share of contradictions that are found, FalseSupports the share of them
	// that are taken for support.
	Contradictions float64 `json:"contradictions"`
	FalseSupports  float64 `json:"false_supports"`
	Calibration    float64 `json:"calibration"` // expected calibration error of the support
	Bins           []Bin   `json:"bins"`
	Wrong          []WrongJudgement
}

// A WrongJudgement is a claim whose relation differs from the one that people assigned.
type WrongJudgement struct {
	JudgedClaim
	Given evidence.Evidence `json:"-"`
}

// MeasureJudge compares the relations that f finds with the labels of people.
func MeasureJudge(ctx context.Context, f evidence.Finder, claims []JudgedClaim, papers []*paper.Paper) (
	r JudgeReport, err error,
) {
	byID := make(map[string]*paper.Paper, len(papers))
	for _, p := range papers {
		byID[p.ID] = p
	}
	r.Found = make(map[string]map[string]int)
	var supports calibration
	right := 0
	for _, c := range claims {
		p := byID[c.ID]
		if p == nil {
			return r, fmt.Errorf("claim about %s: no such paper", c.ID)
		}
		e, err := f.Find(ctx, evidence.Claim{Text: c.Claim}, p)
		if err != nil {
			return r, err
		}
		given := labelGiven[e.Relation]
		if r.Found[c.Label] == nil {
			r.Found[c.Label] = make(map[string]int)
		}
		r.Found[c.Label][given]++
		supports.add(e.Support, c.Label == LabelSupport, 1)
		if given == c.Label {
			right++
		} else {
			r.Wrong = append(r.Wrong, WrongJudgement{c, e})
		}
	}
	of := func(n int, label string) float64 {
		all := 0
		for _, m := range r.Found[label] {
			all += m
		}
		return float64(n) / float64(max(1, all))
	}
	r.Claims, r.Accuracy = len(claims), float64(right)/float64(max(1, len(claims)))
	r.Contradictions = of(r.Found[LabelContradict][LabelContradict], LabelContradict)
	r.FalseSupports = of(r.Found[LabelContradict][LabelSupport], LabelContradict)
	r.Calibration, r.Bins = supports.error(), supports.bins()
	return r, nil
}
