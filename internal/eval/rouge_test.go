package eval

import (
	"bufio"
	"encoding/json"
	"math"
	"os"
	"strings"
	"testing"
)

// The expected values come from NLTK 3.10.4 and rouge-score 0.1.2 with stemming. The sentences are
// from papers in testdata/papers/biomed.jsonl.gz (CC-BY-4.0).

func TestStemsAreThoseOfTheReference(t *testing.T) {
	file, err := os.Open("testdata/stems.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		word, want, _ := strings.Cut(lines.Text(), "\t")
		if got := porter(word); got != want {
			t.Errorf("%s: %s, want %s", word, got, want)
		}
	}
}

func TestROUGEAgreesWithTheReference(t *testing.T) {
	data, err := os.ReadFile("testdata/rouge.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Paper                string
		Sentences, Reference []string
		ROUGE
	}
	if err := json.Unmarshal(data, &cases); err != nil || len(cases) == 0 {
		t.Fatal(len(cases), err)
	}
	for _, c := range cases {
		got := MeasureROUGE(c.Sentences, c.Reference)
		if math.Abs(got.R1-c.R1)+math.Abs(got.R2-c.R2)+math.Abs(got.RL-c.RL) > 1e-9 {
			t.Errorf("%s: %+v, want %+v", c.Paper, got, c.ROUGE)
		}
	}
}

func TestROUGEOfNothingIsZero(t *testing.T) {
	for _, got := range []ROUGE{MeasureROUGE(nil, []string{"A text."}), MeasureROUGE([]string{"A text."}, nil),
		MeasureROUGE([]string{"…"}, []string{"…"})} {
		if got != (ROUGE{}) {
			t.Errorf("%+v", got)
		}
	}
}
