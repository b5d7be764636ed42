package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// lookUp asks the online sources for the works that are in no index, all of which are
// shown at once.
func (c addCmd) lookUp(ctx context.Context, std streams, settings config.Settings, papers []*engine.Paper, errs []error) {
	l, err := openers(new(app.Wiring)).Literature(ctx, settings)
	var proposals []app.OnlineProposal
	var missing []int
	for i, named := range c.Named {
		if !mayBeOnline(named, errs[i]) {
			continue
		}
		if err != nil {
			errs[i] = errors.Join(errs[i], err)
			continue
		}
		p, unnamed := l.Naming(ctx, named)
		if unnamed != nil {
			errs[i] = fmt.Errorf("%w, and not looked up online: %w", errs[i], unnamed)
			continue
		}
		proposals, missing = append(proposals, p), append(missing, i)
	}
	if len(missing) == 0 {
		return
	}
	if err := consent(std, c.Yes, proposals...); err != nil {
		for _, i := range missing {
			errs[i] = fmt.Errorf("%w; %w", errs[i], err)
		}
		return
	}
	for _, i := range missing {
		here := errs[i]
		papers[i], errs[i] = resolved(ctx, std, l, c.Named[i])
		if errs[i] != nil && errors.Is(here, errWhich) {
			errs[i] = errors.Join(errs[i], here)
		}
	}
}

// wordsOfTitle is how many words make a title that may be none of those that are here and
// share words with it.
const wordsOfTitle = 4

func mayBeOnline(named string, err error) bool {
	return errors.Is(err, app.ErrNotFound) || errors.Is(err, errWhich) && len(strings.Fields(named)) >= wordsOfTitle
}

// resolved is the work that a name means online, out of the corpus that it is kept in.
func resolved(ctx context.Context, std streams, l app.Literature, named string) (*engine.Paper, error) {
	answer, err := l.Resolve(ctx, named, showStep(std.err))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", named, err)
	}
	printNotices(std, answer.Notices...)
	var confirmed []app.OnlinePaper
	for _, p := range answer.Papers {
		if p.Confirmed {
			confirmed = append(confirmed, p)
		}
	}
	switch failed := unasked(answer.Steps); {
	case answer.Exact && len(confirmed) == 1:
		return kept(ctx, l, confirmed[0])
	case len(confirmed) > 0:
		return nil, whichOnline(named, confirmed)
	case len(answer.Papers) > 0:
		return nil, errors.Join(fmt.Errorf("%s: not added, since it is not confirmed that it exists: %s", named, answer.Papers[0].Reason), failed)
	case failed != nil:
		return nil, fmt.Errorf("%s: %w", named, failed)
	}
	return nil, fmt.Errorf("%s: %w, and at none of the online sources that were asked", named, app.ErrNotFound)
}

// kept is the whole record of a paper that was just found.
func kept(ctx context.Context, l app.Literature, p app.OnlinePaper) (*engine.Paper, error) {
	papers, err := l.Papers(ctx, []app.PaperRef{{Paper: p.ID, Corpus: p.Corpus}})
	if err != nil {
		return nil, err
	}
	if papers[0] == nil {
		return nil, fmt.Errorf("%s: found, but not kept: try again", p.Title)
	}
	return papers[0], nil
}

// whichOnline asks a user to name one of several papers.
func whichOnline(named string, papers []app.OnlinePaper) error {
	var b strings.Builder
	for _, p := range papers[:min(len(papers), maxShown)] {
		name := p.DOI
		if name == "" {
			name = p.ID
		}
		fmt.Fprintf(&b, "\n  %s (%d). %s. %s [%s]", strings.Join(p.Authors, ", "), p.Year, p.Title, p.Type, name)
	}
	return fmt.Errorf("%s: %w Name it by what is in brackets:%s", named, errWhich, b.String())
}
