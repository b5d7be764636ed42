package eval

import (
	"math"
	"os"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
)

func TestJudgedClaimsAreReadWithTheirPapers(t *testing.T) {
	open := func(name string) *os.File {
		file, err := os.Open("testdata/judge/" + name)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { file.Close() })
		return file
	}
	claims, err := ReadJudgedClaims(open("claims-dev.jsonl"))
	if err != nil || len(claims) != 300 {
		t.Fatalf("%d claims, %v", len(claims), err)
	}
	papers, err := ReadRecords[JudgedPaper](open("papers-dev.jsonl"))
	if err != nil || len(papers) != 100 {
		t.Fatalf("%d papers, %v", len(papers), err)
	}
	r, err := MeasureJudge(t.Context(), evidence.Finder{}, claims[:9], papers)
	if err != nil || r.Claims() != 9 || math.Abs(r.Accuracy()+float64(len(r.Wrong))/9-1) > 1e-9 {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestWrongClaimsAreRefused(t *testing.T) {
	for _, s := range []string{`{"label":"yes"}`, `{`, `[]`, "{\"label\":\"\xff\"}"} {
		if claims, err := ReadJudgedClaims(strings.NewReader(s)); err == nil {
			t.Errorf("%q: %v", s, claims)
		}
	}
	claims := []JudgedClaim{{ID: "unknown", Label: LabelSupport, Claim: "Pooling helps."}}
	if _, err := MeasureJudge(t.Context(), evidence.Finder{}, claims, nil); err == nil {
		t.Error("a claim about no paper was judged")
	}
}
