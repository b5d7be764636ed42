package literature

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine/online"
	"github.com/scilit-lsp/scilit-lsp/engine/online/sources"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

const patience = 20 * time.Second // time limit for a search, including confirmations

// errNotShown is returned for a search that differs from the preview that the user saw.
var errNotShown = errors.New("the search has changed since it was shown to you, so nothing was sent: start the " +
	"search again")

// Search implements backend.Literature.
func (l *Literature) Search(ctx context.Context, claim wire.OnlineClaim, p wire.OnlineProposal,
	step func(wire.OnlineStep)) (wire.OnlineAnswer, error) {
	queries, err := l.queries(p)
	if err != nil {
		return wire.OnlineAnswer{}, err
	}
	if !slices.Equal(queries, p.Queries) {
		return wire.OnlineAnswer{}, errNotShown
	}
	return l.answer(ctx, claim, queries, step, func(ctx context.Context, s *session) ([]*online.Work, error) {
		return s.search(ctx, wordsOf(p), p.Primary, p.Secondary)
	})
}

// A session is one search or lookup.
type session struct {
	*Literature
	client  *online.Client
	step    func(wire.OnlineStep)
	host    map[string]string // hosts keyed by source
	steps   []wire.OnlineStep
	notices []wire.Notice
}

// answer ranks, confirms and stores the works returned by find. The time limit does not apply to
// storing.
func (l *Literature) answer(ctx context.Context, claim wire.OnlineClaim, queries []wire.OnlineQuery,
	step func(wire.OnlineStep), find func(context.Context, *session) ([]*online.Work, error)) (wire.OnlineAnswer, error) {
	client, notices, err := l.client()
	if err != nil {
		return wire.OnlineAnswer{}, err
	}
	s := &session{Literature: l, client: client, step: step, host: make(map[string]string), notices: notices}
	for _, q := range queries {
		s.host[q.Source] = q.Host
	}
	timed, cancel := context.WithTimeout(ctx, l.patience)
	defer cancel()
	works, err := find(timed, s)
	if err != nil {
		return wire.OnlineAnswer{}, err
	}
	ranked := s.rank(ctx, claim, works)
	s.confirm(timed, ranked)
	if err := ctx.Err(); err != nil {
		return wire.OnlineAnswer{}, err
	}
	s.keep(ctx, ranked)
	answer := wire.OnlineAnswer{Papers: []wire.OnlinePaper{}, Steps: wire.OrEmpty(s.steps),
		Notices: wire.OrEmpty(s.notices)}
	for _, r := range ranked {
		answer.Papers = append(answer.Papers, r.listed(ranked))
	}
	return answer, nil
}

// search queries lists of sources in order until the sources of one list find works.
func (s *session) search(ctx context.Context, q online.Query, lists ...[]string) ([]*online.Work, error) {
	for _, names := range lists {
		if len(names) == 0 {
			continue
		}
		for _, name := range names {
			s.note(wire.OnlineStep{Source: name, State: wire.OnlineAsked})
		}
		found, err := s.client.Search(ctx, names, q, func(part online.Part) { s.note(stepOf(part)) })
		if err != nil || len(found.Works) > 0 {
			return found.Works, err
		}
	}
	return nil, nil
}

// note records and reports the latest step of a source.
func (s *session) note(step wire.OnlineStep) {
	step.Host = s.host[step.Source]
	at := slices.IndexFunc(s.steps, func(known wire.OnlineStep) bool { return known.Source == step.Source })
	if at < 0 {
		s.steps = append(s.steps, step)
	} else {
		s.steps[at] = step
	}
	if s.step != nil {
		s.step(step)
	}
}

func stepOf(part online.Part) wire.OnlineStep {
	step := wire.OnlineStep{Source: part.Source, State: wire.OnlineAnswered, Records: len(part.Records),
		Milliseconds: int(part.Took.Milliseconds())}
	switch {
	case part.Err != nil:
		step.State, step.Text = wire.OnlineFailed, part.Err.Error()
		step.Busy, step.RetryAfter = online.Waits(part.Err)
	case len(part.Records) == 0:
		step.State = wire.OnlineNone
	}
	return step
}

// A target is an identifier or a title named by the user.
type target struct {
	id    online.ID
	title string
}

// minTitleWords is the minimum number of words in a title. It prevents citation keys and single
// words from being sent as titles.
const minTitleWords = 2

// targetOf parses a name. It extracts identifiers from URLs but does not open them.
func targetOf(named string) (target, error) {
	named = strings.TrimSpace(named)
	if id, ok := online.ParseID(named); ok {
		return target{id: id}, nil
	}
	if id := paper.ACL(named); id != "" { // papers since 2016 have DOIs with this prefix
		return target{id: online.ID{Scheme: online.DOI, Value: paper.DOI("10.18653/v1/" + id)}}, nil
	}
	switch {
	case strings.Contains(named, "://"):
		return target{}, fmt.Errorf("%s: this URL contains no DOI, arXiv, PubMed or PMC identifier: give one, or "+
			"the title", named)
	case strings.ContainsAny(named, `/\`) && !strings.Contains(named, " "):
		return target{}, fmt.Errorf("%s is not a known identifier, and was not sent as a title: check its "+
			"spelling", named)
	case len(strings.Fields(named)) < minTitleWords:
		return target{}, fmt.Errorf("%s is not a DOI, an ISBN, or an arXiv, PubMed or PMC identifier, and is too short "+
			"for a title: give the full title", named)
	}
	return target{title: named}, nil
}

// forTitles returns the enabled sources for title searches.
func (l *Literature) forTitles() []string {
	return slices.DeleteFunc(sources.ByTitle(), func(name string) bool { return !l.isOn(name) })
}

// Naming implements backend.Literature.
func (l *Literature) Naming(_ context.Context, named string) (wire.OnlineProposal, error) {
	p := wire.OnlineProposal{Claim: named, Keywords: []string{}, Primary: []string{}, Secondary: []string{},
		Confirm: l.confirming(), Ask: l.settings.Ask != "never"}
	t, err := targetOf(named)
	if err != nil {
		return p, err
	}
	p.Queries, err = l.naming(t)
	for _, q := range p.Queries {
		p.Primary = append(p.Primary, q.Source)
	}
	return p, err
}

func (l *Literature) naming(t target) ([]wire.OnlineQuery, error) {
	var shown []online.Preview
	var err error
	if t.title != "" {
		shown, err = l.shown.Preview(l.forTitles(), online.Query{Title: t.title})
	} else {
		shown = l.shown.PreviewLookup(t.id)
	}
	if err == nil && len(shown) == 0 {
		able := sources.ByTitle()[:2]
		if t.title == "" {
			able = sources.Resolvers(t.id.Scheme)
		}
		err = fmt.Errorf("no enabled source can look this up: add %s to your online.sources setting",
			strings.Replace(strings.Join(able, " or "), " or ", ", ", len(able)-2)) // "a, b or c"
	}
	return queriesOf(shown, nil), err
}

// Resolve implements backend.Literature.
func (l *Literature) Resolve(ctx context.Context, named string, step func(wire.OnlineStep)) (wire.OnlineAnswer, error) {
	t, err := targetOf(named)
	if err != nil {
		return wire.OnlineAnswer{}, err
	}
	queries, err := l.naming(t)
	if err != nil {
		return wire.OnlineAnswer{}, err
	}
	exact := false
	answer, err := l.answer(ctx, wire.OnlineClaim{Text: named}, queries, step,
		func(ctx context.Context, s *session) (works []*online.Work, err error) {
			works, exact, err = s.resolve(ctx, t)
			return works, err
		})
	answer.Exact = exact && len(answer.Papers) > 0
	return answer, err
}

// resolve looks up or searches for the target. exact reports whether works contains the target itself.
func (s *session) resolve(ctx context.Context, t target) (works []*online.Work, exact bool, err error) {
	if t.title == "" {
		works, err = s.lookUp(ctx, t.id)
		return works, true, err
	}
	works, err = s.search(ctx, online.Query{Title: t.title}, s.forTitles())
	named := slices.DeleteFunc(slices.Clone(works),
		func(w *online.Work) bool { return !online.SameTitle(w.Title, t.title) })
	if len(named) > 0 {
		return named, true, err
	}
	return works, false, err
}

// lookUp queries the registry responsible for an identifier.
func (s *session) lookUp(ctx context.Context, id online.ID) ([]*online.Work, error) {
	begun := time.Now()
	r, err := s.client.Resolve(ctx, id)
	if errors.Is(context.Cause(ctx), context.Canceled) {
		return nil, context.Canceled
	}
	part := online.Part{Took: time.Since(begun), Err: err}
	if failed, ok := errors.AsType[*online.Error](err); ok {
		part.Source = failed.Source
	}
	switch {
	case err == nil:
		part.Source, part.Records = r.Source, []*online.Record{r}
	case online.KindOf(err) == online.NotFound:
		part.Err = nil
	}
	s.note(stepOf(part))
	return online.Merge([][]*online.Record{part.Records}), nil
}
