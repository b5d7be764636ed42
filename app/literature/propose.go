package literature

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine/online"
	"github.com/scilit-lsp/scilit-lsp/engine/query"
	"github.com/scilit-lsp/scilit-lsp/engine/route"
)

// Propose implements app.Literature.
func (l *Literature) Propose(_ context.Context, claim app.OnlineClaim) (app.OnlineProposal, error) {
	if len(claim.Keywords) == 0 {
		claim.Keywords = query.OfClaim(selectionOf(claim), nil).Keywords
	}
	return l.propose(claim)
}

// Batch implements app.Literature.
func (l *Literature) Batch(_ context.Context, selection app.OnlineClaim) (all []app.OnlineProposal, err error) {
	before := slices.Clone(selection.Before)
	for _, q := range query.Of(selectionOf(selection), nil) {
		claim := selection
		claim.Text, claim.Before, claim.Keywords = q.Claim, before, q.Keywords
		if len(selection.Keywords) > 0 {
			claim.Keywords = selection.Keywords
		}
		p, err := l.propose(claim)
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

func selectionOf(c app.OnlineClaim) query.Selection {
	return query.Selection{Text: c.Text, Context: c.Before, Title: c.Title, Authors: c.Authors}
}

var errNoWords = errors.New("there are no words to search by: select a sentence, or give keywords")

func (l *Literature) propose(claim app.OnlineClaim) (app.OnlineProposal, error) {
	p := app.OnlineProposal{Claim: claim.Text, Keywords: app.OrEmpty(claim.Keywords), From: claim.From, To: claim.To}
	if len(p.Keywords) == 0 {
		return p, errNoWords
	}
	if err := l.direct(claim, &p); err != nil {
		return p, err
	}
	queries, err := l.queries(p)
	if err != nil {
		return p, err
	}
	p.Queries, p.Confirm, p.Ask = queries, l.confirming(), l.settings.Ask != config.AskNever
	return p, nil
}

// direct chooses the sources: those that the user names, else those of the claim's
// discipline among those that are turned on.
func (l *Literature) direct(claim app.OnlineClaim, p *app.OnlineProposal) error {
	p.Primary, p.Secondary = []string{}, []string{}
	if len(claim.Sources) > 0 {
		p.Confidence, p.Reasoning = 1, "You chose the sources."
		p.Primary = slices.Clone(claim.Sources)
		return l.searchable(claim.Sources)
	}
	if claim.Text == "" {
		claim.Text = strings.Join(claim.Keywords, ", ")
	}
	r := route.Of(route.Claim{Text: claim.Text, Context: claim.Before, Title: claim.Title})
	p.Confidence, p.Reasoning = math.Round(r.Confidence*100)/100, r.Reasoning
	p.Discipline, p.Primary, p.Secondary = l.routed(r)
	if len(p.Primary)+len(p.Secondary) == 0 {
		return fmt.Errorf("none of the sources that are turned on (%s) can be searched by words: add one such as crossref or arxiv to the setting online.sources", strings.Join(l.settings.Sources, ", "))
	}
	return nil
}

func (l *Literature) searchable(names []string) error {
	for _, name := range names {
		switch {
		case !slices.Contains(l.settings.Sources, name):
			return &online.Error{Source: name, Kind: online.Off}
		case !online.CanSearch(name):
			return fmt.Errorf("%s cannot be searched by words", name)
		}
	}
	return nil
}

// minCross is how likely a second discipline is before its repository is asked at once
// with that of the first.
const minCross = 0.15

// routed takes for each discipline that the claim is of the first of its repositories
// that is turned on; all others that are turned on come second.
func (l *Literature) routed(r route.Route) (discipline string, primary, secondary []string) {
	names, lists := []string{}, [][]string{}
	for _, repository := range []string{r.Primary, r.Secondary} {
		list := []string{repository}
		at := slices.IndexFunc(r.Disciplines, func(s route.Share) bool { return s.Discipline.Primary() == repository })
		if at >= 0 && (len(names) == 0 || r.Disciplines[at].Probability >= minCross) {
			names = append(names, string(r.Disciplines[at].Discipline))
			list = r.Disciplines[at].Discipline.Repositories()
		} else if len(names) > 0 {
			continue // it is the second choice of the same discipline
		}
		lists = append(lists, list)
	}
	primary, secondary = []string{}, []string{}
	for _, list := range lists {
		if at := slices.IndexFunc(list, l.isOn); at >= 0 && !slices.Contains(primary, list[at]) {
			primary = append(primary, list[at])
		}
	}
	for _, name := range slices.Concat(slices.Concat(lists...), l.settings.Sources) {
		if l.isOn(name) && online.CanSearch(name) && !slices.Contains(primary, name) && !slices.Contains(secondary, name) {
			secondary = append(secondary, name)
		}
	}
	if len(primary) == 0 && len(secondary) > 0 { // none of those that suit it is turned on
		primary, secondary = secondary[:1], secondary[1:]
	}
	return strings.Join(names, ", "), primary, secondary
}

func (l *Literature) isOn(name string) bool { return slices.Contains(l.settings.Sources, name) }

// queries are what a search for a proposal sends.
func (l *Literature) queries(p app.OnlineProposal) ([]app.OnlineQuery, error) {
	if err := l.searchable(slices.Concat(p.Primary, p.Secondary)); err != nil {
		return nil, err
	}
	shown, err := l.shown.Show(planOf(p), wordsOf(p))
	if err != nil {
		return nil, err
	}
	return queriesOf(shown, p.Primary), nil
}

func queriesOf(shown []online.Shown, primary []string) []app.OnlineQuery {
	all := []app.OnlineQuery{}
	for _, s := range shown {
		all = append(all, app.OnlineQuery{Source: s.Source, Host: s.Host, Query: s.Query, From: s.From, To: s.To, Secondary: !slices.Contains(primary, s.Source)})
	}
	return all
}

// atOnce are queries of which none waits for another one's answer.
func atOnce(shown []online.Shown) []app.OnlineQuery {
	all := queriesOf(shown, nil)
	for i := range all {
		all[i].Secondary = false
	}
	return all
}

func planOf(p app.OnlineProposal) online.Plan {
	return online.Plan{Primary: p.Primary, Secondary: p.Secondary}
}

func wordsOf(p app.OnlineProposal) online.Query {
	return online.Query{Keywords: p.Keywords, From: p.From, To: p.To}
}

// confirming are the hosts that are asked about the papers that were found.
func (l *Literature) confirming() []string {
	hosts := []string{}
	names := l.shown.Registries()
	if l.isOn("unpaywall") {
		names = append(names, "unpaywall")
	}
	for _, name := range names {
		for _, host := range online.HostsOf(name) {
			if !slices.Contains(hosts, host) {
				hosts = append(hosts, host)
			}
		}
	}
	return hosts
}
