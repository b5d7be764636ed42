package draft

import (
	"slices"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/compose"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A paper gets its own statements at each site, whatever papers and sites came before.
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
