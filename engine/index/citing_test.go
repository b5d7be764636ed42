package index_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
)

// citationsOf returns a Semantic Scholar reply: a record and the works that cite it.
func citationsOf(cited string, citing ...string) string {
	return `{"paperId":"a","title":"` + cited + `","authors":[{"name":"Mitchell Marcus"}],"year":1993}` + "\n" +
		`{"offset":0,"data":[` + strings.Join(citing, ",") + `]}` + "\n"
}

func citedBy(id string, year int, sentence string) string {
	return fmt.Sprintf(`{"contexts":[%q],"intents":["methodology"],"citingPaper":`+
		`{"paperId":"b","title":"The paper %s","year":%d,"externalIds":{"DOI":"10.1000/%s"}}}`, sentence, id, year, id)
}

func papersIn(t *testing.T, file string) (all []*engine.Paper) {
	t.Helper()
	for p, err := range corpus.Read(t.Context(), "citations.json", strings.NewReader(file)) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}

// TestAPaperIsFoundByFilesOfCitingSentences indexes a work whose ID differs from the one in the
// files, and citing works published before and after a query's years.
func TestAPaperIsFoundByFilesOfCitingSentences(t *testing.T) {
	dir := t.TempDir()
	build(t, dir, nil, sequence(profilePapers()[:2]))
	if got := profileOf(t, open(t, dir), profileRequest(0), "treebank"); got > 0 {
		t.Fatalf("score %g before", got)
	}
	add(t, dir, nil, papersIn(t, citationsOf(treebank.Title,
		citedBy("old", 2000, "We train the parser on section 23 [7]."), citedBy("new", 2010, "Our parser is trained with sections."),
		citedBy("undated", 0, "The parser was trained on all sections."))))
	all := profileOf(t, open(t, dir), profileRequest(0), "treebank")
	old := profileOf(t, open(t, dir), profileRequest(2005), "treebank")
	if old <= 0 || old >= all {
		t.Errorf("until 2005 it scores %g, without years %g", old, all)
	}
	if got := profileOf(t, open(t, dir), profileRequest(1995), "treebank"); got > 0 {
		t.Errorf("citing papers that are newer or undated leak: %g", got)
	}
	if got := profileOf(t, open(t, dir), profileRequest(0), "twin"); got > 0 {
		t.Errorf("a work of the same title by another author scores %g", got)
	}

	// If a file about another work contains the same citing paper, its sentence about the first
	// work is kept.
	add(t, dir, nil, papersIn(t, citationsOf("A work on rice and its water", citedBy("old", 2000, "Rice grows in water."))))
	if got := profileOf(t, open(t, dir), profileRequest(2005), "treebank"); got <= 0 {
		t.Errorf("score %g after another file of the same citing paper", got)
	}
}

// TestCitingSentencesLeaveFullTextsAlone adds a citing sentence from a paper whose full text is
// indexed. The citation marks in the full text must still refer to its own references.
func TestCitingSentencesLeaveFullTextsAlone(t *testing.T) {
	papers := profilePapers()
	papers[2].ID, papers[2].DOI = "10.1000/old", "10.1000/old"
	dir := t.TempDir()
	build(t, dir, nil, sequence(papers[:3]))
	before := profileOf(t, open(t, dir), profileRequest(0), "treebank")
	add(t, dir, nil, papersIn(t, citationsOf("A work on rice and its water", citedBy("old", 2000, "Rice grows in water."))))
	if got := profileOf(t, open(t, dir), profileRequest(0), "treebank"); got != before || got <= 0 {
		t.Errorf("score %g, before %g", got, before)
	}
}
