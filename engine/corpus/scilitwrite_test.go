package corpus

import (
	"bytes"
	"context"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// TestWrittenPapersAreReadBackTheSame writes and rereads the demo's full texts and a paper with every
// field set.
func TestWrittenPapersAreReadBackTheSame(t *testing.T) {
	papers := []*engine.Paper{{
		ID: "all", Title: "Über $x<y$ & \"fields\"", Authors: []engine.Author{{Given: "Ida", Family: "Ito"}, {Family: "WHO"}}, Abstract: "Abs. Two.",
		Venue: "NAACL", DOI: "10.1000/x", ArXiv: "1706.03762", URL: "https://example.org/x", License: "CC-BY-4.0", Year: 2017, Month: 6,
		Volume: "1", Issue: "2", Pages: "3--4", Publisher: "ACL", Retracted: true, EntryType: "inproceedings",
		Body: []engine.Section{{Title: "1 Intro", Paragraphs: []engine.Paragraph{{
			{Text: "é It [1] and [?].", Cites: []engine.CiteSpan{{Start: 6, End: 9}, {Start: 14, End: 17, Reference: -1}}}, {Text: "No mark."},
		}}}},
		References: []engine.Reference{{Title: "R", Venue: "V", DOI: "10.1000/r", Authors: []engine.Author{{Given: "A", Family: "B"}}, Year: 1999}, {}},
	}}
	for _, name := range []string{"acl", "biomed"} {
		for p, err := range File(t.Context(), filepath.Join("../../testdata/papers", name+".jsonl.gz")) {
			if err != nil {
				t.Fatal(err)
			}
			if papers = append(papers, p); len(papers)%150 == 0 {
				break
			}
		}
	}
	var lines bytes.Buffer
	for _, p := range papers {
		if err := WriteSciLit(&lines, p); err != nil {
			t.Fatal(err)
		}
	}
	if n := bytes.Count(lines.Bytes(), []byte("\n")); n != len(papers) {
		t.Fatalf("%d lines of %d papers", n, len(papers))
	}
	var read []*engine.Paper
	for p, err := range Read(context.Background(), "", &lines) {
		if err != nil {
			t.Fatal(err)
		}
		read = append(read, p)
	}
	if diff := cmp.Diff(papers, read); diff != "" {
		t.Errorf("-written +read\n%.3000s", diff)
	}
}
