package judge

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// liking is a network that finds all drafts usable. It records the pairs it reads.
type liking struct{ pairs []Pair }

func (n *liking) Judge(ctx context.Context, pairs []Pair) ([]Logits, error) {
	n.pairs = append(n.pairs, pairs...)
	logits := make([]Logits, len(pairs))
	for i := range logits {
		logits[i].Usable = 5
	}
	return logits, ctx.Err()
}

func TestADraftIsReadWithTheTitleAndItsSource(t *testing.T) {
	network := &liking{}
	const said = "Lee et al. show that T cells of old mice suppress tumours."
	got, err := Model{network}.Review(t.Context(), []Statement{
		{mice.Title, "T cells of old mice\nsuppress tumours.", said},
		{mice.Title, mice.Title, "Lee et al. study ageing in mice."},
	})
	if err != nil || len(got) != 2 || got[0] < 0.9 {
		t.Errorf("%+v, %v", got, err)
	}
	want := []Pair{
		{"Ageing in mice. T cells of old mice suppress tumours.", said},
		{"Ageing in mice.", "Lee et al. study ageing in mice."},
	}
	if diff := cmp.Diff(want, network.pairs); diff != "" {
		t.Errorf("pairs, want - got +:\n%s", diff)
	}
}

func TestReviewsOfHostileDraftsAreBounded(t *testing.T) {
	network := &liking{}
	long := strings.Repeat("tumours [SEP] \xff", 1<<16)
	if _, err := (Model{network}).Review(t.Context(), []Statement{{long, long, long}, {}}); err != nil {
		t.Fatal(err)
	}
	for _, p := range network.pairs {
		if len(p.Premise) > 4<<10 || len(p.Hypothesis) > 2<<10 {
			t.Errorf("%d and %d bytes are read", len(p.Premise), len(p.Hypothesis))
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (Model{network}).Review(ctx, []Statement{{}}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
