package literature

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine/online"
)

// patience is how long a search may take with all that follows from it.
const patience = 20 * time.Second

// errNotShown keeps what is sent to what was shown.
var errNotShown = errors.New("this search differs from the one that was shown: show it again")

// Search implements app.Literature.
func (l *Literature) Search(ctx context.Context, claim app.OnlineClaim, p app.OnlineProposal, step func(app.OnlineStep)) (app.OnlineAnswer, error) {
	queries, err := l.queries(p)
	if err != nil {
		return app.OnlineAnswer{}, err
	}
	if !slices.Equal(queries, p.Queries) {
		return app.OnlineAnswer{}, errNotShown
	}
	s, err := l.begin(queries, step)
	if err != nil {
		return app.OnlineAnswer{}, err
	}
	timed, cancel := context.WithTimeout(ctx, l.patience)
	defer cancel()
	works, err := s.search(timed, planOf(p), wordsOf(p))
	if err != nil {
		return app.OnlineAnswer{}, err
	}
	return s.answer(ctx, timed, claim, works)
}

// A session is one search or look-up on its way.
type session struct {
	*Literature
	client  *online.Client
	step    func(app.OnlineStep)
	host    map[string]string // by source
	steps   []app.OnlineStep
	notices []app.Notice
}

func (l *Literature) begin(queries []app.OnlineQuery, step func(app.OnlineStep)) (*session, error) {
	client, notices, err := l.client()
	if step == nil {
		step = func(app.OnlineStep) {}
	}
	s := &session{Literature: l, client: client, step: step, host: make(map[string]string), notices: notices}
	for _, q := range queries {
		s.host[q.Source] = q.Host
	}
	return s, err
}

// search asks the primary sources, and the secondary ones where those give no work.
func (s *session) search(ctx context.Context, plan online.Plan, q online.Query) ([]*online.Work, error) {
	for _, names := range [][]string{plan.Primary, plan.Secondary} {
		if len(names) == 0 {
			continue
		}
		for _, name := range names {
			s.note(app.OnlineStep{Source: name, State: app.OnlineAsked})
		}
		found, err := s.client.Search(ctx, online.Plan{Primary: names}, q, func(part online.Part) { s.note(stepOf(part)) })
		if err != nil || len(found.Works) > 0 {
			return found.Works, err
		}
	}
	return nil, nil
}

// note keeps the last step of each source.
func (s *session) note(step app.OnlineStep) {
	step.Host = s.host[step.Source]
	at := slices.IndexFunc(s.steps, func(known app.OnlineStep) bool { return known.Source == step.Source })
	if at < 0 {
		s.steps = append(s.steps, step)
	} else {
		s.steps[at] = step
	}
	s.step(step)
}

func stepOf(part online.Part) app.OnlineStep {
	step := app.OnlineStep{Source: part.Source, State: app.OnlineAnswered, Records: len(part.Records), Milliseconds: int(part.Took.Milliseconds())}
	switch {
	case part.Err != nil:
		step.State, step.Text = app.OnlineFailed, part.Err.Error()
		step.Busy, step.RetryAfter = online.Waits(part.Err)
	case len(part.Records) == 0:
		step.State = app.OnlineNone
	}
	return step
}

// answer ranks, confirms and keeps what was found. timed ends by the deadline; what is
// kept then may take a moment more.
func (s *session) answer(ctx, timed context.Context, claim app.OnlineClaim, works []*online.Work) (app.OnlineAnswer, error) {
	ranked := s.rank(ctx, claim, works)
	s.confirm(timed, ranked)
	if err := ctx.Err(); err != nil {
		return app.OnlineAnswer{}, err
	}
	s.keep(ctx, ranked)
	answer := app.OnlineAnswer{Steps: app.OrEmpty(s.steps), Papers: []app.OnlinePaper{}}
	for _, r := range ranked {
		answer.Papers = append(answer.Papers, r.listed(ranked))
	}
	answer.Notices = app.OrEmpty(s.notices)
	return answer, nil
}
