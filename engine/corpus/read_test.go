package corpus

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/gzip"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// readAll returns the titles that were read, and the errors as text.
func readAll(source string) (titles, problems []string) {
	for p, err := range Read(context.Background(), "papers.json", strings.NewReader(source)) {
		if err != nil {
			problems = append(problems, err.Error())
			continue
		}
		titles = append(titles, p.Title)
	}
	return titles, problems
}

func TestEveryShapeOfFile(t *testing.T) {
	for name, source := range map[string]string{
		"lines":      `{"Id":"1","Title":"A"}` + "\n" + `{"Id":"2","Title":"B"}` + "\n",
		"array":      "[\n  {\"Id\": \"1\", \"Title\": \"A\"},\n  {\"Id\": 2, \"Title\": \"B\"}\n]",
		"pretty":     "{\n  \"Id\": \"1\",\n  \"Title\": \"A\"\n}\n{\n  \"Id\": \"2\",\n  \"Title\": \"B\"\n}",
		"gzip":       zipped(`{"Title":"A"}{"Title":"B"}`),
		"byte order": "\ufeff" + `{"Title":"A"}` + "\r\n" + `{"Title":"B"}`,
	} {
		titles, problems := readAll(source)
		if diff := cmp.Diff([]string{"A", "B"}, titles); diff != "" || problems != nil {
			t.Errorf("%s: %v %s", name, problems, diff)
		}
	}
}

func zipped(s string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write([]byte(s))
	w.Close()
	return b.String()
}

func TestABadRecordIsReportedAndTheRestKept(t *testing.T) {
	titles, problems := readAll(`{"Title":"A"}
{"Title": no}
{"Abstract":"nothing else"}
{"Title":"open", "Abstract":"never closed
{"Title":"B"}
`)
	if diff := cmp.Diff([]string{"A", "B"}, titles); diff != "" {
		t.Error(diff)
	}
	if len(problems) != 3 || !strings.HasPrefix(problems[0], "papers.json:2: ") ||
		!strings.Contains(problems[1], "papers.json:3: the paper has no title") || !strings.HasPrefix(problems[2], "papers.json:4: ") {
		t.Errorf("problems: %q", problems)
	}
}

func TestTheSchemaOfSciLit(t *testing.T) {
	source := `{"Id":"x","Title":"T","Author":[{"GivenName":"Ida","FamilyName":"Ito"}],"DOI":"https://doi.org/10.48550/arXiv.1706.03762",
	"PublicationDate":{"Year":"2017","Month":6},"Content":{"Abstract":"Abs.","Fullbody_Parsed":[{"section_title":"Intro","section_text":
	[{"paragraph_text":[{"sentence_text":"é It [1].","cite_spans":[{"start":"5","end":"8","ref_id":"0"},{"start":"90","end":"99","ref_id":"0"}]}]}]}]},
	"Reference":[{"Title":"R","PublicationDate":{"Year":"1999"}}]}`
	want := &engine.Paper{
		ID: "x", Title: "T", Authors: []engine.Author{{Given: "Ida", Family: "Ito"}}, Abstract: "Abs.", DOI: "10.48550/arxiv.1706.03762",
		ArXiv: "1706.03762", Year: 2017, Month: 6,
		Body:       []engine.Section{{Title: "Intro", Paragraphs: []engine.Paragraph{{{Text: "é It [1].", Cites: []engine.CiteSpan{{Start: 6, End: 9}}}}}}},
		References: []engine.Reference{{Title: "R", Year: 1999}},
	}
	for p, err := range Read(context.Background(), "", strings.NewReader(source)) {
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, p); diff != "" {
			t.Error(diff)
		}
	}
}

// If a record's full text was not parsed, its plain text is used.
func TestThePlainFullTextOfSciLit(t *testing.T) {
	const plain = `"Fullbody":"We study é pooling. Max pooling\nis worse [1].\n \nThe end."`
	body := []engine.Section{{Paragraphs: []engine.Paragraph{
		{{Text: "We study é pooling."}, {Text: "Max pooling is worse [1]."}}, {{Text: "The end."}},
	}}}
	parsed := []engine.Section{{Title: "Intro", Paragraphs: []engine.Paragraph{{{Text: "It works."}}}}}
	for content, want := range map[string][]engine.Section{
		plain:                           body,
		plain + `,"Fullbody_Parsed":[]`: body,
		plain + `,"Fullbody_Parsed":[{"section_title":"Intro","section_text":[{"paragraph_text":[{"sentence_text":"It works."}]}]}]`: parsed,
		`"Fullbody":""`: nil,
	} {
		for p, err := range Read(context.Background(), "", strings.NewReader(`{"Id":"x","Title":"T","Content":{`+content+`}}`)) {
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, p.Body); diff != "" {
				t.Errorf("%s: %s", content, diff)
			}
		}
	}
}

// A thesis is cited as a thesis, regardless of the file format.
func TestTypesOfEntriesAreKept(t *testing.T) {
	for source, want := range map[string]string{
		`[{"id":"1","type":"thesis","genre":"Master's thesis","title":"Fast Menus"}]`:   "mastersthesis",
		`[{"id":"1","type":"chapter","title":"Fast Menus"}]`:                            "incollection",
		`@PhDThesis{a, title = {Fast Menus}, school = {MIT}}`:                           "phdthesis",
		`@thesis{a, title = {Fast Menus}, type = {mathesis}}`:                           "mastersthesis",
		`@book{a, title = {Fast Menus}}`:                                                "book",
		`@nonsense{a, title = {Fast Menus}}`:                                            "",
		"TY  - RPRT\nTI  - Fast Menus\nER  - \n":                                        "techreport",
		`{"items":[{"itemType":"conferencePaper","title":"Fast Menus","creators":[]}]}`: "inproceedings",
		`{"status":"ok","message-type":"work","message-version":"1.0.0","message":{"type":"monograph","title":["Fast Menus"],"DOI":"10.1/x","is-referenced-by-count":1}}`: "book",
		`{"id":"https://openalex.org/W1","display_name":"Fast Menus","authorships":[],"type":"dissertation"}`:                                                             "phdthesis",
		`{"id":"https://openalex.org/W1","display_name":"Fast Menus","authorships":[],"type":"article"}`:                                                                  "",
	} {
		read := 0
		for p, err := range Read(context.Background(), "", strings.NewReader(source)) {
			if err != nil {
				t.Fatal(source, err)
			}
			if read++; p.EntryType != want {
				t.Errorf("%s: type %q, want %q", source, p.EntryType, want)
			}
		}
		if read != 1 {
			t.Errorf("%s: %d papers", source, read)
		}
	}
}

// A work has the same ID, regardless of the form of its DOI.
func TestADOIIsTheSameFromEachFormat(t *testing.T) {
	const address = "https://dl.acm.org/doi/pdf/10.1145/3376314?download=true"
	for format, source := range map[string]string{
		"CSL JSON": `[{"id":"1","type":"article-journal","title":"Fast Menus","DOI":"` + address + `"}]`,
		"BibTeX":   `@article{a, title = {Fast Menus}, doi = {` + address + `}}`,
		"RIS":      "TY  - JOUR\nTI  - Fast Menus\nDO  - " + address + "\nER  - \n",
	} {
		for p, err := range Read(context.Background(), "", strings.NewReader(source)) {
			if err != nil {
				t.Fatal(format, err)
			}
			if p.DOI != "10.1145/3376314" || strings.Contains(p.ID, "download") {
				t.Errorf("%s: DOI %q, ID %q", format, p.DOI, p.ID)
			}
		}
	}
}

// TestARecordOfAKnownFormat reads responses in a given format.
func TestARecordOfAKnownFormat(t *testing.T) {
	// PubMed's service puts no space between the year and the month.
	const article = `<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>1</PMID><Article><Journal><JournalIssue><PubDate><Year>2020</Year><Month>Apr</Month></PubDate></JournalIssue></Journal><ArticleTitle>T.</ArticleTitle></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>`
	p, err := Record(t.Context(), "PubMed XML", []byte(article))
	if err != nil || p.Year != 2020 || p.Month != 4 {
		t.Errorf("%+v, %v", p, err)
	}
	if p, err := Record(t.Context(), "CSL JSON", []byte(zipped(`{"title":"T"}`))); err != nil || p.Title != "T" {
		t.Errorf("%+v, %v", p, err)
	}
	for format, raw := range map[string]string{"CSL JSON": "{}", "PubMed XML": "", "No such format": "{}"} {
		if p, err := Record(t.Context(), format, []byte(raw)); err == nil {
			t.Errorf("%s: %+v", format, p)
		}
	}
	all, err := Records(t.Context(), "CSL JSON", []byte(`[{"title":"A"},{"title":3},{"x":1},{"title":"B"}]`))
	if len(all) != 3 || err == nil {
		t.Errorf("%d papers, %v", len(all), err)
	}
}
