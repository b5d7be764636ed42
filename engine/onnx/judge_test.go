package onnx

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/scilit-lsp/scilit-lsp/engine/judge"
)

// The ids are those that models/train/judge.py makes.
func TestAPremiseIsEncodedAsInTraining(t *testing.T) {
	tokens, err := LoadTokenizer("../../models/citation-minilm/tokenizer.json")
	if err != nil {
		t.Fatal(err)
	}
	ids, segments := tokens.encodePremise(judge.Pair{Premise: "Max pooling performs worse.", Hypothesis: "We show it."}, 48, 128)
	if diff := cmp.Diff([]int64{101, 4098, 4770, 2075, 10438, 4788, 1012, 102, 2057, 2265, 2009, 1012, 102}, ids); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]int64{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1}, segments); diff != "" {
		t.Error(diff)
	}
}

func TestAPairOfHostileTextsIsTruncated(t *testing.T) {
	tokens, err := LoadTokenizer("../../models/citation-minilm/tokenizer.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"", strings.Repeat("word ", 1<<16), strings.Repeat("\xff\x00", 1<<12), strings.Repeat("a", 1<<16)} {
		ids, segments := tokens.encodePremise(judge.Pair{Premise: text, Hypothesis: text}, 48, 128)
		if len(ids) > 128 || len(ids) != len(segments) || ids[len(ids)-1] != 102 {
			t.Errorf("%d ids, %d segments of %.20q", len(ids), len(segments), text)
		}
	}
}
