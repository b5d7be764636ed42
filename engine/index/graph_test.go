package index_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/profile"
)

// openAlexWork returns an OpenAlex record of a work that cites others by their identifiers.
func openAlexWork(id, title string, year int, cited ...string) string {
	return fmt.Sprintf(`{"id":"https://openalex.org/%s","doi":"https://doi.org/10.1000/%s","title":%q,`+
		`"publication_year":%d,"authorships":[{"author":{"display_name":"Ada Author"}}],"referenced_works":["%s"]}`+"\n",
		id, strings.ToLower(id), title, year, strings.Join(cited, `","`))
}

// graphFile contains a citation graph: W10 and W11 cite W1 and W2 together, and W11 also cites W3.
var graphFile = openAlexWork("W1", "Building a treebank of English", 1993) +
	openAlexWork("W2", "A maximum entropy tagger", 1996) +
	openAlexWork("W3", "Grammars with probabilities", 1998, "W3") +
	openAlexWork("W10", "The older citing paper", 2000, "W1", "https://openalex.org/W2", "W1") +
	openAlexWork("W11", "The newer citing paper", 2010, "W1", "W2", "W3", "W999")

// togetherWith returns how often the papers in an index cite each of W1 to W3 together with the
// given works.
func togetherWith(t *testing.T, x *index.Index, req engine.Request, works ...engine.Reference) map[string]float64 {
	t.Helper()
	hits, err := x.Companions(t.Context(), req, profile.TableOf(refsOf(works)))
	if err != nil {
		t.Fatal(err)
	}
	table, found := profile.NewCompanionTable(hits), make(map[string]float64)
	for i, title := range []string{"Building a treebank of English", "A maximum entropy tagger", "Grammars with probabilities"} {
		id := fmt.Sprint("W", i+1)
		p := &engine.Paper{ID: id, OpenAlex: id, Title: title, DOI: "10.1000/" + strings.ToLower(id)}
		if n := table.Score(p); n > 0 {
			found[id] = n
		}
	}
	return found
}

func TestACitationGraphFindsWorksCitedTogether(t *testing.T) {
	dir := t.TempDir()
	papers := papersIn(t, graphFile)
	build(t, dir, nil, sequence(papers[:3]))
	add(t, dir, nil, papers[3:4]) // the citing and the cited works are in different segments
	add(t, dir, nil, papers[4:])
	x := open(t, dir)
	until := func(year int) engine.Request { return engine.Request{Years: engine.Years{To: year}} }
	byTitle := engine.Reference{Title: "Building a Treebank of English"}
	for name, test := range map[string]struct {
		req   engine.Request
		works []engine.Reference
		want  string
	}{
		"by title":        {until(0), []engine.Reference{byTitle}, "map[W2:2 W3:1]"},
		"by DOI":          {until(0), []engine.Reference{{DOI: "10.1000/W3"}}, "map[W1:1 W2:1]"},
		"two works":       {until(0), []engine.Reference{byTitle, {DOI: "10.1000/w3"}}, "map[W1:1 W2:3 W3:1]"},
		"no newer papers": {until(2005), []engine.Reference{byTitle}, "map[W2:1]"},
		"all newer":       {until(1990), []engine.Reference{byTitle}, "map[]"},
		"manuscript":      {engine.Request{Title: "The newer citing paper"}, []engine.Reference{byTitle}, "map[W2:1]"},
		"an unknown work": {until(0), []engine.Reference{{Title: "Rice in water"}}, "map[]"},
	} {
		if got := fmt.Sprint(togetherWith(t, x, test.req, test.works...)); got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
	if err := index.Compact(t.Context(), dir, false); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(togetherWith(t, open(t, dir), until(0), byTitle)); got != "map[W2:2 W3:1]" {
		t.Errorf("compacted: %s", got)
	}
	remove(t, dir, "W11")
	if got := fmt.Sprint(togetherWith(t, open(t, dir), until(0), byTitle)); got != "map[W2:1]" {
		t.Errorf("without the newer paper: %s", got)
	}
}

// TestACitationGraphMakesCandidates finds a work that shares no words with the query.
func TestACitationGraphMakesCandidates(t *testing.T) {
	dir := t.TempDir()
	build(t, dir, nil, sequence(papersIn(t, graphFile)))
	x := open(t, dir)
	req := engine.Request{Context: []string{"Rice needs water."}, Limit: 2, Profiles: []profile.Hit{}}
	cited := profile.TableOf(refsOf([]engine.Reference{{DOI: "10.1000/w1"}}))
	if got := profileOf(t, x, req, "W2"); got != -1 {
		t.Fatal("the paper shares words with the query")
	}
	for year, want := range map[int]bool{0: true, 2005: true, 1995: false} {
		req.Years.To = year
		var err error
		if req.Companions, err = x.Companions(t.Context(), req, cited); err != nil {
			t.Fatal(err)
		}
		if got := profileOf(t, x, req, "W2") != -1; got != want {
			t.Errorf("until %d: a candidate: %t", year, got)
		}
	}
}

// TestACitationGraphLeavesProfilesAlone compares the profile score of a work with and without a
// graph, whose citations have no words.
func TestACitationGraphLeavesProfilesAlone(t *testing.T) {
	dir := t.TempDir()
	build(t, dir, nil, sequence(profilePapers()))
	want := profileOf(t, open(t, dir), profileRequest(0), "treebank")
	add(t, dir, nil, papersIn(t, graphFile))
	if got := profileOf(t, open(t, dir), profileRequest(0), "treebank"); got != want || got <= 0 {
		t.Errorf("score %g, want %g", got, want)
	}
}

func TestAHostileCitationGraphIsBounded(t *testing.T) {
	skipShort(t)
	var many strings.Builder
	for i := range 1_000_000 {
		fmt.Fprintf(&many, `"W%d",`, i+100)
	}
	file := openAlexWork("W1", "Building a treebank of English", 1993) +
		`{"id":"https://openalex.org/W10","title":"A paper that cites everything","publication_year":2000,` +
		`"authorships":[],"referenced_works":["W1",` + many.String() + `"W2"]}` + "\n" +
		`{"id":"https://openalex.org/W11","title":"A paper that cites itself and nonsense","publication_year":2000,` +
		`"authorships":[],"referenced_works":["W11",null,7,{"a":["W1"]},[[]],"W","Wx","https://example.org/W1",` +
		`"W4285719527","W99999999999999999999","W1"]}` + "\n" +
		`{"id":"https://openalex.org/W12","title":"A paper with an object","authorships":[],"referenced_works":{"W1":1}}` + "\n"
	papers := papersIn(t, file)
	if len(papers) != 4 || len(papers[1].References) > 1<<13 || len(papers[2].References) != 1 || papers[3].References != nil {
		t.Fatalf("%d papers with %d, %v, %v", len(papers), len(papers[1].References), papers[2].References, papers[3].References)
	}
	dir := t.TempDir()
	manifest := build(t, dir, nil, sequence(papers))
	if manifest.Mentions != profile.MaxMentions+1 || manifest.BareMentions != manifest.Mentions {
		t.Errorf("%d mentions, %d without words", manifest.Mentions, manifest.BareMentions)
	}
}
