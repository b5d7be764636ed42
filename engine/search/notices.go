package search

import (
	"slices"

	"github.com/scilit-lsp/scilit-lsp/paper"
)

// withoutNotices drops errata, corrections and retraction notices. They match the same queries as the
// papers that they concern, but are not works to cite.
func withoutNotices(candidates []Candidate) []Candidate {
	return slices.DeleteFunc(candidates, func(c Candidate) bool { return paper.IsNotice(c.Paper.Title) })
}
