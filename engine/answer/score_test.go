package answer

import (
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

func TestAPassageSaysHowManyThereAreOfWhatIsAsked(t *testing.T) {
	for _, test := range []struct {
		question, passage string
		want              float64
	}{
		{"How many crowd workers took part?", "The texts were read by 255 crowd workers.", 1},
		{"How many crowd workers took part?", "Crowd workers read the 502 texts.", -1},
		{"How many languages does the benchmark cover?", "It has questions in eleven typologically diverse languages.", 1},
		{"How many markers are on the map?", "The map of 1998 was made without help, and markers are few.", -1},
		{"Which markers are on the map?", "There are 2246 markers.", 0},
		{"How many?", "There are 2246 markers.", 0},
	} {
		if got := read(Question{Text: test.question}).focus.counts(test.passage); got != test.want {
			t.Errorf("%s %s: %g, want %g", test.question, test.passage, got, test.want)
		}
	}
}

// A paraphrased answer is more similar to a question than an unrelated text.
func TestOtherWordsOfTheSameMeaningCount(t *testing.T) {
	in := read(Question{Text: "Which physicians treated the illness?"})
	const same, other = "Doctors cared for patients with the disease.", "The parser reads sentences of the corpus."
	like, err := answerer().liken(t.Context(), in, []string{same, other})
	if err != nil {
		t.Fatal(err)
	}
	near, far := like.share(in.words, in.count(same, nil)), like.share(in.words, in.count(other, nil))
	if near <= far || near >= 1 {
		t.Errorf("%g is not between %g and 1", near, far)
	}
	if exact := like.share(in.words, in.count("Physicians treated an illness.", nil)); exact != 1 {
		t.Errorf("all words: %g", exact)
	}
}

// Short questions about a given paper are answered, too.
func TestAShortQuestionAboutOnePaperIsAnswered(t *testing.T) {
	a := answerer(sorghum, pooling)
	for _, question := range []string{"How many markers are there?", "How long is the map?"} {
		if found := ask(t, a, Question{Text: question, Papers: []*engine.Paper{sorghum}}); !found.Answered {
			t.Errorf("%s: %s", question, found.Text())
		}
	}
}
