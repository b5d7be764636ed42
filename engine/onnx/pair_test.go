package onnx

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/scilit-lsp/scilit-lsp/engine/search"
)

// pairOfTheRanker limits the parts of a pair as in the training of models/citation-ranker.
// longestPair is the maximum length of the whole pair.
var pairOfTheRanker, longestPair = Pair{Title: 12, Keywords: 12, Query: 56}, 112

// The expected ids come from models/train/reranker.py.
func TestAPairIsEncodedAsInTraining(t *testing.T) {
	tokens, err := LoadTokenizer("../../models/citation-minilm/tokenizer.json")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		query    search.PairQuery
		document string
		want     []int64
		first    int // tokens of the query
	}{
		"all parts": {
			search.PairQuery{Title: "Probing naïve embeddings", Keywords: "pooling sentence embeddings", Context: "Max pooling performs worse."},
			"A survey. We show it.",
			[]int64{101, 28664, 15743, 7861, 8270, 4667, 2015, 4770, 2075, 6251, 7861, 8270, 4667, 2015, 4098, 4770, 2075, 10438, 4788, 1012, 102,
				1037, 5002, 1012, 2057, 2265, 2009, 1012, 102},
			21,
		},
		"nothing": {search.PairQuery{}, "", []int64{101, 102, 102}, 2},
		"too much of everything": {
			search.PairQuery{
				Title:    "A very long title about the many ways in which sentences are turned into vectors",
				Keywords: "one two three four five six seven eight nine ten eleven twelve thirteen",
				Context:  strings.Repeat("w ", 70) + "end",
			},
			strings.Repeat("d ", 200),
			slices.Concat(
				[]int64{101, 1037, 2200, 2146, 2516, 2055, 1996, 2116, 3971, 1999, 2029, 11746, 2024},
				[]int64{2028, 2048, 2093, 2176, 2274, 2416, 2698, 2809, 3157, 2702, 5408, 4376},
				slices.Repeat([]int64{1059}, 29), []int64{2203, 102},
				slices.Repeat([]int64{1040}, 55), []int64{102},
			),
			56,
		},
	} {
		t.Run(name, func(t *testing.T) {
			ids, segments := tokens.encodePair(tokens.encodeQuery(c.query, pairOfTheRanker), c.document, longestPair)
			if diff := cmp.Diff(c.want, ids); diff != "" {
				t.Errorf("ids, want - got +:\n%s", diff)
			}
			want := append(make([]int64, c.first), slices.Repeat([]int64{1}, len(ids)-c.first)...)
			if diff := cmp.Diff(want, segments); diff != "" {
				t.Errorf("segments, want - got +:\n%s", diff)
			}
		})
	}
}
