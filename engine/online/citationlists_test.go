package online

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/scilit-lsp/scilit-lsp/engine/online/onlinetest"
)

// TestCrossrefListsReferences parses a list of one recorded work and counts its references with DOIs.
func TestCrossrefListsReferences(t *testing.T) {
	var reply struct{ Message json.RawMessage }
	if err := json.Unmarshal(onlinetest.Reply(t, "crossref/works-one.json"), &reply); err != nil {
		t.Fatal(err)
	}
	all, err := parseCrossrefNodes(fmt.Appendf(nil, `{"message":{"items":[%s]}}`, reply.Message))
	if err != nil || len(all) == 0 {
		t.Fatal(all, err)
	}
	references := 0
	for _, n := range all {
		references += len(n.References)
		if n.Record == nil || n.Record.DOI != n.Key || slices.Contains(n.References, "") {
			t.Errorf("%+v", n)
		}
	}
	if references != 2 {
		t.Errorf("%d references of 2", references)
	}
}

func TestEuropePMCNamesWorksByCollection(t *testing.T) {
	all, err := parseEuropePMCNodes(onlinetest.Reply(t, "europepmc/search-core.json"))
	if err != nil || len(all) == 0 {
		t.Fatal(all, err)
	}
	for _, n := range all {
		if n.Record == nil || !europePMCKey.MatchString(n.Key) || len(n.References) > 0 {
			t.Errorf("%+v", n)
		}
	}
}

// TestListsOfEuropePMC parses lists in the documented format. Europe PMC has no records of entries
// without an identifier.
func TestListsOfEuropePMC(t *testing.T) {
	body := `{"version":"6.9","hitCount":1200,"citationList":{"citation":[{"id":"7","source":"MED","citedByCount":3},` +
		`{"id":"../7","source":"MED"}]},"referenceList":{"reference":[{"id":"9","source":"PPR","match":"Y"},` +
		`{"title":"A book","match":"N"}]}}`
	page, err := parseEuropePMCList([]byte(body), CitingQuery{Keys: []string{"MED1"}, Page: 1})
	want := CitingPage{Nodes: []Node{{Key: "MED7", References: []string{"MED1"}, Citers: 3, Brief: true}}, More: true}
	if diff := cmp.Diff(want, page); err != nil || diff != "" {
		t.Error(diff, err)
	}
	page, err = parseEuropePMCList([]byte(body), CitingQuery{Keys: []string{"MED1"}, Page: 2, References: true})
	want = CitingPage{Nodes: []Node{{Key: "MED1", References: []string{"PPR9"}, Brief: true}}}
	if diff := cmp.Diff(want, page); err != nil || diff != "" {
		t.Error(diff, err)
	}
	if _, err := parseEuropePMCList([]byte(`{"errCode":404}`), CitingQuery{Keys: []string{"MED1"}}); err == nil {
		t.Error("a reply without a list was accepted")
	}
}

// TestIdentifiersThatCouldChangeARequestAreRefused requests identifiers that contain API separators.
func TestIdentifiersThatCouldChangeARequestAreRefused(t *testing.T) {
	c, err := New(Options{Sources: []string{"crossref", "europepmc"}})
	if err != nil {
		t.Fatal(err)
	}
	for name, id := range map[string]ID{"crossref": {Scheme: DOI, Value: "10.1/a,type:book"},
		"europepmc": {Scheme: DOI, Value: `10.1/a" OR cancer`}} {
		index, err := c.CitationIndex(name)
		if err != nil {
			t.Fatal(err)
		}
		if index.Accepts(id) {
			t.Errorf("%s accepts %s", name, id)
		}
		if _, err := index.Described(context.Background(), []ID{id}); KindOf(err) != Unsupported {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := index.Citing(context.Background(), CitingQuery{Keys: []string{"MED1/../2"}, Page: 1}); err == nil {
			t.Errorf("%s lists the works that cite a path", name)
		}
	}
}
