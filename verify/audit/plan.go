package audit

import (
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/online/sources"
	"github.com/scilit-lsp/scilit-lsp/paper"
	"github.com/scilit-lsp/scilit-lsp/verify"
)

// A Plan lists the data that a check would send to repositories at most, and the hosts that may
// receive them.
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
	if title := paper.PlainTitle(j.ref.Title); title != "" {
		p.Titles = append(p.Titles, sentAs(title, j.ref))
	}
}

func sentAs(title string, r verify.Reference) string {
	if len(r.Authors) == 0 || r.Authors[0].Family == "" {
		return title
	}
	return title + " / " + r.Authors[0].Family
}
