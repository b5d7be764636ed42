package model

import (
	"bytes"
	"math/rand/v2"
	"os"
	"testing"
)

// small returns the bytes of a model with one weight per class.
func small(t *testing.T) []byte {
	t.Helper()
	m := New([]string{"NN", "VB"}, []string{"root", "dep"}, NewClasses(map[string]uint8{"cat": 1, "car": 2}))
	m.Lemmas = LearnLemmas([]Lemma{{"cats", "cat", 0, 2}, {"dogs", "dog", 0, 2}, {"mice", "mouse", 0, 2}})
	var b bytes.Buffer
	if err := m.Write(&b); err != nil {
		t.Fatal(err)
	}
	for _, weights := range [][]int8{{1, -1}, {0, 1, 2}, {3, 0}} {
		rows := []Row{{Index: 5, Weights: weights}, {Index: 70, Weights: weights}}
		if err := WriteLinear(&b, 8, rows); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

func TestModelsAreReadAsWritten(t *testing.T) {
	m, err := Read(bytes.NewReader(small(t)))
	if err != nil {
		t.Fatal(err)
	}
	if m.Classes.Of("cat") != 1 || m.Classes.Of("car") != 2 || m.Classes.Of("dog") != 0 {
		t.Errorf("classes %v", m.Classes.of)
	}
	for word, want := range map[string]string{"mice": "mouse", "birds": "bird", "cat": "cat"} {
		if got := m.Lemmas.Of(word, 0); got != want {
			t.Errorf("the lemma of %s is %q", word, got)
		}
	}
	scores := make([]int32, Actions)
	m.Parser.Arcs.Add([]uint32{5 << 24, 70 << 24, 71 << 24}, scores)
	if scores[0] != 0 || scores[1] != 2 || scores[2] != 4 {
		t.Errorf("scores %v", scores)
	}
}

func TestDamagedModelsAreRejected(t *testing.T) {
	data := small(t)
	for n := range data {
		if _, err := Read(bytes.NewReader(data[:n])); err == nil {
			t.Fatalf("the first %d of %d bytes are read as a model", n, len(data))
		}
	}
}

func FuzzRead(f *testing.F) {
	data, err := os.ReadFile("../grammar.bin")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data[:4096])
	f.Fuzz(func(_ *testing.T, data []byte) {
		m, err := Read(bytes.NewReader(data))
		if err != nil {
			return
		}
		words := m.Words([]string{"The", "cat", "sat", "."})
		m.Parser.Run(words, m.Tagger.Run(words))
	})
}

// random fills heads with a random projective tree, in which the head of the root is len(heads).
func random(r *rand.Rand, heads []int32, from, to int, head int32) {
	if from >= to {
		return
	}
	at := int32(from + r.IntN(to-from))
	heads[at] = head
	for _, part := range [][2]int{{from, int(at)}, {int(at) + 1, to}} {
		for begin := part[0]; begin < part[1]; {
			end := begin + 1 + r.IntN(part[1]-begin)
			random(r, heads, begin, end, at)
			begin = end
		}
	}
}

// Transitions of cost 0 can build any projective tree. The costs of arbitrary transitions add up to
// the number of wrong heads.
func TestCostsCountLostArcs(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		n := 1 + r.IntN(12)
		gold := make([]int32, n)
		random(r, gold, 0, n, int32(n))
		for _, careful := range []bool{true, false} {
			s := newState(make([]Word, n), make([]uint8, n), kinds{})
			lost := 0
			for !s.done() {
				costs := s.Costs(gold)
				action := r.IntN(Actions)
				for costs[action] < 0 || careful && costs[action] > 0 {
					action = (action + 1) % Actions
				}
				lost += costs[action]
				s.apply(action, 0)
			}
			wrong := 0
			for i, h := range gold {
				if s.heads[i] != h {
					wrong++
				}
			}
			if wrong != lost {
				t.Fatalf("gold %v, built %v: the costs add up to %d", gold, s.heads[:n], lost)
			}
		}
	}
}
