package judge

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
)

const unable = "CD4 T cells of old mice were unable to suppress the growth of the tumour."

func TestRulesContradictWhatWordsProveAndNeverSupport(t *testing.T) {
	pairs := []Pair{
		{"Pooling outperforms attention on long sentences.", "Pooling does not outperform attention on long sentences."},
		{"Pooling outperforms attention on long sentences.", "Pooling outperforms attention on long sentences."},
		{unable, "Old mice live long."},
		{"", ""},
		{strings.Repeat("\xff not ", 1<<12), strings.Repeat("not ", 1<<12)},
	}
	verdicts, err := Rules{}.Judge(t.Context(), pairs)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range verdicts {
		if v.Support != 0 || math.Abs(v.Contradict+v.Neither-1) > 1e-9 {
			t.Errorf("%q: %+v", pairs[i], v)
		}
		if contradicted := v.Contradict > v.Neither; i < 4 && contradicted != (i == 0) {
			t.Errorf("%q: %+v", pairs[i], v)
		}
	}
}

// A counter supports a premise by the number of words that it shares with the hypothesis.
type counter struct{ judged int }

func (c *counter) Judge(_ context.Context, pairs []Pair) (verdicts []Verdict, err error) {
	c.judged += len(pairs)
	for _, p := range pairs {
		v := Verdict{Neither: 1}
		if strings.Contains(p.Premise, "suppress") {
			v = Verdict{Support: 0.9, Neither: 0.1}
		}
		verdicts = append(verdicts, v)
	}
	return verdicts, nil
}

func TestTheSentenceThatDecidesIsRead(t *testing.T) {
	sentences := []string{"Old mice live long.", "We studied T cells.", unable, "More work is needed."}
	read, err := Read(t.Context(), &counter{}, "T cells of old mice cannot suppress tumours.", sentences)
	if err != nil || read.First > 2 || read.Last < 2 || read.Support != 0.9 {
		t.Errorf("%+v, %v", read, err)
	}
}

func TestReadingIsBounded(t *testing.T) {
	j := new(counter)
	if _, err := Read(t.Context(), j, unable, make([]string, 1<<16)); err != nil || j.judged > 2*closest {
		t.Errorf("%d pairs, %v", j.judged, err)
	}
	if read, err := Read(t.Context(), j, unable, nil); err != nil || read.First != -1 || read.Neither != 1 {
		t.Errorf("%+v, %v", read, err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := Read(ended, Rules{}, unable, []string{unable}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
