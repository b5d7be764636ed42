package answer

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/judge"
)

// A finder is a network that accepts only premises with its words as answers. It records the pairs it reads.
type finder struct {
	words string
	pairs []judge.Pair
	err   error
}

func (f *finder) Judge(_ context.Context, pairs []judge.Pair) ([]judge.Logits, error) {
	f.pairs = append(f.pairs, pairs...)
	logits := make([]judge.Logits, len(pairs))
	for i, p := range pairs {
		logits[i].Answers = -15
		if f.words != "" && strings.Contains(p.Premise, f.words) {
			logits[i].Answers = 15
		}
	}
	return logits, f.err
}

// The network finds an answer worded differently from the question, and rejects sentences that do not
// answer it.
func TestTheNetworkDecidesWhatAnswers(t *testing.T) {
	a := answerer(sorghum, pooling)
	network := &finder{words: "2158.1 cM"}
	a.Judge = network
	found := ask(t, a, Question{Text: "How big is the whole map of sorghum?"})
	if want := "“The total length of the map was 2158.1 cM over 10 chromosomes.” [1]"; found.Text() != want {
		t.Errorf("%s, want %s", found.Text(), want)
	}
	for _, p := range network.pairs {
		if p.Hypothesis != "How big is the whole map of sorghum?" || !strings.Contains(p.Premise, ". ") {
			t.Errorf("it reads %+v", p)
		}
	}
	if len(network.pairs) > maxJudged {
		t.Errorf("it reads %d sentences", len(network.pairs))
	}
	a.Judge = &finder{}
	found = ask(t, a, Question{Text: "How many markers are on the map of sorghum?"})
	if found.Answered || len(found.Passages) == 0 {
		t.Errorf("answered %t with %d passages", found.Answered, len(found.Passages))
	}
}

// A failure of the network is reported, and the question is answered without it.
func TestAFailureOfTheNetworkIsReported(t *testing.T) {
	a := answerer(sorghum)
	a.Judge = &finder{err: errors.New("damaged")}
	found := ask(t, a, Question{Text: "How many markers are on the map of sorghum?"})
	isJudge := func(n engine.Notice) bool { return n.Code == NoticeJudge }
	if !found.Answered || !slices.ContainsFunc(found.Notices, isJudge) {
		t.Errorf("answered %t, notices %v", found.Answered, found.Notices)
	}
}
