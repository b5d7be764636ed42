package reword

import (
	"compress/gzip"
	"encoding/json"
	"os"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// abstracts returns the sentences of the first abstracts of the demo corpus.
func abstracts(t *testing.T, n int) (all [][]string) {
	t.Helper()
	file, err := os.Open("../../testdata/papers/acl.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	in, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	for lines := json.NewDecoder(in); len(all) < n; {
		var p struct{ Abstract string }
		if err := lines.Decode(&p); err != nil {
			t.Fatal(err)
		}
		var sentences []string
		for _, s := range text.Sentences(p.Abstract) {
			sentences = append(sentences, p.Abstract[s.Start:s.End])
		}
		all = append(all, sentences)
	}
	return all
}

// Sentences are parsed only if their tags allow a reference, so the tags must allow every reference
// that a parse finds.
func TestReferencesOfTreesAreFoundInTags(t *testing.T) {
	references, parses := 0, 0
	for _, sentences := range abstracts(t, 60) {
		a := NewAntecedents(sentences)
		for at, s := range sentences {
			points := false
			tree := newTree(s)
			for i := range tree.Tokens {
				_, found, _ := a.pointer(&tree, i, at, nil)
				points = points || found
			}
			may := a.mayPoint(s, at, nil)
			if points && !may {
				t.Errorf("the reference in %q is not found", s)
			}
			references, parses = references+one(points), parses+one(may)
		}
	}
	if references == 0 || parses > 3*references {
		t.Errorf("%d sentences are parsed for %d with references", parses, references)
	}
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}
