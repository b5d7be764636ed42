package paper

import (
	"testing"

	"github.com/scilit-lsp/scilit-lsp/internal/growth"
)

func TestGrowthOfIdentifiers(t *testing.T) {
	growth.Linear(t, append(growth.Repeat("&amp;", "%25", "10.1000/", "://10.1000/a", "/pdf", "v1", "a.", "<b>"), growth.Text...), func(s string) {
		DOI(s)
		DOI("https://doi.org/10.1000/" + s)
		ArXiv(s)
		PMID(s)
		PMCID(s)
		ACL(s)
		ISBN(s)
		NormalTitle(s)
		SameFamily(s, "a "+s)
	})
}
