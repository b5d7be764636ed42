package audit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/paper"
	"github.com/scilit-lsp/scilit-lsp/verify"
	"github.com/scilit-lsp/scilit-lsp/verify/audit"
)

// Each of the inventions changes one detail of a true entry that only a record can confirm.
var inventions = map[string]func(i int, p, other *engine.Paper) string{
	"DOI": func(i int, p, _ *engine.Paper) string {
		return entryOf(p, p.Title, fmt.Sprintf("doi = {10.18653/v1/2020.pools-main.%d}", 1000+i))
	},
	"DOI of an unknown prefix": func(i int, p, _ *engine.Paper) string {
		return entryOf(p, p.Title, fmt.Sprintf("doi = {10.99999/x.%d}", i))
	},
	"arXiv identifier": func(i int, p, _ *engine.Paper) string {
		return entryOf(p, p.Title, fmt.Sprintf("eprint = {2001.%05d}, archiveprefix = {arXiv}", 90000+i))
	},
	"URL of another paper": func(_ int, p, other *engine.Paper) string {
		return entryOf(p, p.Title, "url = {"+other.URL+"}")
	},
	"short title, everything else wrong": func(i int, p, other *engine.Paper) string {
		words := strings.Fields(paper.PlainTitle(p.Title))
		wrong := *other
		wrong.Venue = "Journal of Invented Results"
		return entryOf(&wrong, strings.Join(words[:min(3, len(words))], " "), fmt.Sprintf("volume = {%d}", i))
	},
}

func entryOf(p *engine.Paper, title, field string) string {
	var authors []string
	for _, a := range p.Authors {
		authors = append(authors, a.Family+", "+a.Given)
	}
	return fmt.Sprintf("@inproceedings{k%s, title = {%s}, author = {%s}, booktitle = {%s}, year = {%d}, %s}\n", p.ID, title,
		strings.Join(authors, " and "), p.Venue, p.Year, field)
}

// An entry is not verified if it has an identifier or a URL that no record confirms, or if it shares only
// a short title with a record.
func TestInventedIdentifiersAreNotVerified(t *testing.T) {
	if testing.Short() {
		t.Skip("it compares verdicts; TestTrueEntriesAreVerified takes the same path")
	}
	e, papers := over(t)
	for name, invent := range inventions {
		var source strings.Builder
		for i, p := range papers[:60] {
			source.WriteString(invent(i, p, papers[100+i]))
		}
		report, err := audit.Check(t.Context(), e, []audit.File{fileOf(source.String())}, audit.Options{Year: 2026})
		if err != nil || report.References.Len() != 60 {
			t.Fatal(name, report.References.Len(), err)
		}
		verdicts := make(map[verify.Verdict]int)
		for r := range report.References.All() {
			if verdicts[r.Verdict]++; r.Verdict == verify.Verified {
				t.Errorf("%s: %s is verified", name, r.Key)
			}
		}
		t.Log(name, verdicts)
	}
}
