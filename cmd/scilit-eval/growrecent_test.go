package main

import (
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// TestPublishedSinceIsMeasuredAtSentences measures a manuscript of 2010 that cites an old and a new
// paper together. The new paper cites the old one, too. A third paper is unrelated.
func TestPublishedSinceIsMeasuredAtSentences(t *testing.T) {
	folder := t.TempDir()
	records, citations := filepath.Join(folder, "records.jsonl"), filepath.Join(folder, "contexts.jsonl.gz")
	lines := ""
	for id, year := range map[string]int{"A": 2010, "B": 2001, "C": 2010, "D": 2010} {
		lines += fmt.Sprintf(`{"Id":%q,"Title":"A paper named %s","Author":[{"FamilyName":"Doe"}],"PublicationDate":{"Year":"%d"},`+
			`"Content":{"Abstract":"Words of paper %s."}}`+"\n", id, id, year, id)
	}
	sites := `{"citing":"A","citation_sentence":"Both B1 and C1 found it.","cited":[{"start":5,"end":7,"cited":"B"},{"start":12,"end":14,"cited":"C"}]}
{"citing":"C","citation_sentence":"As B1 found.","marker":[3,5],"cited":"B"}
{"citing":"D","citation_sentence":"Nobody.","cited":{"title":"Unknown"}}
`
	file, err := os.Create(citations)
	if err != nil {
		t.Fatal(err)
	}
	out := gzip.NewWriter(file)
	if _, err := out.Write([]byte(sites)); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(records, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := growRecent(t.Context(), []string{citations}, []string{records}, 10)
	if err != nil || r.Manuscripts != 1 || r.True != 1 || r.ByCitation.Hits != 1 || r.Right != 1 || r.Listed.Precision != 1 {
		t.Errorf("%+v, %v", r, err)
	}
}
