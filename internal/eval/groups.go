package eval

import "github.com/scilit-lsp/scilit-lsp/engine"

// A Group contains the results for some of the contexts.
type Group struct {
	N        int     `json:"n"`
	Recall10 float64 `json:"recall10"`
	MRR      float64 `json:"mrr"`
}

// grouped computes the results of groups of contexts. It groups them by source, by whether the
// cited paper has an abstract and, unless known is nil, by whether known contains the cited paper.
func grouped(contexts []Context, cited []*engine.Paper, ranks []int, known map[string]bool) map[string]Group {
	parts := make(map[string][]int)
	for i, c := range contexts {
		if p := cited[i]; p != nil && p.Abstract == "" {
			parts["no abstract"] = append(parts["no abstract"], ranks[i])
		} else if p != nil {
			parts["abstract"] = append(parts["abstract"], ranks[i])
		}
		if c.Source != "" {
			parts[c.Source] = append(parts[c.Source], ranks[i])
		}
		switch {
		case known[c.Cited]:
			parts["cited in train"] = append(parts["cited in train"], ranks[i])
		case known != nil:
			parts["not cited in train"] = append(parts["not cited in train"], ranks[i])
		}
	}
	groups := make(map[string]Group, len(parts))
	for name, part := range parts {
		r := summarise(part)
		groups[name] = Group{N: r.N, Recall10: r.Recall[10], MRR: r.MRR}
	}
	return groups
}

// CitedIn returns the IDs of the papers that the contexts cite.
func CitedIn(contexts []Context) map[string]bool {
	cited := make(map[string]bool)
	for _, c := range contexts {
		cited[c.Cited] = true
	}
	return cited
}
