package corpus

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// Dumps are untrusted. Nested entities, unclosed tags and truncated files affect only the records that
// contain them.
func TestHostileDumps(t *testing.T) {
	const a, b = `<article key="a/a"><title>A.</title></article>` + "\n", `<article key="b/b"><title>B.</title></article>` + "\n"
	bomb := `<!DOCTYPE dblp [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>`
	whole := zipped("<dblp>" + strings.Repeat(a, 1000) + b)
	for name, test := range map[string]struct {
		source   string
		titles   []string
		problems []string
	}{
		"entities are not expanded":     {bomb + "<dblp>" + `<article key="x"><title>&c;.</title></article>` + b + "</dblp>", []string{"&c;", "B"}, nil},
		"an entity that nothing knows":  {"<dblp>" + `<article key="x"><title>&nothing; X</title></article>` + b, []string{"&nothing; X", "B"}, nil},
		"an open record":                {"<dblp>\n<article key=\"x\"><title>X\n" + a + b, []string{"A", "B"}, []string{"papers.json:2: the XML cannot be read"}},
		"an open attribute":             {"<dblp>\n" + a + `<article key="x><title>X</title></article>` + "\n" + b, []string{"A", "B"}, []string{"papers.json:3: the XML cannot be read"}},
		"an open comment":               {"<dblp>\n" + a + "<!-- " + b, []string{"A"}, nil},
		"a home page that stays open":   {"<dblp>" + `<www key="x"><author>X</author>` + a + b, []string{"A", "B"}, nil},
		"deep elements":                 {"<dblp>\n" + `<article key="x">` + strings.Repeat("<i>", 1000) + "</article>" + b, []string{"B"}, []string{"papers.json:2: the XML cannot be read: its elements are nested too deeply"}},
		"a list that ends early":        {`{"items":[{"DOI":"10.1/a","is-referenced-by-count":0,"title":["A"]},` + "\n" + `{"DOI":"10.1/b","title":["B"`, []string{"A"}, []string{"papers.json:2: this is not a JSON record of a paper"}},
		"a work of another shape":       {`{"items":[{"DOI":"10.1/a","is-referenced-by-count":0,"title":["A"]},` + "\n" + `{"DOI":{},"title":7,"author":"X","type":[[]]},[3],{"DOI":"10.1/b","title":["B"]}]}`, []string{"A", "B"}, []string{"papers.json:2: this is not a JSON record of a paper"}},
		"other data of OpenAlex":        {`{"id":"https://openalex.org/A1","display_name":"Ada","works_count":3}` + "\n", nil, []string{"papers.json: unknown file format"}},
		"a packed file that breaks off": {whole[:len(whole)-12], slices.Repeat([]string{"A"}, 1000), []string{"papers.json: the file could not be read to the end: line "}},
	} {
		titles, problems := readAll(test.source)
		if name == "a packed file that breaks off" && len(titles) > 900 {
			titles = test.titles // the number depends on the compressor's block size
		}
		if diff := cmp.Diff(test.titles, titles); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if !slices.EqualFunc(problems, test.problems, strings.HasPrefix) {
			t.Errorf("%s: %q, want %q", name, problems, test.problems)
		}
	}
}

// Responses from Crossref's API are read like its files.
func TestRepliesOfCrossref(t *testing.T) {
	const work = `{"DOI":"10.1/a","is-referenced-by-count":0,"title":["A"]}`
	for _, source := range []string{
		work, "[" + work + "]", `{"items":[` + work + `]}`, "{\n  \"items\" : [\n" + work + "\n] }",
		`{"status":"ok","message-type":"work","message":` + work + `}`,
		`{"status":"ok","message-type":"work-list","message":{"facets":{},"items":[` + work + `],"query":{"start-index":0}}}`,
	} {
		var report FileReport
		library := Library{Report: func(f FileReport) { report = f }}
		for _, err := range library.Read(t.Context(), "f", strings.NewReader(source)) {
			if err != nil {
				t.Error(source, err)
			}
		}
		if report.Format != "Crossref JSON" || report.Papers != 1 {
			t.Errorf("%s: %+v", source, report)
		}
	}
}

// An overlong record is reported and skipped without being held in memory.
func TestARecordThatIsTooLong(t *testing.T) {
	long := strings.Repeat("x ", 1<<12)
	tree := "<dblp>\n<article key=\"a\"><title>A</title></article>\n<article key=\"x\"><title>\n" + long + "</title></article>\n<article key=\"b\"><title>B</title></article></dblp>"
	object := `{"title":"A","type":"x"}` + "\n" + `{"title":"` + long + `","author":[{"family":"X"}]}` + "\n" + `{"title":"B","type":"x"}`
	for name, next := range map[string]func() ([]byte, int, error){
		"XML": func() func() ([]byte, int, error) {
			c := newCutter(buffered(tree), nil, dblpPapers...)
			c.most = 1 << 12
			return c.next
		}(),
		"JSON": func() func() ([]byte, int, error) { s := newScanner(buffered(object)); s.most = 1 << 12; return s.next }(),
	} {
		decode := xmlDecoder(dblpPaper)
		if name == "JSON" {
			decode = jsonDecoder(cslRecord.paper)
		}
		var got []string
		err := eachRecord(&input{ctx: context.Background(), name: "dump"}, next, decode, func(p *engine.Paper, err error) bool {
			if err != nil {
				got = append(got, err.Error())
				return true
			}
			got = append(got, p.Title)
			return true
		})
		line := map[string]int{"XML": 3, "JSON": 2}[name]
		want := []string{"A", fmt.Sprintf("dump:%d: %v", line, errTooLong), "B"}
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s: %v %s", name, err, diff)
		}
	}
}

func buffered(s string) *bufio.Reader {
	return bufio.NewReaderSize(strings.NewReader(s), 64)
}

// BenchmarkDBLP reads a dump of distinct records.
func BenchmarkDBLP(b *testing.B) {
	var dump strings.Builder
	dump.WriteString("<dblp>")
	for i := range 10_000 {
		fmt.Fprintf(&dump, "<article mdate=\"2017-05-28\" key=\"journals/acta/Saxena%d\">\n<author>Sanjeev Saxena 0001</author>\n<title>Parallel Integer Sorting and Simulation %d Amongst CRCW Models.</title>\n<pages>607-619</pages>\n<year>1996</year>\n<volume>33</volume>\n<journal>Acta Inf.</journal>\n<ee>https://doi.org/10.1007/BF%d</ee>\n</article>", i, i, i)
	}
	for b.Loop() {
		for _, err := range Read(b.Context(), "dblp.xml", io.Reader(strings.NewReader(dump.String()))) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/10_000, "µs/record")
}
