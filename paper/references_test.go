package paper

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestJoinedReferencesNameEachWorkOnce(t *testing.T) {
	known := []Reference{
		{Title: "Attention is all you need", Contexts: []string{"a"}},
		{DOI: "10.1000/x"},
		{Title: "Attention Is All You Need!"}, // the paper lists this work twice
	}
	more := []Reference{
		{Title: "Attention is All You Need.", DOI: "10.1000/att", Contexts: []string{"a", "b"}},
		{DOI: "https://doi.org/10.1000/X", Contexts: []string{"c"}},
		{Title: "Another work", Venue: "arXiv:1508.07909"},
		{Venue: "arXiv:1508.07909v2", Contexts: []string{"d"}},
		{}, {},
	}
	want := []Reference{
		{Title: "Attention is all you need", Contexts: []string{"a", "b"}},
		{DOI: "10.1000/x", Contexts: []string{"c"}},
		{Title: "Attention Is All You Need!"},
		{Title: "Another work", Venue: "arXiv:1508.07909", Contexts: []string{"d"}},
		{}, {},
	}
	if diff := cmp.Diff(want, JoinReferences(known, more)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"a"}, known[0].Contexts); diff != "" {
		t.Error("the list of the caller changed", diff)
	}
	many := make([]Reference, 500)
	for i := range many {
		many[i] = Reference{DOI: "10.1000/x", Contexts: []string{string(rune('a' + i))}}
	}
	if n := len(JoinReferences(known, many)[1].Contexts); n != maxJoined {
		t.Errorf("%d contexts", n)
	}
}
