package grow

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/online"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// WriteSome prints at most limit lines, and how many lines it omitted. It prints nothing if limit
// is 0.
func WriteSome(w io.Writer, lines []string, limit int) {
	for _, line := range lines[:min(len(lines), limit)] {
		fmt.Fprintf(w, "    %s\n", text.OneLine(line))
	}
	if more := len(lines) - limit; more > 0 && limit > 0 {
		fmt.Fprintf(w, "    and %d more\n", more)
	}
}

// Write prints the plan for growing a corpus from seeds, with at most some items of each list.
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
	fmt.Fprintf(w, "Sent after that: identifiers of works listed in the replies. Nothing else is "+
		"sent.\n")
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
		more += ", and ranges of dates to split long lists"
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
		if !p.Keyed {
			fmt.Fprint(w, " ($1 with a free key; see the setting online.keyEnv)")
		}
		fmt.Fprintln(w)
	}
}

func dollars(millionths int) float64 { return float64(millionths) / 1e6 }
