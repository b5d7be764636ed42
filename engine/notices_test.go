package engine_test

import (
	"slices"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

func TestErrataAreNotOffered(t *testing.T) {
	e := fewPapers(t,
		&engine.Paper{ID: "map", Title: "A genetic map of sorghum"},
		&engine.Paper{ID: "erratum", Title: "Erratum to: A genetic map of sorghum"},
		&engine.Paper{ID: "lancet", Title: "Department of Error.", Abstract: "The genetic map of sorghum has been corrected."},
		&engine.Paper{ID: "method", Title: "Correction of genotyping errors in a genetic map of sorghum"},
	)
	found, err := e.Discover(t.Context(), engine.Query{Context: []string{"A genetic map of sorghum was drawn."}, Limit: 5})
	ids := idsOf(found)
	if slices.Sort(ids); err != nil || !slices.Equal(ids, []string{"map", "method"}) {
		t.Errorf("%v, %v", ids, err)
	}
}
