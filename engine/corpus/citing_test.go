package corpus

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

const (
	citedRecord  = `{"paperId":"a","title":"A cited work","year":2001,"externalIds":{"DOI":"10.1000/CITED"}}` + "\n"
	citingRecord = `{"paperId":"b","title":"A citing work","year":2010,"externalIds":{"DOI":"10.1000/citing"}}`
)

func readCitations(s string) (papers []*engine.Paper, rejected []string) {
	for p, err := range Read(context.Background(), "f", strings.NewReader(s)) {
		if err != nil {
			rejected = append(rejected, err.Error())
		} else {
			papers = append(papers, p)
		}
	}
	return papers, rejected
}

func TestACitationNeedsBothWorks(t *testing.T) {
	page := `{"offset":0,"data":[{"contexts":["It is cited."],"citingPaper":` + citingRecord + `}]}` + "\n"
	for name, file := range map[string]string{
		"no record":             page,
		"record without title":  `{"paperId":"a","title":"","year":2001}` + "\n" + page,
		"another record failed": citedRecord + `{"paperId":"a","title":["x"],"year":{"a":1},"authors":7}` + "\n" + page,
	} {
		papers, rejected := readCitations(file)
		for _, p := range papers {
			if len(p.References) > 0 {
				t.Errorf("%s: %s cites %v", name, p.Title, p.References)
			}
		}
		if len(rejected) == 0 || !strings.Contains(rejected[len(rejected)-1], "this citation belongs to no known paper") {
			t.Errorf("%s: rejected %q", name, rejected)
		}
	}
}

// Texts in responses and files from others may be overlong, empty or invisible.
func TestHostileCitingSentences(t *testing.T) {
	sentences := strings.Repeat(`"`+strings.Repeat("é", 5000)+`\u202e\u0000\u001b[31m",`, 500) + `null,7`
	item := `{"contexts":[` + sentences + `],"citingPaper":` + citingRecord + `}`
	own := `{"contexts":["I am the best."],"citingPaper":` + citedRecord + `}`
	papers, rejected := readCitations(citedRecord + `{"data":[` + item + `,` + own + `,null,{},[],"x",{"citedPaper":null},{"citingPaper":{"title":[]}}]}`)
	if len(papers) != 2 || len(rejected) != 2 {
		t.Fatalf("%d papers, rejected %q", len(papers), rejected)
	}
	if len(papers[1].References) > 0 {
		t.Error("a work cites itself")
	}
	for _, c := range papers[0].References[0].Contexts {
		if len(c) > maxContextBytes || !text.IsClean(c) || strings.Contains(c, "\uFFFD") {
			t.Errorf("%d bytes: %.20q", len(c), c)
		}
	}
	if n := len(papers[0].References[0].Contexts); n > maxContexts {
		t.Errorf("%d sentences", n)
	}
	for _, line := range []string{
		`{"cited":"doi:10.1/x","citing":"c","title":"T","texts":["a"]}`, `{"cited":["doi:"],"citing":"c","title":"T","texts":["a"]}`,
		`{"cited":["title:"],"citing":"c","title":"T","texts":[]}`, `{"cited":[],"citing":{},"title":"T","texts":null}`,
	} {
		if papers, rejected := readCitations(line); len(papers) != 0 || len(rejected) != 1 {
			t.Errorf("%s: %d papers, rejected %q", line, len(papers), rejected)
		}
	}
}

func TestRecordsWithoutCitationsArePapers(t *testing.T) {
	papers, rejected := readCitations(citedRecord + `{"total":1,"data":[` + citingRecord + `]}` + "\n" + `[` + citingRecord + `,null]`)
	if len(papers) != 2 || len(rejected) != 0 {
		t.Errorf("%d papers, rejected %q", len(papers), rejected)
	}
}

// TestCitationsOfOneWorkAreOnePaper reads a citing work that occurs on the pages of many cited works.
func TestCitationsOfOneWorkAreOnePaper(t *testing.T) {
	var file strings.Builder
	for i := range 50 {
		fmt.Fprintf(&file, `{"paperId":"p%d","title":"Cited %d","externalIds":{"DOI":"10.1000/%d"}}`+"\n", i, i, i)
		fmt.Fprintf(&file, `{"data":[{"contexts":["Sentence %d."],"citingPaper":%s}]}`+"\n", i, citingRecord)
	}
	papers, rejected := readCitations(file.String())
	if len(papers) != 1 || len(rejected) != 0 || len(papers[0].References) != 50 {
		t.Fatalf("%d papers, rejected %q", len(papers), rejected)
	}
	if r := papers[0].References[49]; r.DOI != "10.1000/49" || r.Contexts[0] != "Sentence 49." {
		t.Errorf("%+v", r)
	}
}
