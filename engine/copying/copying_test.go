package copying

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

const source = `We present a sentence encoder that pools hidden states of a recurrent network. Pooling outperforms
attention on long sentences, while attention remains ahead on short ones in all three languages. The Stanford
Question Answering Dataset (SQuAD) of the Stanford Natural Language Processing Group was used for training.`

// longestRun returns the number of words in the longest run of a sentence that also occurs in a
// source.
func longestRun(sentence, source string) int {
	return NewSource(source, Excuses{}).Longest(sentence).Length()
}

func TestTheLongestRun(t *testing.T) {
	for _, test := range []struct {
		name, sentence string
		want           string // the words of the run
		length         int
	}{
		{"verbatim", "Pooling outperforms attention on long sentences.", "Pooling outperforms attention on long sentences", 6},
		{"case and punctuation", "They find: POOLING (outperforms) attention, on long?", "POOLING (outperforms) attention, on long", 5},
		{"a citation inside", "It pools hidden [CITE] states [3, 7-9] of a recurrent network.", "pools hidden [CITE] states [3, 7-9] of a recurrent network", 7},
		{"a changed word", "Pooling beats attention on long sentences here.", "attention on long sentences", 4},
		{"zero-width spaces", "pool\u200bing out\u2060performs att\u00adention", "pool\u200bing out\u2060performs att\u00adention", 3},
		{"Cyrillic letters", "pооling оutperforms аttеntion", "pооling оutperforms аttеntion", 3},
		{"bidirectional marks", "pooling\u202e outperforms\u200f attention\u2066", "pooling\u202e outperforms\u200f attention\u2066", 3},
		{"compatibility letters", "ｐooling outper𝐟orms attention", "ｐooling outper𝐟orms attention", 3},
		{"in quotation marks", "They write that “pooling outperforms attention on long sentences” of text.", "that", 1},
		{"around quotation marks", `It was "ahead" on short ones`, "on short ones", 3},
		{"a name", "using the Stanford Question Answering Dataset", "the Stanford Question Answering Dataset", 1},
		{"nothing", "Cats sleep.", "", 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := NewSource(source, Excuses{}).Longest(test.sentence)
			if got := test.sentence[r.Text.Start:r.Text.End]; got != test.want || r.Length() != test.length {
				t.Errorf("%q of %d words, want %q of %d", got, r.Length(), test.want, test.length)
			}
		})
	}
}

func TestFixedWordingIsNoCopy(t *testing.T) {
	const source = `Bidirectional transformers for language understanding. Patients received 20 mg of the drug per day.
The area under the receiver operating characteristic curve was large. Das Bundesamt is in the Federal Republic of
Germany. We train large language models on text.`
	for sentence, most := range map[string]int{
		"bidirectional transformers for language understanding are": 0,
		"took 20 mg daily": 0,
		"it was the area under the receiver operating characteristic curve": 6, // of 8
		"sold by the Federal Republic of Germany":                           1,
		"they train large language models on text":                          4,
	} {
		s := NewSource(source, Excuses{Titles: []string{"Bidirectional Transformers for Language Understanding"},
			Terms: []string{"receiver operating characteristic curve", "large language models"}})
		if got := s.Longest(sentence).Length(); got > most {
			t.Errorf("%q: %d words, want at most %d", sentence, got, most)
		}
		if got := longestRun(strings.ToUpper(sentence), source); most == 4 && got < 6 {
			t.Errorf("%q in capitals: %d words", sentence, got)
		}
	}
}

func TestRunsOfAManuscript(t *testing.T) {
	passages := []Passage{
		{Text: "Attention is a weighted sum. Here pooling outperforms attention on long sentences, while attention remains behind."},
		{Text: ""},
		{Text: "They say “pooling outperforms attention on long sentences, while attention remains ahead”."},
		{Text: "pooling outperforms attention on long sentences", Quoted: []Span{{0, 47}}},
		{Text: "A sentence encoder that pools hidden states of a recurrent network. Pooling outperforms"},
	}
	m := NewManuscript(passages, 6, Excuses{})
	for range 2 { // a search leaves no traces
		var got []string
		for _, r := range m.Runs([]string{source}, Excuses{}) {
			got = append(got, passages[r.Passage].Text[r.Text.Start:r.Text.End], source[r.Source.Start:r.Source.End])
		}
		want := []string{
			"pooling outperforms attention on long sentences, while attention remains",
			"Pooling outperforms\nattention on long sentences, while attention remains",
			"A sentence encoder that pools hidden states of a recurrent network. Pooling outperforms",
			"a sentence encoder that pools hidden states of a recurrent network. Pooling outperforms",
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q", got)
		}
		if other := m.Runs([]string{"Quite another text about the cats of our neighbours."}, Excuses{}); len(other) > 0 {
			t.Error(other)
		}
	}
}

func TestTermsOfTheManuscriptAreExcused(t *testing.T) {
	const term = "maximum likelihood"
	passages := []Passage{{Text: "a " + term + " b. c " + term + " d. e " + term + " f."}, {Text: "Use maximum likelihood estimation."}}
	m := NewManuscript(passages, 2, Excuses{})
	if runs := m.Runs([]string{"by " + term + " now"}, Excuses{}); len(runs) > 0 {
		t.Error(runs)
	}
	repeated := strings.Repeat("we use maximum likelihood here. ", 5)
	if runs := NewManuscript([]Passage{{Text: repeated}}, 4, Excuses{}).Runs([]string{"we use maximum likelihood here"}, Excuses{}); len(runs) == 0 {
		t.Error("a repeated copy excuses itself")
	}
}

func TestQuoted(t *testing.T) {
	for _, test := range []string{
		`He says “|yes|” and "|no|" and «|oui|».`, "„|ja|“ und »|nein|« und ‚|so|‘.", "‘|it’s|’ and don’t", `a 5" pipe and 6" tube`,
		`“ left open`, `closed ” here`, `“|a „b” c`, "”“", `"|a b.|" c`,
	} {
		parts := strings.Split(test, "|")
		text := strings.Join(parts, "")
		var want []Span
		for i, at := 0, 0; i+2 < len(parts); i += 2 {
			at += len(parts[i])
			want = append(want, Span{at, at + len(parts[i+1])})
			at += len(parts[i+1])
		}
		if test == `“|a „b” c` {
			want = []Span{{3, 9}}
		}
		if got := Quoted(text); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

// naive returns the number of words in the longest run that a and b have in common.
func naive(a, b []string) (longest int) {
	for i := range a {
		for j := range b {
			n := 0
			for i+n < len(a) && j+n < len(b) && a[i+n] == b[j+n] {
				n++
			}
			longest = max(longest, n)
		}
	}
	return longest
}

func covered(a, b []string, n int) []bool {
	all := make([]bool, len(a))
	for i := range a {
		for j := range b {
			k := 0
			for i+k < len(a) && j+k < len(b) && a[i+k] == b[j+k] {
				k++
			}
			for l := range k {
				all[i+l] = all[i+l] || k >= n
			}
		}
	}
	return all
}

func TestRunsAreThoseOfANaiveSearch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.SampledFrom([]string{"red", "blue", "green"})
		a := rapid.SliceOfN(word, 0, 30).Draw(t, "a")
		b := rapid.SliceOfN(word, 0, 60).Draw(t, "b")
		sentence, source := strings.Join(a, " "), strings.Join(b, " ")
		if got, want := longestRun(sentence, source), naive(a, b); got != want && want != 1 {
			t.Fatalf("%d words, want %d", got, want)
		}
		n := rapid.IntRange(2, 6).Draw(t, "n")
		m := NewManuscript([]Passage{{Text: sentence}}, n, Excuses{})
		m.fixed = phraseSet{} // so short a vocabulary consists of terms
		got := make([]bool, len(a))
		for _, r := range m.Runs([]string{source}, Excuses{}) {
			first := strings.Count(sentence[:r.Text.Start], " ")
			for i := range r.Words {
				got[first+i] = true
			}
			if !strings.Contains(source, source[r.Source.Start:r.Source.End]) {
				t.Fatalf("source %v", r.Source)
			}
		}
		if want := covered(a, b, n); !slices.Equal(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}

func FuzzRuns(f *testing.F) {
	f.Add(source, source)
	f.Add("“pооl\u200bing” [CITE] 3.14 ﬁ", "pooling fi [3,")
	f.Fuzz(func(t *testing.T, a, b string) {
		r := NewSource(b, Excuses{Titles: []string{a}}).Longest(a)
		_, _ = a[r.Text.Start:r.Text.End], b[r.Source.Start:r.Source.End]
		if NewSource(b, Excuses{}).Longest(a).Words == 0 && r.Words > 0 {
			t.Error("excused words made a run")
		}
		for _, match := range NewManuscript([]Passage{{Text: a}, {Text: b}}, 3, Excuses{}).Runs([]string{a, b, b}, Excuses{}) {
			text := []string{a, b}[match.Passage]
			_ = text[match.Text.Start:match.Text.End]
			_ = []string{a, b, b}[match.Part][match.Source.Start:match.Source.End]
		}
	})
}

func BenchmarkLongest(b *testing.B) {
	paper := NewSource(strings.Repeat(source+" ", 3), Excuses{})
	b.Run("source", func(b *testing.B) {
		for b.Loop() {
			NewSource(source, Excuses{})
		}
	})
	b.Run("sentence", func(b *testing.B) {
		for b.Loop() {
			paper.Longest("The authors show that attention remains ahead on short sentences, while pooling outperforms it on long ones.")
		}
	})
}
