package search

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// citationsFile returns a citation graph with two works. Papers 7 and 8 cite the first one, paper 8
// twice; paper 8 cites the second one.
func citationsFile() []byte {
	var b bytes.Buffer
	fmt.Fprintln(&b, `{"format": 1, "embedder": "e", "dim": 2, "works": 2, "contexts": 4}`)
	for _, array := range []any{
		[]uint64{TitleHash("On Parsing: Trees"), TitleHash("Gödel's Proof")},
		[]uint32{0, 0, 0, 1},
		[]uint32{7, 8, 8, 8},
		[]float32{0.01, 0.01, 0.01, 0.01},
		[]int8{100, 0, 60, 80, 0, 100, 0, 100},
	} {
		if err := binary.Write(&b, binary.LittleEndian, array); err != nil {
			panic(err)
		}
	}
	return b.Bytes()
}

func TestReputations(t *testing.T) {
	c, err := ReadCitationGraph(bytes.NewReader(citationsFile()))
	if err != nil {
		t.Fatal(err)
	}
	besides := Manuscript{Works: []paper.Ref{{Title: "Gödel’s proof"}, {Title: "Unknown"}}}
	here := c.place([]float32{1, 0}, "e", besides)
	for title, want := range map[string]Reputation{
		"On parsing – trees": {Known: true, Papers: 2, Nearest: 1, Together: 1},
		"GODEL'S PROOF":      {Known: true, Papers: 1, Nearest: 0, Together: 1},
		"Unknown":            {},
	} {
		got := c.reputation(here, &paper.Paper{Title: title})
		if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 0.02 })); diff != "" {
			t.Errorf("%s: %s", title, diff)
		}
	}
	other := c.reputation(c.place([]float32{1, 0}, "another embedder", Manuscript{}), &paper.Paper{Title: "On Parsing: Trees"})
	if other.Papers != 2 || other.Nearest > -1 {
		t.Errorf("vectors of different embedders were compared: %+v", other)
	}
}

func TestWithoutAMemoryNoPaperHasAReputation(t *testing.T) {
	old, new := Candidate{Paper: &paper.Paper{Title: "Trees", Year: 1999}}, Candidate{Paper: &paper.Paper{Title: "Rice", Year: 2024}}
	features := LinearReranker{}.Features(RerankRequest{Candidates: []Candidate{old, new}})
	if features[0] != features[1] || features[0].Cited != 0 {
		t.Errorf("%+v", features)
	}
}

// The graph ends in 2014 and covers one field. If it contains none of the candidates, it must not favour
// newer papers.
func TestAPaperThatTheMemoryCannotKnowIsNotPreferred(t *testing.T) {
	c, err := ReadCitationGraph(bytes.NewReader(citationsFile()))
	if err != nil {
		t.Fatal(err)
	}
	old, new := Candidate{Paper: &paper.Paper{ID: "a", Title: "Rice", Year: 1999}}, Candidate{Paper: &paper.Paper{ID: "b", Title: "Rice", Year: 2024}}
	scores, _, err := LinearReranker{Citations: c}.Rerank(t.Context(), RerankRequest{Candidates: []Candidate{old, new}})
	if err != nil || scores[0] != scores[1] {
		t.Errorf("the old one has %v, the new one %v, %v", scores[0], scores[1], err)
	}
}

// The citation graph does not favour a paper for a query from another field.
func TestOneKnownPaperAmongManyOthersIsAStranger(t *testing.T) {
	c, err := ReadCitationGraph(bytes.NewReader(citationsFile()))
	if err != nil {
		t.Fatal(err)
	}
	candidates := []Candidate{{Paper: &paper.Paper{ID: "a", Title: "Gödel’s rice"}}, {Paper: &paper.Paper{ID: "b", Title: "Gödel’s proof"}}}
	for range 60 {
		candidates = append(candidates, Candidate{Paper: &paper.Paper{ID: "c", Title: "Plants"}})
	}
	features := LinearReranker{Citations: c}.Features(RerankRequest{Candidates: candidates})
	if features[1].Known != 0 || features[1].Cited != 0 {
		t.Errorf("one known paper of 62 counts %v", features[1].Cited)
	}
	features = LinearReranker{Citations: c}.Features(RerankRequest{Candidates: candidates[:4]})
	if features[1].Known != 1 || features[1].Cited == 0 {
		t.Errorf("one known paper of four counts %v", features[1].Cited)
	}
}

func FuzzReadCitations(f *testing.F) {
	f.Add(citationsFile())
	f.Add([]byte("{\"format\": 1, \"dim\": 4096, \"works\": 1, \"contexts\": 9}\n1234567890"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := ReadCitationGraph(bytes.NewReader(data))
		if err != nil {
			return
		}
		c.reputation(c.place([]float32{1, 0}, c.embedder, Manuscript{}), &paper.Paper{Title: "On Parsing: Trees"})
	})
}
