package audit

import (
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/online/sources"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A Plan lists the data that a check would send to repositories at most, and their hosts.
type Plan struct {
	Hosts       []string
	Entries     int
	Identifiers int      // number of DOIs, arXiv identifiers and ISBNs
	Titles      []string // titles, each sent with the family name of its first author
}

// Plan returns the queries of a check without sending them.
func (r *Repositories) Plan(files []File) (plan Plan) {
	for _, name := range r.client.Names() {
		if name != "unpaywall" { // Unpaywall only provides links and is not queried
			plan.Hosts = append(plan.Hosts, sources.HostsOf(name)...)
		}
	}
	slices.Sort(plan.Hosts)
	plan.Hosts = slices.Compact(plan.Hosts)
	for i := range files {
		for j := range prepare(&files[i], Options{}, new(Report)) {
			plan.add(j)
		}
	}
	return plan
}

func (p *Plan) add(j *job) {
	if j.skip {
		return
	}
	p.Entries++
	p.Identifiers += len(j.identifiers())
	title := paper.PlainTitle(j.ref.Title)
	if family := paper.FirstFamily(j.ref.Authors); title != "" && family != "" {
		title += " / " + family
	}
	if title != "" {
		p.Titles = append(p.Titles, title)
	}
}
