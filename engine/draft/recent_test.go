package draft

import (
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/compose"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A paper gets its own statements at each site, whichever papers and sites came before.
func TestStatementsThatAreKeptAreThoseOfThePaperAndTheSite(t *testing.T) {
	first := paper.Paper{Title: "Soft constraints for parsing Dutch",
		Abstract: "We present a conditional random field (CRF) of soft constraints. We show that the CRF outperforms a " +
			"biaffine parser on four treebanks. Parsers with several CRFs are slow on long sentences of spoken language.",
		Body: []paper.Section{{Title: "Results", Paragraphs: []paper.Paragraph{{
			{Text: "We find that soft constraints improve the accuracy of coordination by two points."}}}}}}
	papers := []paper.Paper{first}
	for _, change := range []func(p *paper.Paper){
		func(p *paper.Paper) { p.Title = "Hard constraints for parsing Frisian" },
		func(p *paper.Paper) { p.Abstract = p.Abstract[len("We present a conditional random field (CRF) of "):] },
		func(p *paper.Paper) { p.Body = nil },
		func(p *paper.Paper) {
			p.Body = []paper.Section{{Title: "References", Paragraphs: p.Body[0].Paragraphs}}
		},
		func(p *paper.Paper) {
			s := p.Body[0].Paragraphs[0][0]
			s.Cites = []paper.CiteSpan{{Start: 0, End: 2}}
			p.Body = []paper.Section{{Title: "Results", Paragraphs: []paper.Paragraph{{s}}}}
		},
	} {
		changed := first
		change(&changed)
		papers = append(papers, changed)
	}
	hashes, differ := make(map[[32]byte]bool), false
	for range 2 {
		for _, p := range papers {
			hashes[hashOf(&p)] = true
			var before []compose.Statement
			for _, context := range []string{"Parsers err.", "A CRF is slow.", "Many CRFs are slow."} {
				s := newSite(Request{Paper: &p, Context: []string{context}})
				got, want := s.statements(), compose.Statements(s.work)
				if !slices.Equal(got, want) {
					t.Errorf("%s after %q: %+v, want %+v", p.Title, context, got, want)
				}
				differ = differ || before != nil && !slices.Equal(before, want)
				before = want
			}
		}
	}
	if len(hashes) != len(papers) || !differ {
		t.Errorf("%d hashes of %d papers; statements differ between sites: %v", len(hashes), len(papers), differ)
	}
}

// The statements of a hostile index are not cached.
func TestStatementsOfLargePapersAreNotKept(t *testing.T) {
	long := strings.Repeat("We show that soft constraints help. ", maxKeptPiece/30)
	body := func(title, text string, n int) []paper.Section {
		return []paper.Section{{Title: title, Paragraphs: []paper.Paragraph{slices.Repeat(paper.Paragraph{{Text: text}}, n)}}}
	}
	const abstract = "We show that soft constraints help parsers of Dutch."
	for want, papers := range [][]paper.Paper{
		{
			{Title: long, Abstract: abstract}, {Title: "Constraints", Abstract: long},
			{Title: "Constraints", Abstract: abstract, Body: body("Results", long, 1)},
			{Title: "Constraints", Abstract: abstract, Body: body(long, abstract, 1)},
			{Title: "Constraints", Abstract: abstract, Body: body("Results", abstract, maxKeptBody/len(abstract)+1)},
		},
		{{Title: "Constraints", Abstract: abstract, Body: body("Results", abstract, 3)}},
	} {
		for _, p := range papers {
			recentStatements.Purge()
			s := newSite(Request{Paper: &p})
			s.statements()
			if kept := recentStatements.Len(); kept != want {
				t.Errorf("%d of a paper of %d and %d bytes are kept, want %d", kept, len(p.Title), len(p.Abstract), want)
			}
		}
	}
}
