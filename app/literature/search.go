package literature

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine/online"
)

const patience = 20 * time.Second // for a search, including confirmations

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

// answer ranks, confirms and stores the works that find returns. The time limit does not apply to
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

// search queries the sources of a list if those of the lists before it find nothing.
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
