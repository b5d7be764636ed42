package index_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// Many papers contain more of the query's words than a title can. The title is still a candidate.
func TestTitlesAreFoundBesideAbstracts(t *testing.T) {
	papers := []*engine.Paper{
		{ID: "title", Title: "Lichens of urban walls", Year: 2001},
		{ID: "other", Title: "Traffic noise", Year: 2001},
	}
	for i := range 200 {
		papers = append(papers, &engine.Paper{
			ID: fmt.Sprint(i), Title: "Lichens and walls " + fmt.Sprint(i), Year: 2001,
			Abstract: strings.Repeat("Lichens grow on urban walls. ", 8),
		})
	}
	for name, segments := range map[string][][]*engine.Paper{
		"one segment": {papers}, "a segment of titles": {papers[:2], papers[2:]},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			build(t, dir, nil, sequence(segments[0]))
			for _, more := range segments[1:] {
				add(t, dir, nil, more)
			}
			req := engine.Request{Context: []string{"Lichens grow on urban walls."}, Limit: 20}
			result, err := open(t, dir).Search(t.Context(), req)
			if err != nil {
				t.Fatal(err)
			}
			found := func(id string) bool {
				return slices.ContainsFunc(result.Candidates, func(c engine.Candidate) bool { return c.Paper.ID == id })
			}
			if !found("title") || found("other") || len(result.Candidates) != req.Limit+1 {
				t.Errorf("%d candidates, title %v, other %v", len(result.Candidates), found("title"), found("other"))
			}
			req.Limit = 1
			if result, err := open(t, dir).Search(t.Context(), req); err != nil || len(result.Candidates) != 2 {
				t.Errorf("%d candidates for a limit of 1, %v", len(result.Candidates), err)
			}
			req.Years.From = 2002
			if result, err := open(t, dir).Search(t.Context(), req); err != nil || len(result.Candidates) != 0 {
				t.Errorf("%d candidates of later years, %v", len(result.Candidates), err)
			}
		})
	}
}
