package grow

import (
	"context"
	"errors"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/online"
)

// A harvestPage is one page of records received by a harvest.
type harvestPage struct {
	Token   string           `json:"token,omitempty"` // token that requested this page
	Records []*online.Record `json:"records"`
	Next    string           `json:"next,omitempty"` // token that requests the next page
	Total   int              `json:"total,omitempty"`
	// Again means that the token has expired and the harvest must start over.
	Again bool `json:"again,omitempty"`
}

// A harvest is the state of downloading all records in a selection.
type harvest struct {
	online.Harvest
	token  string
	done   bool
	tokens map[string]bool // tokens received so far, since a service may repeat them in a cycle
}

// maxHarvest is the maximum number of papers in a harvest. mostPages is the maximum number of
// requests.
const (
	maxHarvest = 1_000_000
	mostPages  = 5000
)

// maxRestarts is the number of times that a run may start over because a service no longer accepts
// a token.
const maxRestarts = 3

// NewHarvestPlan plans a harvest. It does not state the number of records, which is only known
// after the first response.
func NewHarvestPlan(client *online.Client, source string, h online.Harvest, goals Goals) (p Plan, err error) {
	from, err := client.Harvester(source)
	if err != nil {
		return p, err
	}
	p = Plan{Source: source, Hosts: from.Hosts(), Requests: mostPages}
	if p.Query, err = from.Selection(h); err != nil {
		return p, err
	}
	if goals.Papers > 0 {
		p.Requests = min(mostPages, (goals.Papers+from.PageSize()-1)/from.PageSize()+spare)
	}
	p.price(client, nil)
	return p, nil
}

// Harvest adds the records in a selection, at most goals.Papers of them if that is positive.
func (g *Grower) Harvest(ctx context.Context, source string, h online.Harvest, goals Goals, plan Plan) (Result, error) {
	from, err := g.Client.Harvester(source)
	if err != nil {
		return Result{}, err
	}
	if err := g.write(entry{Start: &start{Source: source, Harvest: &h, Goals: goals}}); err != nil {
		return Result{}, err
	}
	return g.finish(ctx, plan, func() (string, error) { return g.runHarvest(ctx, from) })
}

func (g *Grower) beginHarvest(s start) error {
	if g.source != "" && g.source != s.Source {
		return errOtherSource(g.source)
	}
	g.source, g.goals = s.Source, s.Goals
	if g.harvest == nil || !g.harvest.same(*s.Harvest) {
		g.harvest = &harvest{Harvest: *s.Harvest, tokens: make(map[string]bool)}
	}
	return nil
}

// same reports whether another harvest has the same selection.
func (h *harvest) same(other online.Harvest) bool {
	return h.Set == other.Set && h.Since == other.Since && h.From == other.From &&
		slices.Equal(h.Keywords, other.Keywords)
}

func (g *Grower) runHarvest(ctx context.Context, from online.Harvester) (reason string, err error) {
	for {
		switch {
		case g.harvest.done:
			return reasonWhole, nil
		case len(g.distinct) >= maxHarvest:
			return reasonMost, nil
		case g.goals.Papers > 0 && len(g.distinct) >= g.goals.Papers:
			return reasonGoal, nil
		case g.sent >= g.limit:
			return reasonLimit, nil
		}
		page, err := g.nextPage(ctx, from)
		if err != nil {
			return "", err
		}
		if g.harvest.tokens[page.Next] {
			return "", errCircle
		}
		if err := g.write(entry{Harvested: &page}); err != nil {
			return "", err
		}
		g.report()
		if len(g.chosen)-g.published >= mostPending {
			if err := g.publish(ctx); err != nil {
				return "", err
			}
		}
	}
}

var errCircle = errors.New("the service sent the same page twice: the papers received so far are kept; try " +
	"again later")

// nextPage requests the next page and drops records that are too old.
func (g *Grower) nextPage(ctx context.Context, from online.Harvester) (page harvestPage, err error) {
	page.Token = g.harvest.token
	reply, err := patiently(ctx, g, func() (online.HarvestPage, error) {
		g.sent++
		return from.Harvest(ctx, g.harvest.Harvest, page.Token)
	})
	if errors.Is(err, online.ErrExpired) && page.Token != "" && g.restarts < maxRestarts {
		g.restarts++
		return harvestPage{Again: true}, nil
	}
	for _, r := range reply.Records {
		if r.Year == 0 || r.Year >= g.harvest.Since {
			page.Records = append(page.Records, r)
		}
	}
	page.Next, page.Total = reply.Next, reply.Total
	return page, err
}

// addHarvested chooses the records on a page for the corpus.
func (g *Grower) addHarvested(page harvestPage, at int64) error {
	if g.harvest == nil {
		return errors.New("it comes before the start of a download")
	}
	if page.Again {
		g.harvest.token, g.harvest.tokens = "", make(map[string]bool)
		return nil
	}
	g.harvest.token, g.harvest.done = page.Next, page.Next == ""
	g.harvest.tokens[page.Next] = true
	for i, r := range page.Records {
		g.choose(place{at, int32(i)}, r.ID)
	}
	return nil
}
