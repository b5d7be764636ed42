package main

import (
	"bytes"
	"compress/gzip"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/syntax/model"
)

// sentences returns a treebank of sentences that consist of noun, verb, noun and a full stop.
func sentences() string {
	var b strings.Builder
	for _, subject := range []string{"Cats", "Dogs", "Cows", "Hens"} {
		for _, verb := range []string{"see", "hear", "chase"} {
			b.WriteString("1\t" + subject + "\tx\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n2\t" + verb +
				"\tx\tVERB\tVBP\t_\t0\troot\t_\t_\n3\tmice\tmouse\tNOUN\tNNS\t_\t2\tdobj\t_\t_\n" +
				"4\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_\n\n")
		}
	}
	return b.String()
}

func TestTrainingLearnsAndRepeats(t *testing.T) {
	folder := t.TempDir()
	bank := filepath.Join(folder, "bank.conllu")
	if err := os.WriteFile(bank, []byte(sentences()), 0o600); err != nil {
		t.Fatal(err)
	}
	o := options{seed: 1, tagEpochs: 5, epochs: 5, folds: 2, tagBits: 12, arcBits: 12, relationBits: 12, explore: 0.9, drop: 0.1}
	var files [2][]byte
	for i := range files {
		out := filepath.Join(folder, "out.bin")
		if err := run(o, bank, "", out); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		files[i] = data
	}
	if !bytes.Equal(files[0], files[1]) {
		t.Error("the same seed gives other bytes")
	}
	m, err := model.Read(bytes.NewReader(files[0]))
	if err != nil {
		t.Fatal(err)
	}
	words := m.Words([]string{"Hens", "hear", "mice", "."})
	heads, relations := m.Parser.Run(words, m.Tagger.Run(words))
	if heads[0] != 1 || heads[1] != 4 || heads[2] != 1 || m.Head.Relations[relations[2]] != "dobj" {
		t.Errorf("heads %v, relations %v", heads, relations)
	}
}

func TestClassesGroupWordsWithTheSameNeighbours(t *testing.T) {
	var vectors [][]float32
	for range 2 * groups {
		vectors = append(vectors, []float32{1, 0}, []float32{0, 1})
	}
	of := cluster(vectors, rand.New(rand.NewPCG(1, 1)))
	for i := 2; i < len(of); i++ {
		if of[i] != of[i-2] || of[i] == of[i-1] {
			t.Fatalf("word %d is in class %d, the words before it in %d and %d", i, of[i], of[i-2], of[i-1])
		}
	}
	if of := cluster(vectors[:1], rand.New(rand.NewPCG(1, 1))); len(of) != 1 {
		t.Errorf("classes of one word: %v", of)
	}
}

func TestClassesAreOfOpenTextsOnly(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "papers.jsonl.gz")
	var b bytes.Buffer
	zipped := gzip.NewWriter(&b)
	for range leastCount {
		_, _ = zipped.Write([]byte(`{"License":"CC-BY-4.0","Abstract":"Open words."}` +
			`{"License":"CC-BY-NC-4.0","Abstract":"Closed words."}`))
	}
	if err := zipped.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(folder, "classes.txt")
	if err := writeClasses(1, []string{path}, out); err != nil {
		t.Fatal(err)
	}
	classes, err := readClasses(out)
	if err != nil || classes.Of("open") == 0 || classes.Of("words") == 0 || classes.Of("closed") != 0 {
		t.Errorf("%v: open %d, words %d, closed %d", err, classes.Of("open"), classes.Of("words"), classes.Of("closed"))
	}
}
