package check

import (
	"os"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/internal/growth"
)

// The pairs are also read by the network; see TestTheJudgeConfirmsContradictions in package onnx.
func TestFewSentencesAreOpposite(t *testing.T) {
	content, err := os.ReadFile("testdata/opposite.txt")
	if err != nil {
		t.Fatal(err)
	}
	found, pairs := map[string]int{}, map[string]int{}
	for _, block := range strings.Split(string(content), "\n\n")[1:] {
		lines := strings.Split(strings.TrimSpace(block), "\n")
		verdict, claim, said := lines[0], lines[1], lines[3]
		pairs[verdict]++
		if Opposite(claim, said) != Opposite(said, claim) {
			t.Errorf("the order of the sentences matters: %q, %q", claim, said)
		}
		if Opposite(claim, said) {
			found[verdict]++
			if verdict == "none" && OwnWork(claim) == "" {
				t.Errorf("%q is not the opposite of %q", said, claim)
			}
		}
	}
	if found["contrast"] < 34 || pairs["contrast"] != 55 || pairs["none"] != 93 {
		t.Errorf("found %d of %v", found["contrast"], pairs)
	}
}

func TestOppositeSentencesMakeStatements(t *testing.T) {
	const claim = "Soft constraints improve parsing of Dutch."
	for said, want := range map[string]bool{
		"Soft constraints do not improve parsing of Dutch.":                        true,
		"The authors show that soft constraints do not improve parsing of Dutch.":  true,
		"It is known that soft constraints do not improve parsing of Dutch.":       true,
		"Soft constraints worsen the parsing of Dutch.":                            true,
		"Soft constraints did not significantly improve parsing of Dutch.":         true,
		"Soft constraints don't improve parsing of Dutch.":                         true,
		"The authors do not find that soft constraints improve parsing of Dutch.":  false,
		"The authors deny that soft constraints do not improve parsing of Dutch.":  false,
		"Soft constraints may not improve parsing of Dutch.":                       false,
		"Soft constraints do not always improve parsing of Dutch.":                 false,
		"Soft constraints not only improve parsing of Dutch.":                      false,
		"No study shows that soft constraints improve parsing of Dutch.":           false,
		"Do soft constraints not improve parsing of Dutch?":                        false,
		"These soft constraints do not improve parsing of Dutch.":                  false,
		"Two soft constraints do not improve parsing of Dutch.":                    false,
		"Constraints that are not soft improve parsing of Dutch.":                  false,
		"Soft constraints improve parsing of Dutch.":                               false,
		"Soft constraints do not improve parsing of Dutch and slow down training.": false,
		"Not soft constraints.": false,
		"":                      false,
		"\xff\x00(((":           false,
	} {
		if got := Opposite(claim, said); got != want {
			t.Errorf("%q: %t", said, got)
		}
	}
}

func FuzzOpposite(f *testing.F) {
	f.Add("Cells grow.", "Cells do not grow.")
	f.Add("\xff not 5% \x00", strings.Repeat("than ", 300))
	f.Add("Sleep improves memory in sleep.", "Sleep does not improve memory.")
	f.Add("’ n't ’s", "X is better than Y, and Z that is not.")
	f.Fuzz(func(t *testing.T, a, b string) {
		if Opposite(a, b) != Opposite(b, a) {
			t.Errorf("%q, %q", a, b)
		}
	})
}

func TestGrowthOfOpposites(t *testing.T) {
	seeds := append(growth.Repeat("a ", "not ", "higher than b. ", "1 ", "cat dog. ", "that we find "), growth.Text...)
	growth.Linear(t, seeds, func(s string) { Opposite(s, "not "+s) })
}
