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
		return target{}, fmt.Errorf("%s: this address contains no DOI, arXiv, PubMed or PMC identifier: give one, or "+
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
		err = fmt.Errorf("no enabled source can look this up: add %s to the setting online.sources",
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

// resolve looks up or searches for the target. exact reports whether the works are the named one.
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
