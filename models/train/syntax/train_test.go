package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/syntax/model"
)

// sentences returns a treebank of "noun verb noun ." with different words.
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
	o := options{seed: 1, tagEpochs: 5, epochs: 5, folds: 2, tagBits: 12, arcBits: 12, relationBits: 12, explore: 0.9}
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
