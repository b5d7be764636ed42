package grow

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine/online"
	"github.com/scilit-lsp/scilit-lsp/engine/online/sources"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Plan describes everything that a run may send. A run requires a plan.
type Plan struct {
	Source   string   // name of the citation index or of the harvested source
	Hosts    []string // hosts that receive requests
	Seeds    int      // number of records read
	IDs      []string // identifiers of seeds to send
	Titles   []string // titles and authors of seeds without an identifier
	Unusable []string // seeds that cannot be looked up
	Query    string   // query of a harvest, exactly as it is sent
	Texts    int      // maximum number of full texts
	Unlisted []string // for an update, the kinds of changes that the source does not list
	Requests int      // maximum number of requests
	Takes    time.Duration
	Cost     int // maximum cost in millionths of a US dollar
	Free     int // daily free allowance, in millionths of a US dollar
	WithKey  int // daily free allowance with a key; 0 if the user has a key
}

const spare = 10 // number of requests added to an estimate

// NewPlan plans how to grow a corpus from seeds.
func NewPlan(client *online.Client, source string, seeds Seeds, goals Goals) (p Plan, err error) {
	citations, err := client.CitationIndex(source)
	if err != nil {
		return p, err
	}
	p = Plan{Source: source, Hosts: citations.Hosts(), Seeds: seeds.Read, Unusable: slices.Clone(seeds.Unusable)}
	b := bounds{citations.CitationBounds()}
	counts := make(map[online.Scheme]int)
	for _, id := range seeds.IDs {
		if citations.Accepts(id) {
			p.IDs = append(p.IDs, id.String())
			counts[id.Scheme]++
		} else {
			p.Unusable = append(p.Unusable, id.String()+" cannot be looked up in "+source)
		}
	}
	for _, n := range counts {
		p.Requests += (n + b.Nodes - 1) / b.Nodes
	}
	registries := titleRegistries(client)
	for _, t := range seeds.Titles {
		if len(registries) == 0 {
			p.Unusable = append(p.Unusable, fmt.Sprintf("%q has no identifier: to look it up by its title, "+
				"add a registry such as crossref to your online.sources setting", t.Title))
			continue
		}
		p.Titles = append(p.Titles, t.String())
	}
	if len(p.Titles) > 0 {
		for _, name := range registries {
			p.Hosts = append(p.Hosts, sources.HostsOf(name)...)
		}
	}
	slices.Sort(p.Hosts)
	p.Hosts = slices.Compact(p.Hosts)
	p.Requests += (len(p.Titles)+b.Nodes-1)/b.Nodes + b.growth(goals.Papers)
	if b.Texts {
		p.Texts = min(goals.Papers, maxTexts)
		p.Requests += p.Texts
	}
	p.price(client, registries)
	return p, nil
}

// growth returns an upper bound on the number of requests needed for a number of papers. It was
// measured on a synthetic citation graph, in which a batch of works yields half as many papers.
func (b bounds) growth(papers int) int {
	batches := (11*papers/10 + b.Nodes - 1) / b.Nodes
	return batches*(1+b.citersPerBatch()) + spare
}

// price sets the duration and the cost of a plan. Each title is sent to the registries one after
// the other.
func (p *Plan) price(client *online.Client, registries []string) {
	api, _ := sources.Find(p.Source)
	p.Takes = time.Duration(p.Requests) * client.PaceOf(p.Source).Every
	p.Cost, p.Free, p.WithKey = p.Requests*api.Price.List, api.Price.Daily, api.Price.Keyed
	if client.Keyed(p.Source) {
		p.Free, p.WithKey = p.WithKey, 0
	}
	for _, name := range registries {
		p.Takes += time.Duration(len(p.Titles)) * client.PaceOf(name).Every
		p.Requests += len(p.Titles)
	}
}

func titleRegistries(client *online.Client) []string {
	on := client.Names()
	return slices.DeleteFunc(sources.TitleRegistries(), func(name string) bool { return !slices.Contains(on, name) })
}

// String returns the title, author and year as shown in a plan.
func (t TitleSeed) String() string { return fmt.Sprintf("%s / %s, %d", t.Title, t.Author, t.Year) }

// sendable returns a text as one line, without control characters and braces.
func sendable(s string) string {
	s = strings.NewReplacer("{", "", "}", "").Replace(text.Clean(s))
	return strings.Join(strings.Fields(s), " ")
}

// Sources returns the names of the citation indexes, preferred ones first.
func Sources() []string { return []string{"openalex", "semanticscholar", "crossref", "europepmc"} }

// EnabledSource returns the preferred citation index among the enabled sources.
func EnabledSource(s config.Settings) (string, error) {
	for _, name := range Sources() {
		if slices.Contains(s.Online.Sources, name) {
			return name, nil
		}
	}
	return "", errNoSource{}
}

type errNoSource struct{}

func (errNoSource) Error() string {
	all := Sources()
	last := len(all) - 1
	return "no citation source is enabled: add " + strings.Join(all[:last], ", ") + " or " + all[last] +
		" to your online.sources setting"
}

func (errNoSource) Unwrap() error { return backend.ErrOnlineOff }

// WriteSome prints at most limit lines and the number of omitted lines. It prints nothing if limit is
// 0.
func WriteSome(w io.Writer, lines []string, limit int) {
	for _, line := range lines[:min(len(lines), limit)] {
		fmt.Fprintf(w, "    %s\n", text.OneLine(line))
	}
	if more := len(lines) - limit; more > 0 && limit > 0 {
		fmt.Fprintf(w, "    and %d more\n", more)
	}
}

// Write prints the plan for growing a corpus from seeds, with at most some items per list.
func (p Plan) Write(w io.Writer, goals Goals, some int) {
	fmt.Fprintf(w, "Plan: grow a corpus of %s from %s, following citations in %s.\n", text.Count(goals.Papers, "paper"),
		text.Count(p.Seeds, "reference"), p.Source)
	fmt.Fprintf(w, "Hosts: %s\n", strings.Join(p.Hosts, ", "))
	fmt.Fprintf(w, "Sent to %s: %s of your references\n", p.Source, text.Count(len(p.IDs), "identifier"))
	WriteSome(w, p.IDs, some)
	if len(p.Titles) > 0 {
		fmt.Fprintf(w, "Sent to registries: %s, each with the first author and the year\n",
			text.Count(len(p.Titles), "title"))
		WriteSome(w, p.Titles, some)
	}
	fmt.Fprintln(w, "Sent after that: identifiers of works listed in the replies. Nothing else is sent.")
	if len(p.Unusable) > 0 {
		fmt.Fprintf(w, "Cannot be looked up: %s\n", text.Count(len(p.Unusable), "reference"))
		WriteSome(w, p.Unusable, some)
	}
	p.writeRequests(w)
}

// WriteHarvest prints the plan for a harvest.
func (p Plan) WriteHarvest(w io.Writer, h online.Harvest) {
	fmt.Fprintf(w, "Plan: download all matching papers from %s.\nHosts: %s\nSent: %s\n", p.Source,
		strings.Join(p.Hosts, ", "), p.Query)
	if h.Since > 0 {
		fmt.Fprintf(w, "Also sent: the year %d\n", h.Since)
	}
	more := "the page tokens in the replies"
	if p.Source == "pubmed" || p.Source == "openalex" {
		more += ", and date ranges to split long lists"
	}
	fmt.Fprintf(w, "Sent after that: %s. Nothing else is sent.\n", more)
	p.writeRequests(w)
}

// WriteUpdate prints the plan for an update.
func (p Plan) WriteUpdate(w io.Writer) {
	fmt.Fprintf(w, "Plan: query %s for changes.\nHosts: %s\nSent: %s. Nothing else is sent.\n", p.Source,
		strings.Join(p.Hosts, ", "), p.Query)
	if len(p.Unlisted) > 0 {
		fmt.Fprintf(w, "%s cannot list the following, so the update will not find them: %s\n", p.Source,
			strings.Join(p.Unlisted, ", "))
	}
	p.writeRequests(w)
}

// writeRequests prints the number of requests, their duration and their price.
func (p Plan) writeRequests(w io.Writer) {
	fmt.Fprintf(w, "Requests: at most %d. If all are needed, they take at least %s at the rates the services "+
		"allow.\n", p.Requests, p.Takes.Round(time.Second))
	if p.Texts > 0 {
		fmt.Fprintf(w, "Up to %s of open-access papers are downloaded, to extract the sentences that cite other "+
			"works.\n", text.Count(p.Texts, "full text"))
	}
	if p.Cost > 0 {
		fmt.Fprintf(w, "Price: at most $%.3f; the first $%.2f per day is free", dollars(p.Cost), dollars(p.Free))
		if p.WithKey > 0 {
			fmt.Fprintf(w, " ($%g with a free key; see the online.keyEnv setting)", dollars(p.WithKey))
		}
		fmt.Fprintln(w)
	}
}

func dollars(millionths int) float64 { return float64(millionths) / 1e6 }
