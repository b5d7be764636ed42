package literature

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine/online"
	"github.com/scilit-lsp/scilit-lsp/engine/online/sources"
	"github.com/scilit-lsp/scilit-lsp/engine/query"
	"github.com/scilit-lsp/scilit-lsp/engine/route"
)

// Propose implements backend.Literature.
func (l *Literature) Propose(ctx context.Context, claim wire.OnlineClaim) (wire.OnlineProposal, error) {
	if len(claim.Keywords) > 0 {
		return l.propose(ctx, claim, advice[[]query.Query]{})
	}
	chosen, err := l.adviser.ofClaim(ctx, selectionOf(claim))
	if err != nil {
		return wire.OnlineProposal{}, err
	}
	claim.Keywords = chosen.value[0].Keywords
	return l.propose(ctx, claim, chosen)
}

// Batch implements backend.Literature.
func (l *Literature) Batch(ctx context.Context, selection wire.OnlineClaim) (all []wire.OnlineProposal, err error) {
	before := slices.Clone(selection.Before)
	chosen, err := l.chosenOf(ctx, selection)
	if err != nil {
		return nil, err
	}
	for _, q := range chosen.value {
		claim := selection
		claim.Text, claim.Before, claim.Keywords = q.Claim, before, q.Keywords
		if len(selection.Keywords) > 0 {
			claim.Keywords = selection.Keywords
		}
		p, err := l.propose(ctx, claim, chosen)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
		before = append(before[:len(before):len(before)], q.Claim)
	}
	if len(all) == 0 {
		return nil, errNoWords
	}
	return all, nil
}

// chosenOf returns the keywords for a selection: those given by the user, or else those chosen by
// the adviser.
func (l *Literature) chosenOf(ctx context.Context, selection wire.OnlineClaim) (advice[[]query.Query], error) {
	if len(selection.Keywords) > 0 {
		return advice[[]query.Query]{value: query.Of(selectionOf(selection), nil)}, nil
	}
	return l.adviser.ofSelection(ctx, selectionOf(selection))
}

func selectionOf(c wire.OnlineClaim) query.Selection {
	return query.Selection{Text: c.Text, Context: c.Before, Title: c.Title, Authors: c.Authors}
}

var errNoWords = errors.New("there are no words to search for: select a sentence, or give keywords")

func (l *Literature) propose(ctx context.Context, claim wire.OnlineClaim,
	chosen advice[[]query.Query]) (wire.OnlineProposal, error) {
	if claim.From == 0 && claim.To == 0 {
		claim.From = l.adviser.settings.Since
	}
	p := wire.OnlineProposal{Claim: claim.Text, Keywords: wire.OrEmpty(claim.Keywords), From: claim.From, To: claim.To}
	if len(p.Keywords) == 0 {
		return p, errNoWords
	}
	chosen.note(&p)
	if err := l.direct(ctx, claim, len(chosen.value) > 0, &p); err != nil {
		return p, err
	}
	queries, err := l.queries(p)
	if err != nil {
		return p, err
	}
	p.Queries, p.Confirm, p.Ask = queries, l.confirming(), l.settings.Ask != config.AskNever
	return p, nil
}

// direct chooses the sources: those named by the user, or else the enabled ones for the claim's
// discipline. It queries a model only about a claim, not about keywords typed by the user. anew is
// set if no proposal has been shown yet.
func (l *Literature) direct(ctx context.Context, claim wire.OnlineClaim, anew bool, p *wire.OnlineProposal) error {
	p.Primary, p.Secondary = []string{}, []string{}
	if len(claim.Sources) > 0 {
		p.Confidence, p.Reasoning = 1, "You chose the sources."
		p.Primary = slices.Clone(claim.Sources)
		return l.searchable(claim.Sources)
	}
	routed, err := l.routeOf(ctx, claim, anew)
	if err != nil {
		return err
	}
	routed.note(p)
	r := routed.value
	p.Confidence, p.Reasoning = math.Round(r.Confidence*100)/100, r.Reasoning
	if routed.by != "" {
		p.Primary, p.Secondary = l.advised(r)
	} else {
		p.Discipline, p.Primary, p.Secondary = l.routed(r)
	}
	if len(p.Primary)+len(p.Secondary) == 0 {
		return fmt.Errorf("none of the enabled sources (%s) can be searched by keyword: add one such as "+
			"crossref or arxiv to your online.sources setting", strings.Join(l.settings.Sources, ", "))
	}
	return nil
}

func (l *Literature) routeOf(ctx context.Context, claim wire.OnlineClaim, anew bool) (advice[route.Route], error) {
	if claim.Text == "" {
		return advice[route.Route]{value: route.Of(route.Claim{Text: strings.Join(claim.Keywords, ", "),
			Context: claim.Before, Title: claim.Title})}, nil
	}
	return l.adviser.route(ctx, route.Claim{Text: claim.Text, Context: claim.Before, Title: claim.Title}, anew)
}

func (l *Literature) searchable(names []string) error {
	for _, name := range names {
		switch {
		case !slices.Contains(l.settings.Sources, name):
			return &online.Error{Source: name, Kind: online.Off}
		case !sources.CanSearch(name):
			return fmt.Errorf("%s does not support keyword search: choose another source", name)
		}
	}
	return nil
}

// minCross is the minimum probability at which a second discipline's repository is searched as
// well.
const minCross = 0.15

// routed returns the first enabled repository of each discipline as primary and all others as
// secondary.
func (l *Literature) routed(r route.Route) (discipline string, primary, secondary []string) {
	names, lists := []string{}, [][]string{}
	for _, repository := range []string{r.Primary, r.Secondary} {
		list := []string{repository}
		at := slices.IndexFunc(r.Disciplines, func(s route.Share) bool { return s.Discipline.Primary() == repository })
		if at >= 0 && (len(names) == 0 || r.Disciplines[at].Probability >= minCross) {
			names = append(names, string(r.Disciplines[at].Discipline))
			list = r.Disciplines[at].Discipline.Repositories()
		} else if len(names) > 0 {
			continue // the repository is only the second choice for the same discipline
		}
		lists = append(lists, list)
	}
	primary = []string{}
	for _, list := range lists {
		if at := slices.IndexFunc(list, l.isOn); at >= 0 && !slices.Contains(primary, list[at]) {
			primary = append(primary, list[at])
		}
	}
	secondary = l.others(primary, slices.Concat(lists...)...)
	if len(primary) == 0 && len(secondary) > 0 { // no source for the disciplines is enabled
		primary, secondary = secondary[:1], secondary[1:]
	}
	return strings.Join(names, ", "), primary, secondary
}

// advised returns the model's first choice among the enabled sources as primary and all others as
// secondary.
func (l *Literature) advised(r route.Route) (primary, secondary []string) {
	all := l.others(nil, r.Primary, r.Secondary)
	first := min(1, len(all))
	return all[:first], all[first:]
}

// others returns the sources that are enabled and can be searched, except the chosen ones. It lists the
// preferred ones first.
func (l *Literature) others(chosen []string, preferred ...string) []string {
	all := []string{}
	for _, name := range slices.Concat(preferred, l.settings.Sources) {
		if l.isOn(name) && sources.CanSearch(name) && !slices.Contains(chosen, name) && !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}

func (l *Literature) isOn(name string) bool { return slices.Contains(l.settings.Sources, name) }

// queries returns the queries for a proposal.
func (l *Literature) queries(p wire.OnlineProposal) ([]wire.OnlineQuery, error) {
	names := slices.Concat(p.Primary, p.Secondary)
	if err := l.searchable(names); err != nil {
		return nil, err
	}
	shown, err := l.shown.Preview(names, wordsOf(p))
	if err != nil {
		return nil, err
	}
	return queriesOf(shown, p.Secondary), nil
}

func queriesOf(shown []online.Preview, secondary []string) []wire.OnlineQuery {
	all := []wire.OnlineQuery{}
	for _, s := range shown {
		all = append(all, wire.OnlineQuery{Source: s.Source, Host: s.Host, Query: s.Query, From: s.From, To: s.To,
			Secondary: slices.Contains(secondary, s.Source)})
	}
	return all
}

func wordsOf(p wire.OnlineProposal) online.Query {
	return online.Query{Keywords: p.Keywords, From: p.From, To: p.To}
}

// confirming returns the hosts that are queried to confirm papers.
func (l *Literature) confirming() []string {
	hosts := []string{}
	names := l.shown.Registries()
	if l.isOn("unpaywall") {
		names = append(names, "unpaywall")
	}
	for _, name := range names {
		for _, host := range sources.HostsOf(name) {
			if !slices.Contains(hosts, host) {
				hosts = append(hosts, host)
			}
		}
	}
	return hosts
}
