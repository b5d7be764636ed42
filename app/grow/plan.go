package grow

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/online"
	"github.com/scilit-lsp/scilit-lsp/engine/online/sources"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Plan describes everything that a run sends. Without it nothing is sent.
type Plan struct {
	Source   string   // the citation index or the source that is harvested
	Hosts    []string // of all requests
	Seeds    int      // records that were read
	IDs      []string // identifiers of seeds that are sent
	Titles   []string // titles and authors of seeds without identifier
	Unusable []string // seeds that cannot be sent
	Query    string   // of a harvest, as it is sent
	Requests int      // at most
	Takes    time.Duration
	Cost     int // in millionths of a dollar
	Free     int // allowance of a day
	Keyed    bool
}

// spare is the number of requests beyond the estimate.
const spare = 10

// NewPlan plans the growth of a corpus from seeds.
func NewPlan(client *online.Client, source string, seeds Seeds, goals Goals) (p Plan, err error) {
	citations, err := client.CitationIndex(source)
	if err != nil {
		return p, err
	}
	p = Plan{Source: source, Hosts: citations.Hosts(), Seeds: seeds.Read, Keyed: client.Keyed(source),
		Unusable: slices.Clone(seeds.Unusable)}
	b := bounds{citations.CitationBounds()}
	counts := make(map[online.Scheme]int)
	for _, id := range seeds.IDs {
		if citations.Accepts(id) {
			p.IDs = append(p.IDs, id.String())
			counts[id.Scheme]++
		} else {
			p.Unusable = append(p.Unusable, id.String()+" cannot be looked up at "+source)
		}
	}
	for _, n := range counts {
		p.Requests += (n + b.Nodes - 1) / b.Nodes
	}
	registries := titleRegistries(client)
	for _, t := range seeds.Titles {
		if len(registries) == 0 {
			p.Unusable = append(p.Unusable, t.String()+
				" has no identifier, and no registry such as crossref is enabled")
			continue
		}
		p.Titles = append(p.Titles, t.String())
	}
	for _, name := range registries {
		if len(p.Titles) > 0 {
			p.Hosts = append(p.Hosts, sources.HostsOf(name)...)
		}
	}
	slices.Sort(p.Hosts)
	p.Hosts = slices.Compact(p.Hosts)
	p.Requests += (len(p.Titles)+b.Nodes-1)/b.Nodes + b.growth(goals.Papers)
	p.price(registries)
	return p, nil
}

// growth returns an upper bound of the requests for a number of papers, measured on a made-up
// literature: a batch of works brings half as many papers.
func (b bounds) growth(papers int) int {
	batches := (11*papers/10 + b.Nodes - 1) / b.Nodes
	return batches*(1+b.citersPerBatch()) + spare
}

// price sets time and cost. Each title is sent to the registries in turn.
func (p *Plan) price(registries []string) {
	api, _ := sources.Find(p.Source)
	p.Takes = time.Duration(p.Requests) * api.PaceOf(p.Keyed, false).Every
	p.Cost, p.Free = p.Requests*api.Price.List, api.Price.Daily
	if p.Keyed {
		p.Free = api.Price.Keyed
	}
	for _, name := range registries {
		registry, _ := sources.Find(name)
		p.Takes += time.Duration(len(p.Titles)) * registry.Pace.Every
		p.Requests += len(p.Titles)
	}
}

func titleRegistries(client *online.Client) []string {
	on := client.Names()
	return slices.DeleteFunc(sources.TitleRegistries(), func(name string) bool { return !slices.Contains(on, name) })
}

// String returns the title, the author and the year as a plan shows them.
func (t Titled) String() string { return fmt.Sprintf("%s / %s, %d", t.Title, t.Author, t.Year) }

// sendable returns a line of text without control characters and braces.
func sendable(s string) string {
	s = strings.NewReplacer("{", "", "}", "").Replace(text.Clean(s))
	return strings.Join(strings.Fields(s), " ")
}

func wordCount(s string) int { return len(strings.Fields(s)) }

func compareSchemes(a, b online.Scheme) int { return cmp.Compare(a, b) }

// Sources returns the citation indexes in the order of preference.
func Sources() []string { return []string{"openalex", "semanticscholar"} }
