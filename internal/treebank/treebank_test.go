package treebank

import (
	"reflect"
	"strings"
	"testing"
)

const cats = "# text = Cats don't bark\n1\tCats\tcat\tNOUN\tNNS\t_\t4\tnsubj\t_\t_\n" +
	"2-3\tdon't\t_\t_\t_\t_\t_\t_\t_\t_\n2\tdo\tdo\tAUX\tVBP\t_\t4\taux\t_\t_\n3\tn't\tnot\tPART\tRB\t_\t4\tneg\t_\t_\n" +
	"4\tbark\tbark\tVERB\tVB\t_\t0\troot\t_\t_\n"

func TestRead(t *testing.T) {
	got, err := Read(strings.NewReader(cats + "\n" + cats))
	want := Sentence{
		Text: "Cats don't bark", Forms: []string{"Cats", "do", "n't", "bark"}, Lemmas: []string{"cat", "do", "not", "bark"},
		Tags: []string{"NNS", "VBP", "RB", "VB"}, Heads: []int32{3, 3, 3, 4},
		Relations: []string{"nsubj", "aux", "neg", "root"},
	}
	if err != nil || !reflect.DeepEqual(got, []Sentence{want, want}) {
		t.Errorf("%v\n got %+v\nwant %+v twice", err, got, want)
	}
}

func TestErrorsNameTheLine(t *testing.T) {
	for text, want := range map[string]string{
		"1\ta\n":                                "1: 2 columns",
		"\n1\ta\ta\tX\tX\t_\tx\troot\t_\t_\n":   `2: the head "x"`,
		"1\ta\ta\tX\tX\t_\t2\troot\t_\t_\n\n\n": "2: the sentence has no token 2",
	} {
		if _, err := Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v instead of %q", text, err, want)
		}
	}
	if _, err := Open("absent.conllu"); err == nil {
		t.Error("a missing file is no error")
	}
}

func FuzzRead(f *testing.F) {
	f.Add(cats)
	f.Fuzz(func(t *testing.T, text string) {
		sentences, _ := Read(strings.NewReader(text))
		for _, s := range sentences {
			for _, h := range s.Heads {
				if h < 0 || int(h) > len(s.Forms) {
					t.Fatalf("head %d of %d tokens", h, len(s.Forms))
				}
			}
		}
	})
}

func TestRefineNamesRelativePronouns(t *testing.T) {
	clause := func(verb string, others ...string) *Sentence {
		s := &Sentence{Forms: []string{"genes", "that"}, Tags: []string{"NNS", "WDT"}, Heads: []int32{0, 2},
			Relations: []string{"root", "dep"}}
		s.Heads[0] = int32(3 + len(others))
		s.Forms, s.Tags = append(s.Forms, verb), append(s.Tags, "VBP")
		s.Heads, s.Relations = append(s.Heads, 0), append(s.Relations, "relcl")
		for _, relation := range others {
			s.Forms, s.Tags = append(s.Forms, "x"), append(s.Tags, "NN")
			s.Heads, s.Relations = append(s.Heads, 2), append(s.Relations, relation)
		}
		s.Refine()
		return s
	}
	for want, others := range map[string][]string{"nsubj": {"dobj"}, "nsubjpass": {"auxpass"}, "dobj": {"nsubj"},
		"dep": {"nsubj", "dobj"}} {
		if got := clause("use", others...).Relations[1]; got != want {
			t.Errorf("beside %v the pronoun is %s instead of %s", others, got, want)
		}
	}
}
