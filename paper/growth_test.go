package paper

import (
	"testing"

	"github.com/scilit-lsp/scilit-lsp/internal/growth"
)

var identifierSeeds = append(growth.Repeat("&amp;", "%25", "10.1000/", "://10.1000/a", "/pdf", "v1", "a.", "<b>"), growth.Text...)

func TestGrowthOfDOIs(t *testing.T) {
	growth.Linear(t, identifierSeeds, func(s string) {
		DOI(s)
		DOI("https://doi.org/10.1000/" + s)
	})
}

func TestGrowthOfArXivIdentifiers(t *testing.T) {
	growth.Linear(t, identifierSeeds, func(s string) { ArXiv(s) })
}

func TestGrowthOfNumbers(t *testing.T) {
	growth.Linear(t, identifierSeeds, func(s string) {
		PMID(s)
		PMCID(s)
		ACL(s)
		ISBN(s)
	})
}

func TestGrowthOfTitlesAndNames(t *testing.T) {
	growth.Linear(t, identifierSeeds, func(s string) {
		NormalTitle(s)
		SameFamily(s, "a "+s)
	})
}
