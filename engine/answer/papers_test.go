package answer

import (
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

func TestTheWordsThatNameAPaperAreSetApart(t *testing.T) {
	for _, test := range []struct{ question, named, rest string }{
		{"In the paper on maps of sorghum, how many markers are there?", "In the paper on maps of sorghum", "how many markers are there?"},
		{"In the comparison of maps, plants and tools, which was best?", "In the comparison of maps, plants and tools", "which was best?"},
		{"In the \"Which Map?\" paper, at what length does it end?", "In the \"Which Map?\" paper", "at what length does it end?"},
		{"In the spring, how many plants grow?", "", "In the spring, how many plants grow?"},
		{"How many markers are in the paper?", "", "How many markers are in the paper?"},
		{"", "", ""},
	} {
		if named, rest := splitNamed(test.question); named != test.named || rest != test.rest {
			t.Errorf("%q: %q and %q", test.question, named, rest)
		}
	}
}

// Only the named paper is read, and the words of its name do not count as words of the question.
func TestANamedPaperIsAsked(t *testing.T) {
	found := ask(t, answerer(sorghum, pooling, hostile),
		Question{Text: "In the paper on the genetic map of sorghum, how many markers were placed?"})
	for _, p := range found.Passages {
		if p.Paper.ID != sorghum.ID {
			t.Errorf("%s is not the paper", p.Paper.ID)
		}
	}
	if !strings.Contains(found.Text(), "2246") {
		t.Error(found.Text())
	}
}

// A question that refers to the last answer is answered from the same papers, unless it changes the
// subject.
func TestFollowUpsKeepThePapersOfTheLastAnswer(t *testing.T) {
	a := answerer(sorghum, pooling)
	first := ask(t, a, Question{Text: "How many markers are on the map of sorghum?"})
	history := []Exchange{first.Exchange("How many markers are on the map of sorghum?")}
	for _, test := range []struct {
		question string
		want     *engine.Paper
	}{
		{"And over how many chromosomes?", sorghum},
		{"And does it help with sentences?", sorghum},
		{"Does pooling outperform attention on long sentences?", pooling},
	} {
		found := ask(t, a, Question{Text: test.question, History: history})
		if len(found.Passages) == 0 || found.Passages[0].Paper.ID != test.want.ID {
			t.Errorf("%s: %s", test.question, found.Text())
		}
	}
}

// A history sent by a client may contain anything.
func TestPapersOfAHistoryAreBoundedAndMayBeUnknown(t *testing.T) {
	refs := make([]PaperRef, 100_000)
	for i := range refs {
		refs[i] = PaperRef{"nowhere\x00\n", strings.Repeat("x", 10)}
	}
	q := Question{Text: "And how many markers are on the map of sorghum?", History: []Exchange{{Papers: refs}}}
	if in := read(q); len(in.held) != papersRead {
		t.Errorf("%d papers are read", len(in.held))
	}
	if found := ask(t, answerer(sorghum, pooling), q); len(found.Passages) == 0 || found.Passages[0].Paper.ID != sorghum.ID {
		t.Errorf("not searched: %s", found.Text())
	}
}

// Without an answer, the nearest passages are shown as such.
func TestNearPassagesAreShownWithoutAnAnswer(t *testing.T) {
	a := answerer(sorghum, pooling)
	found := ask(t, a, Question{Text: "Which fungicide protects sorghum from anthracnose in Kenya?"})
	if found.Answered || len(found.Passages) == 0 || !strings.HasSuffix(found.Text(), nearHeading) {
		t.Errorf("%d passages: %s", len(found.Passages), found.Text())
	}
	passages, _, err := a.Passages(t.Context(), Question{Text: "Which fungicide protects sorghum from anthracnose in Kenya?", MinScore: 0.5})
	if err != nil || len(passages) > 0 {
		t.Errorf("%d passages, %v", len(passages), err)
	}
}

func TestNamesThatAPaperLacksCount(t *testing.T) {
	in := read(Question{Text: "What is the mass loss rate of HD189733b around Jupiter?"})
	if got := strings.Join(in.names, " "); got != "hd189733b jupiter" {
		t.Errorf("names %q", got)
	}
	if got := in.namesMissing("the mass loss of jupiter"); got != 0.5 {
		t.Errorf("%g are missing", got)
	}
}

// A passage too short to be quoted is shown.
func TestAShortPassageIsShown(t *testing.T) {
	found := ask(t, answerer(paperOf("short", "A thesis on translation", "Models translate.")),
		Question{Text: "What do models translate?", MinScore: 0.01})
	if len(found.Passages) != 1 || found.Answered {
		t.Errorf("%d passages: %s", len(found.Passages), found.Text())
	}
}
